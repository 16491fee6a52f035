//! A chart of lines over an axis that is linear or logarithmic.

use anyhow::Result;
use plotters::prelude::{
    ChartBuilder, Circle, Color, EmptyElement, LineSeries, PathElement, RGBColor,
    SeriesLabelPosition, Text, WHITE,
};

use super::plot::{FONT, drawing};

const CANVAS: (u32, u32) = (900, 540);

/// Colours that colour-blind people distinguish (Okabe and Ito, 2008), and that stand out from a
/// white ground.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    /// By powers of two.
    Binary,
    /// By powers of ten.
    Decimal,
}

impl Scale {
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Binary => value.log2(),
            Self::Decimal => value.log10(),
        }
    }

    fn label(self, place: f64, decimals: Option<usize>) -> String {
        match (self, decimals) {
            (Self::Linear, Some(decimals)) => format!("{place:.decimals$}"),
            // A mark between two whole numbers, or two powers, has no name.
            _ if (place - place.round()).abs() > 1e-6 => String::new(),
            (Self::Linear, None) => format!("{place:.0}"),
            (Self::Binary, _) => format!("2^{place:.0}"),
            (Self::Decimal, _) => format!("10^{place:.0}"),
        }
    }
}

/// An axis: what it counts, with its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) scale: Scale,
}

/// The look of the points of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Joined by a line: our measurements.
    Line,
    /// Joined by a thin line without points: a theory.
    Theory,
    /// Single rings: what the literature found.
    Literature,
}

/// Points with one name.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) mark: Mark,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Series {
    pub(crate) fn line(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        Self { name: name.into(), mark: Mark::Line, points: points.into_iter().collect() }
    }

    pub(crate) fn theory(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        Self { mark: Mark::Theory, ..Self::line(name, points) }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: &'static str,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
}

/// Returns the least and the greatest place of one coordinate, a little apart if they are one.
fn range(places: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        places.fold((f64::MAX, f64::MIN), |(low, high), place| (low.min(place), high.max(place)));
    if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// Returns the digits behind the point that distinguish the marks of an axis; none if the axis
/// counts whole things.
fn decimals((low, high): (f64, f64), mut places: impl Iterator<Item = f64>) -> Option<usize> {
    let span = high - low;
    if span > 2.0 && places.all(|place| place.fract() == 0.0) {
        return None;
    }
    Some(match span {
        ..0.05 => 3,
        ..2.0 => 2,
        ..12.0 => 1,
        _ => 0,
    })
}

/// Returns the part of the drawing that the legend takes, in width and height.
fn legend_share(series: &[Series]) -> (f64, f64) {
    let (letter, line) = (6.4, 19.0);
    let longest = series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
    let (width, height) = (f64::from(CANVAS.0) - 100.0, f64::from(CANVAS.1) - 100.0);
    ((longest as f64 * letter + 50.0) / width, (series.len() as f64 * line + 12.0) / height)
}

/// Returns the corner for a legend of that share of the drawing that hides the least of these
/// lines, whose points lie between 0 and 1 from the left and from below.
fn corner(lines: &[Vec<(f64, f64)>], (width, height): (f64, f64)) -> SeriesLabelPosition {
    let corners = [
        (SeriesLabelPosition::UpperRight, true, true),
        (SeriesLabelPosition::UpperLeft, false, true),
        (SeriesLabelPosition::LowerLeft, false, false),
        (SeriesLabelPosition::LowerRight, true, false),
    ];
    let hidden = |&(_, right, upper): &(SeriesLabelPosition, bool, bool)| {
        let inside = |&(x, y): &(f64, f64)| {
            let (x, y) = (if right { 1.0 - x } else { x }, if upper { 1.0 - y } else { y });
            x < width && y < height
        };
        let steps = |ends: &[(f64, f64)]| {
            let ((x, y), (to_x, to_y)) = (ends[0], ends[ends.len() - 1]);
            let step = move |part: u32| {
                let part = f64::from(part) / 20.0;
                (x + (to_x - x) * part, y + (to_y - y) * part)
            };
            (0..=20).map(step).filter(&inside).count()
        };
        let of_line = |line: &Vec<(f64, f64)>| line.windows(2).map(steps).sum::<usize>();
        lines.iter().map(of_line).sum::<usize>()
    };
    corners.into_iter().min_by_key(hidden).expect("there are four").0
}

impl Chart {
    /// Returns the drawing as SVG. Points that have no place on a logarithmic axis are left out.
    pub(crate) fn svg(&self) -> Result<String> {
        let series: Vec<(&Series, Vec<(f64, f64)>)> = self
            .series
            .iter()
            .map(|series| {
                let places = series.points.iter();
                let places = places.map(|&(x, y)| (self.x.scale.place(x), self.y.scale.place(y)));
                (series, places.filter(|(x, y)| x.is_finite() && y.is_finite()).collect())
            })
            .collect();
        let places = || series.iter().flat_map(|(_, places)| places);
        let (left, right) = range(places().map(|place| place.0));
        let (mut low, high) = range(places().map(|place| place.1));
        if self.y.scale == Scale::Linear && low > 0.0 && low < high / 2.0 {
            low = 0.0;
        }
        let margin = (high - low) * 0.04;
        let part =
            |(x, y): &(f64, f64)| ((x - left) / (right - left), (y - low) / (high + margin - low));
        let lines: Vec<Vec<(f64, f64)>> =
            series.iter().map(|(_, places)| places.iter().map(part).collect()).collect();
        let legend = corner(&lines, legend_share(&self.series));
        let x_decimals = decimals((left, right), places().map(|place| place.0));
        let y_decimals = decimals((low, high), places().map(|place| place.1));
        drawing(CANVAS, |canvas| {
            let mut chart = ChartBuilder::on(canvas)
                .margin(14)
                .caption(self.title, (FONT, 20))
                .x_label_area_size(44)
                .y_label_area_size(72)
                .build_cartesian_2d(left..right, low..high + margin)?;
            let (x, y) = (self.x.scale, self.y.scale);
            chart
                .configure_mesh()
                .max_light_lines(1)
                .x_desc(self.x.name)
                .y_desc(self.y.name)
                .x_label_formatter(&|&place| x.label(place, x_decimals))
                .y_label_formatter(&|&place| y.label(place, y_decimals))
                .draw()?;
            for (number, (series, places)) in series.iter().enumerate() {
                let color = COLORS[number % COLORS.len()];
                let (width, size) = match series.mark {
                    Mark::Line => (2, 3),
                    Mark::Theory => (1, 0),
                    Mark::Literature => (0, 5),
                };
                let filled = series.mark == Mark::Line && number < COLORS.len();
                if width > 0 {
                    chart.draw_series(LineSeries::new(
                        places.iter().copied(),
                        color.stroke_width(width),
                    ))?;
                }
                let style = if filled { color.filled() } else { color.stroke_width(2) };
                let points = places.iter().filter(|_| size > 0);
                chart
                    .draw_series(points.map(|&place| Circle::new(place, size, style)))?
                    .label(&series.name)
                    .legend(move |(x, y)| {
                        let line = if width > 0 { vec![(x, y), (x + 20, y)] } else { Vec::new() };
                        EmptyElement::at((0, 0))
                            + PathElement::new(line, color.stroke_width(width))
                            + Circle::new((x + 10, y), size, style)
                            + Text::new(String::new(), (x, y), (FONT, 1))
                    });
            }
            chart
                .configure_series_labels()
                .position(legend)
                .background_style(WHITE.mix(0.85))
                .border_style(RGBColor(200, 200, 200))
                .draw()?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>, mark: Mark) -> Chart {
        Chart {
            title: "Nodes",
            x: Axis { name: "entries", scale: Scale::Binary },
            y: Axis { name: "nodes, millions", scale: Scale::Linear },
            series: vec![Series { name: "Deep".into(), mark, points }],
        }
    }

    #[test]
    fn a_chart_names_its_axes_and_series_and_shows_every_point() {
        let points = vec![(256.0, 3.0), (1024.0, 2.0), (4096.0, 1.0)];
        let svg = chart(points.clone(), Mark::Line).svg().unwrap();
        for text in ["Nodes", "entries", "nodes, millions", "Deep", "2^8", "2^12"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        // One more in the legend.
        assert_eq!(svg.matches("<circle").count(), points.len() + 1);
        let svg = chart(points, Mark::Theory).svg().unwrap();
        assert!(svg.contains("Deep") && svg.matches("<polyline").count() > 1, "{svg}");
    }

    #[test]
    fn the_literature_has_rings_and_no_line() {
        let points = vec![(256.0, 3.0), (1024.0, 2.0), (4096.0, 1.0)];
        let [lines, rings] =
            [Mark::Line, Mark::Literature].map(|mark| chart(points.clone(), mark).svg().unwrap());
        let polylines = |svg: &str| svg.matches("<polyline").count();
        assert!(polylines(&rings) < polylines(&lines), "{rings}");
        assert_eq!(rings.matches("r=\"5\"").count(), points.len() + 1);
    }

    #[test]
    fn what_has_no_place_on_the_axis_is_left_out() {
        let svg = chart(vec![(0.0, 1.0), (2.0, 2.0)], Mark::Line).svg().unwrap();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(chart(Vec::new(), Mark::Line).svg().is_ok());
    }

    #[test]
    fn the_legend_stands_where_it_hides_least() {
        let share = (0.4, 0.4);
        let falling = vec![(0.0, 1.0), (1.0, 0.0)];
        let rising = vec![(0.0, 0.0), (1.0, 1.0)];
        let name = |lines: &[Vec<(f64, f64)>]| format!("{:?}", corner(lines, share));
        assert_eq!(name(&[falling]), "UpperRight");
        assert_eq!(name(std::slice::from_ref(&rising)), "UpperLeft");
        let top = vec![(0.0, 1.0), (1.0, 1.0)];
        assert_eq!(name(&[rising, top]), "LowerRight");
    }

    #[test]
    fn whole_numbers_have_no_decimals_and_no_marks_between() {
        let plies = [1.0, 2.0, 6.0];
        assert_eq!(decimals((1.0, 6.0), plies.into_iter()), None);
        assert_eq!(decimals((1.0, 6.0), [1.5].into_iter()), Some(1));
        assert_eq!(Scale::Linear.label(2.0, None), "2");
        assert_eq!(Scale::Linear.label(2.5, None), "");
        assert_eq!(Scale::Linear.label(2.5, Some(1)), "2.5");
    }
}
