//! Drawings as SVG, whose text is text, which the viewer's fonts show; and bars, one for each name.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::{
    Color, DrawingArea, IntoDrawingArea, RGBColor, Rectangle, SVGBackend, Text, TextStyle, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) const FONT: &str = "sans-serif";

pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns a drawing of `size`, width and height in pixels, on a white ground.
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

const BAR: RGBColor = RGBColor(0, 114, 178);
/// Pixels: the whole width, where bars begin, how far the longest reaches, and what each takes.
const WIDTH: i32 = 900;
const LEFT: i32 = 350;
const LONGEST: i32 = 440;
const STEP: i32 = 34;
/// Pixels above the first bar, for the title.
const TOP: i32 = 52;

#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) title: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) bars: Vec<(&'static str, f64)>,
}

impl Bars {
    pub(crate) fn svg(&self) -> Result<String> {
        let greatest = self.bars.iter().map(|bar| bar.1).fold(f64::MIN_POSITIVE, f64::max);
        let height = TOP + STEP * self.bars.len() as i32 + STEP / 2;
        drawing((WIDTH as u32, height as u32), |canvas| {
            let style = |size: u32, horizontal| {
                TextStyle::from((FONT, size)).pos(Pos::new(horizontal, VPos::Center))
            };
            let title = style(20, HPos::Center);
            canvas.draw(&Text::new(self.title, (WIDTH / 2, TOP / 2), title))?;
            for (number, (name, value)) in self.bars.iter().enumerate() {
                let top = TOP + STEP * number as i32;
                let (middle, bottom) = (top + STEP / 2, top + STEP - 8);
                let right = LEFT + (value / greatest * f64::from(LONGEST)).round() as i32;
                canvas.draw(&Rectangle::new([(LEFT, top + 8), (right, bottom)], BAR.filled()))?;
                canvas.draw(&Text::new(*name, (LEFT - 10, middle), style(14, HPos::Right)))?;
                let value = format!("{value:.1} {}", self.unit);
                canvas.draw(&Text::new(value, (right + 8, middle), style(14, HPos::Left)))?;
            }
            Ok(())
        })
    }
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

    #[test]
    fn each_bar_has_its_name_its_value_and_its_length() {
        let bars = vec![("whole", 64.0), ("half", 32.0)];
        let svg = Bars { title: "Sizes", unit: "bits", bars }.svg().unwrap();
        for text in ["Sizes", "whole", "half", "64.0 bits", "32.0 bits"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        for width in [LONGEST, LONGEST / 2] {
            assert!(svg.contains(&format!("width=\"{width}\"")), "{width}: {svg}");
        }
    }
}
