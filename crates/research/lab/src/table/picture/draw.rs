//! Four histograms on one sheet.

use anyhow::Result;
use plotters::prelude::{ChartBuilder, Color, RGBColor, Rectangle, Text, TextStyle, WHITE};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use tt_core::{DRAFT_MIN, Snapshot};

use crate::page::{Canvas, FONT, drawing};

const CANVAS: (u32, u32) = (960, 720);
const BAR: RGBColor = RGBColor(27, 108, 168);
/// More bars than these have no numbers above them.
const FEW: usize = 9;
/// Names below the bars of one panel, at most, and how far below.
const NAMES: usize = 20;
const NAME_BELOW: i32 = 6;

/// A bar for each value: its name and how often it occurs.
type NamedCounts = Vec<(String, u64)>;

pub(crate) fn svg(snapshot: &Snapshot, title: &str) -> Result<String> {
    drawing(CANVAS, |canvas| {
        let share = 100.0 * snapshot.occupied as f64 / snapshot.capacity as f64;
        let title = format!("{title}: {share:.1} % of {} entries taken", snapshot.capacity);
        let sheet = canvas.titled(&title, (FONT, 18))?;
        let panels = sheet.split_evenly((2, 2));
        histogram(&panels[0], "buckets by taken slots", &numbered(&snapshot.filled))?;
        histogram(&panels[1], "records by draft, plies", &drafts(&snapshot.priorities))?;
        histogram(&panels[2], "records by bound", &bounds(snapshot.bounds))?;
        let ages = numbered(until_last(&snapshot.ages));
        histogram(&panels[3], "records by age, searches ago", &ages)
    })
}

/// Returns the draft that the picture shows for a value of the entry's draft field.
pub(crate) fn draft(value: usize) -> i32 {
    value as i32 - 1 + i32::from(DRAFT_MIN)
}

fn until_last(counts: &[u64]) -> &[u64] {
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    &counts[..used]
}

fn numbered(counts: &[u64]) -> NamedCounts {
    counts.iter().enumerate().map(|(value, &count)| (value.to_string(), count)).collect()
}

/// Returns the counts from the first draft that occurs to the last.
fn drafts(counts: &[u64]) -> NamedCounts {
    let counts = until_last(counts).iter().enumerate();
    counts
        .skip_while(|&(_, &count)| count == 0)
        .map(|(value, &count)| (draft(value).to_string(), count))
        .collect()
}

fn bounds([none, upper, lower, exact]: [u64; 4]) -> NamedCounts {
    let names = ["none", "upper", "lower", "exact"].map(str::to_owned);
    names.into_iter().zip([none, upper, lower, exact]).collect()
}

/// Returns each bar's percentage of all.
fn shares(bars: &NamedCounts) -> Vec<f64> {
    let all = bars.iter().map(|bar| bar.1).sum::<u64>().max(1) as f64;
    bars.iter().map(|bar| 100.0 * bar.1 as f64 / all).collect()
}

/// Draws one panel: bars with their share in per cent, names below.
fn histogram(panel: &Canvas<'_>, title: &str, bars: &NamedCounts) -> Result<()> {
    let shares = shares(bars);
    let highest = shares.iter().copied().fold(1.0, f64::max) * 1.12;
    let width = bars.len().max(1) as f64;
    let mut chart = ChartBuilder::on(panel)
        .margin(14)
        .caption(title, (FONT, 16))
        .x_label_area_size(26)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..width, 0.0..highest)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_labels(0)
        .y_labels(6)
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .draw()?;
    let rectangles = shares.iter().enumerate().map(|(i, &share)| {
        let (left, right) = (i as f64 + 0.12, i as f64 + 0.88);
        Rectangle::new([(left, 0.0), (right, share)], BAR.filled())
    });
    chart.draw_series(rectangles)?;
    let middle = |i: usize| i as f64 + 0.5;
    let style = |vertical| TextStyle::from((FONT, 12)).pos(Pos::new(HPos::Center, vertical));
    if bars.len() <= FEW {
        let numbers = shares.iter().enumerate().map(|(i, &share)| {
            Text::new(format!("{share:.1}"), (middle(i), share), style(VPos::Bottom))
        });
        chart.draw_series(numbers)?;
    }
    let corner = panel.get_base_pixel();
    for (i, (name, _)) in bars.iter().enumerate().step_by(bars.len().div_ceil(NAMES).max(1)) {
        let (x, y) = chart.backend_coord(&(middle(i), 0.0));
        let place = (x - corner.0, y - corner.1 + NAME_BELOW);
        panel.draw(&Text::new(name.clone(), place, style(VPos::Top)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_by_their_share_of_all() {
        let bars = |counts: [u64; 2]| NamedCounts::from(counts.map(|count| (String::new(), count)));
        assert_eq!(shares(&bars([6, 2])), [75.0, 25.0]);
        assert_eq!(shares(&bars([0, 0])), [0.0, 0.0], "an empty table");
    }
}
