//! Drawings as SVG, whose text is text, which the viewer's fonts show.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, SVGBackend, WHITE};

pub(crate) const FONT: &str = "sans-serif";

pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns a drawing of `size`, width and height in pixels, on a white ground.
///
/// # Errors
/// Those of `draw`, as when the drawing does not fit its canvas.
pub(crate) fn drawing(
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> Result<()>,
) -> Result<String> {
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        canvas.fill(&WHITE)?;
        draw(&canvas)?;
        canvas.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_its_size_and_its_ground() {
        let svg = drawing((40, 30), |_| Ok(())).unwrap();
        assert!(svg.starts_with("<svg width=\"40\" height=\"30\""), "{svg}");
        assert!(svg.contains("#FFFFFF") && svg.ends_with("</svg>\n"), "{svg}");
    }
}
