//! The curves of hit rate by size, as SVG.

use anyhow::Result;
use plotters::prelude::{
    ChartBuilder, Color, IntoDrawingArea, LineSeries, Palette, Palette99, PathElement, SVGBackend,
    SeriesLabelPosition, WHITE,
};

use super::replay::{Replay, SIZES, percent};

/// Width and height in pixels.
const CANVAS: (u32, u32) = (860, 520);

/// The drawing. Its text is text, which the viewer's fonts show.
///
/// # Errors
/// If the drawing does not fit its canvas.
pub(crate) fn svg(replays: &[Replay]) -> Result<String> {
    let mut drawing = String::new();
    {
        let root = SVGBackend::with_string(&mut drawing, CANVAS).into_drawing_area();
        root.fill(&WHITE)?;
        let rates = replays.iter().flat_map(|replay| replay.exact.map(percent));
        let lowest = rates.fold(100.0, f64::min);
        let (first, last) = (exponent(SIZES[0]), exponent(SIZES[SIZES.len() - 1]));
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .caption("Hit rate of the pawn table", ("sans-serif", 20))
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(first..last, (lowest - 2.0).floor()..100.0)?;
        chart
            .configure_mesh()
            .x_desc("entries")
            .y_desc("hits, % of probes")
            .x_labels(SIZES.len())
            .x_label_formatter(&|exponent| format!("2^{exponent:.0}"))
            .y_label_formatter(&|rate| format!("{rate:.0}"))
            .draw()?;
        for (number, replay) in replays.iter().enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let points =
                SIZES.iter().zip(replay.exact).map(|(&size, hits)| (exponent(size), percent(hits)));
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)))?
                .label(replay.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.8))
            .draw()?;
        root.present()?;
    }
    Ok(drawing)
}

/// The binary logarithm of a power of two.
fn exponent(size: usize) -> f64 {
    f64::from(size.ilog2())
}
