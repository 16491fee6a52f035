//! The cost of smaller tables at one scale: more nodes to the same depth.

use super::measure::Point;

/// The searches of one position: a list of iterations for each size, the largest table last.
pub(super) type Searches = Vec<Vec<Point>>;

/// The greatest quotient of an iteration's nodes and the scale that it represents.
const NEAR: f64 = 4.0;

/// The most that a table may cost which is said to be large enough, in percent.
pub(super) const BEARABLE: f64 = 5.0;

/// Several positions at one scale: to each one's depth at which a search with the largest table
/// visits about `scale` nodes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) scale: u64,
    pub(super) positions: usize,
    /// The nodes with the largest table, on average.
    pub(super) nodes: f64,
    /// By size: the nodes beyond those with the largest table, in percent; none where a search was
    /// given up.
    pub(super) extra: Vec<Option<f64>>,
    /// By size: sums over the positions.
    pub(super) sums: Vec<Option<Point>>,
}

impl Curve {
    /// Returns the curve of a scale; none if no position has a depth for it.
    pub(super) fn new(scale: u64, positions: &[Searches]) -> Option<Self> {
        let depths: Vec<(&Searches, u32)> = positions
            .iter()
            .filter_map(|searches| Some((searches, depth_near(scale, searches.last()?)?)))
            .collect();
        let sizes = depths.first()?.0.len();
        let sums: Vec<Option<Point>> = (0..sizes)
            .map(|size| depths.iter().map(|(searches, depth)| at(&searches[size], *depth)).sum())
            .collect();
        let largest = sums[sizes - 1]?.nodes as f64;
        let extra = |sum: &Option<Point>| sum.map(|sum| 100.0 * (sum.nodes as f64 / largest - 1.0));
        let extra = sums.iter().map(extra).collect();
        let nodes = largest / depths.len() as f64;
        Some(Self { scale, positions: depths.len(), nodes, extra, sums })
    }

    /// Returns the bytes of table for each node of the search from which on the cost stays
    /// bearable: between two sizes, on the straight line over the logarithm of the size. None if
    /// the smallest is enough.
    pub(super) fn enough(&self, exponents: &[u32]) -> Option<f64> {
        let dear = |extra: &Option<f64>| extra.is_none_or(|extra| extra > BEARABLE);
        let below = self.extra.iter().rposition(dear)?;
        let (from, to) = (f64::from(exponents[below]), f64::from(*exponents.get(below + 1)?));
        let part = match (self.extra[below], self.extra[below + 1]) {
            (Some(high), Some(low)) => (high - BEARABLE) / (high - low),
            _ => 1.0,
        };
        Some((from + (to - from) * part).exp2() / self.nodes)
    }
}

/// Returns the depth at which the nodes are nearest to the scale.
fn depth_near(scale: u64, points: &[Point]) -> Option<u32> {
    let distance = |point: &Point| (point.nodes as f64 / scale as f64).ln().abs();
    let near = points.iter().filter(|point| distance(point) <= NEAR.ln());
    near.min_by(|one, other| distance(one).total_cmp(&distance(other))).map(|point| point.depth)
}

fn at(points: &[Point], depth: u32) -> Option<Point> {
    points.iter().find(|point| point.depth == depth).copied()
}

impl std::iter::Sum for Point {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), |sum, point| Self {
            depth: sum.depth + point.depth,
            nodes: sum.nodes + point.nodes,
            probes: sum.probes + point.probes,
            hits: sum.hits + point.hits,
            settled: sum.settled + point.settled,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(nodes: &[u64]) -> Vec<Point> {
        let point = |(depth, &nodes)| Point { depth, nodes, ..Point::default() };
        (1..).zip(nodes).map(point).collect()
    }

    /// Two positions, three sizes; at depth 2 they visit 1100 and 900 nodes with the largest table.
    #[test]
    fn a_curve_compares_the_nodes_to_the_depth_of_its_scale() {
        let one = vec![search(&[10]), search(&[10, 1200]), search(&[10, 1100, 9000])];
        let two = vec![search(&[20, 1300]), search(&[20, 900]), search(&[20, 900])];
        let positions = [one, two];
        let curve = Curve::new(1_000, &positions).unwrap();
        assert_eq!((curve.positions, curve.nodes), (2, 1_000.0));
        assert_eq!(curve.extra[0], None);
        assert!((curve.extra[1].unwrap() - 5.0).abs() < 1e-9, "{curve:?}");
        assert_eq!(curve.extra[2], Some(0.0));
        assert_eq!(Curve::new(8_000, &positions).unwrap().positions, 1);
        assert_eq!(Curve::new(1_000_000, &positions), None);
    }

    #[test]
    fn enough_is_where_the_line_crosses_what_is_bearable() {
        let curve = |extra: &[Option<f64>]| Curve {
            scale: 1,
            positions: 1,
            nodes: 1024.0,
            extra: extra.to_vec(),
            sums: Vec::new(),
        };
        let enough = |extra: &[Option<f64>]| curve(extra).enough(&[10, 12, 14]);
        assert_eq!(enough(&[Some(20.0), Some(10.0), Some(0.0)]), Some(8.0));
        assert_eq!(enough(&[None, Some(4.0), Some(0.0)]), Some(4.0));
        assert_eq!(enough(&[Some(4.0), Some(3.0), Some(0.0)]), None);
    }
}
