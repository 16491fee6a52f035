//! The losses by epoch, drawn.

use anyhow::Result;
use plotters::prelude::{
    ChartBuilder, Color, IntoDrawingArea, LineSeries, PathElement, RGBColor, SVGBackend,
    SeriesLabelPosition, WHITE,
};

use super::descent::Losses;

const CANVAS: (u32, u32) = (860, 480);
const FONT: &str = "sans-serif";
/// Two colours that colour-blind people distinguish (Okabe and Ito, 2008).
const COLORS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// Returns the drawing as SVG: the losses before the first epoch and after each.
pub(crate) fn svg(losses: &[Losses]) -> Result<String> {
    let values = || losses.iter().flat_map(|losses| [losses.training, losses.validation]);
    let (low, high) =
        values().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let margin = 0.05 * (high - low).max(low * 1e-6);
    let last = (losses.len().max(2) - 1) as f64;
    let training: Vec<f64> = losses.iter().map(|losses| losses.training).collect();
    let validation: Vec<f64> = losses.iter().map(|losses| losses.validation).collect();
    let series = [("games that the weights are fitted to", training), ("other games", validation)];
    let mut text = String::new();
    {
        let canvas = SVGBackend::with_string(&mut text, CANVAS).into_drawing_area();
        canvas.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&canvas)
            .margin(14)
            .caption("Loss of the evaluation", (FONT, 20))
            .x_label_area_size(44)
            .y_label_area_size(84)
            .build_cartesian_2d(0.0..last, low - margin..high + margin)?;
        chart
            .configure_mesh()
            .max_light_lines(1)
            .x_desc("epochs")
            .y_desc("mean square error, points of a game")
            .x_label_formatter(&|epoch| format!("{epoch:.0}"))
            .y_label_formatter(&|loss| format!("{loss:.5}"))
            .draw()?;
        for ((name, losses), color) in series.into_iter().zip(COLORS) {
            let points = losses.into_iter().enumerate();
            let points = points.map(|(epoch, loss)| (epoch as f64, loss));
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .draw()?;
        canvas.present()?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_a_point_of_both_lines() {
        let losses: Vec<Losses> = (0..6)
            .map(|epoch| Losses {
                training: 0.07 / f64::from(epoch + 1),
                validation: 0.08 / f64::from(epoch + 1),
            })
            .collect();
        let svg = svg(&losses).unwrap();
        let lines: Vec<usize> = svg
            .lines()
            .filter(|line| line.contains("<polyline") && line.contains("stroke-width=\"2\""))
            .filter_map(|line| line.split("points=\"").nth(1))
            .map(|points| points.split('"').next().unwrap().split_whitespace().count())
            .collect();
        assert_eq!(lines, [6, 6], "{svg}");
        assert!(svg.contains("epochs") && svg.contains("other games"), "{svg}");
    }

    #[test]
    fn a_run_without_epochs_is_drawn() {
        let losses = [Losses { training: 0.07, validation: 0.08 }];
        assert!(svg(&losses).unwrap().ends_with("</svg>\n"));
    }
}
