//! Verb `keys-plot`: the distance of the chess keys by compared bits, as SVG.
//!
//! Three lines: the nested BCH keys, by their certificates; the whitened ones, which promise
//! something only as a whole; random keys, by the weight at which a table of as many features is
//! expected to have its first dependent set.

use std::fmt::Write as _;

use movegen::keys::{FEATURES, SCHEMA};
use zobrist_keys::Code;

const CODE: Code = SCHEMA.code();

/// The plot in pixels: margins left and top, one compared bit, one step of the distance.
const LEFT: u32 = 60;
const TOP: u32 = 50;
const BIT: u32 = 10;
const STEP: u32 = 22;
const MOST_BITS: u32 = u64::BITS;
const MOST_DISTANCE: u32 = 15;

/// The distance of the keys when the low `bits` bits are compared.
type Distance = fn(u32) -> u32;

/// Each line: its distance, its colour and style, its name and the name's place (bits, distance).
const LINES: [(Distance, &str, &str, (u32, u32)); 3] = [
    (nested, "stroke=\"#1b6ca8\" stroke-width=\"3\"", "nested BCH keys (proven)", (2, 14)),
    (whitened, "stroke=\"#c0392b\" stroke-width=\"2\"", "whitened BCH keys (proven)", (2, 13)),
    (random, "stroke=\"#777\" stroke-dasharray=\"5 4\"", "random keys (expected)", (2, 12)),
];

fn low(bits: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
}

fn nested(bits: u32) -> u32 {
    CODE.certificate(low(bits)).distance
}

fn whitened(bits: u32) -> u32 {
    if bits == u64::BITS { CODE.distance() } else { 1 }
}

/// Returns the smallest weight of which a random table should have at least one dependent set.
fn random(bits: u32) -> u32 {
    let mut expected = (-f64::from(bits)).exp2();
    let mut weight = 0;
    while expected < 1.0 {
        expected *= (FEATURES as f64 - f64::from(weight)) / f64::from(weight + 1);
        weight += 1;
    }
    weight.max(1)
}

fn x(bits: u32) -> u32 {
    LEFT + BIT * bits
}

fn y(distance: u32) -> u32 {
    TOP + STEP * (MOST_DISTANCE - distance)
}

pub(crate) fn svg() -> String {
    let (width, height) = (x(MOST_BITS) + 30, y(0) + 60);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">Features that two positions must differ in \
         before their keys may be equal</text>\n"
    );
    draw_grid(&mut svg);
    for (distance, style, name, (bits, height)) in LINES {
        let points: Vec<String> = (1..=MOST_BITS)
            .flat_map(|bits| {
                let y = y(distance(bits));
                [format!("{},{y}", x(bits - 1)), format!("{},{y}", x(bits))]
            })
            .collect();
        let points = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" {style}/>");
        let from = x(bits);
        let to = x(bits + 4);
        let y = y(height);
        let _ = writeln!(svg, "<path d=\"M{from} {y}H{to}\" {style}/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", to + 8, y + 4);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_grid(svg: &mut String) {
    for distance in (0..=MOST_DISTANCE).step_by(2) {
        let left = x(0);
        let right = x(MOST_BITS);
        let y = y(distance);
        let _ = writeln!(svg, "<path d=\"M{left} {y}H{right}\" stroke=\"#ddd\"/>");
        let (x, y) = (left - 8, y + 4);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{distance}</text>");
    }
    for bits in (0..=MOST_BITS).step_by(8) {
        let (x, bottom) = (x(bits), y(0));
        let _ = writeln!(svg, "<path d=\"M{x} {TOP}V{bottom}\" stroke=\"#eee\"/>");
        let y = bottom + 18;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{bits}</text>");
    }
    let (middle, y) = (x(MOST_BITS / 2), y(0) + 42);
    let _ =
        writeln!(svg, "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">compared bits</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_table_of_the_documentation() {
        assert_eq!([11, 21, 31, 41, 51, 61].map(nested), [4, 6, 8, 10, 12, 14]);
        assert_eq!([1, 10, 20, 64].map(nested), [2, 2, 4, 14]);
        assert_eq!([1, 63, 64].map(whitened), [1, 1, 14]);
        // 781 keys have 304,590 pairs, more than 2^18 and less than 2^19; 2^64 is between 8 and 9.
        assert_eq!([18, 19, 64].map(random), [2, 3, 9]);
    }

    /// `lab keys-plot > docs/keys-distance.svg` makes it anew.
    #[test]
    fn the_plot_in_the_documentation_is_this_one() {
        assert_eq!(svg(), include_str!("../../../../../docs/keys-distance.svg"));
    }
}
