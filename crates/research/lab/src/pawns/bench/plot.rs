//! The curves of hit rate by size, as SVG.

use anyhow::Result;
use plotters::prelude::{
    ChartBuilder, Color, LineSeries, Palette, Palette99, PathElement, SeriesLabelPosition, WHITE,
};

use super::replay::{Replay, SIZES, percent};
use crate::page::plot::{FONT, drawing};

/// Width and height in pixels.
const CANVAS: (u32, u32) = (860, 520);

/// Returns the drawing.
///
/// # Errors
/// If the drawing does not fit its canvas.
pub(crate) fn svg(replays: &[Replay]) -> Result<String> {
    drawing(CANVAS, |canvas| {
        let rates = replays.iter().flat_map(|replay| replay.exact.map(percent));
        let lowest = rates.fold(100.0, f64::min);
        let (first, last) = (exponent(SIZES[0]), exponent(SIZES[SIZES.len() - 1]));
        let mut chart = ChartBuilder::on(canvas)
            .margin(12)
            .caption("Hit rate of the pawn table", (FONT, 20))
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
        Ok(())
    })
}

/// Returns the binary logarithm of a power of two.
fn exponent(size: usize) -> f64 {
    f64::from(size.ilog2())
}
