//! [`Material`]: the facts that the numbers of pieces decide, whatever their squares.

pub(crate) mod ending;
mod imbalance;
pub(crate) mod prospects;
pub(crate) mod table;

use movegen::{Color, PieceType, Position};

use crate::geometry::PerColor;
use crate::material::ending::Ending;
use crate::material::prospects::Prospects;
use crate::score::Score;
use crate::tracer::Tracer;
use crate::verdict::FULL_PHASE;
use crate::weights::Weights;

const PHASE_WEIGHTS: [(PieceType, i32); 4] =
    [(PieceType::Knight, 1), (PieceType::Bishop, 1), (PieceType::Rook, 2), (PieceType::Queen, 4)];

/// The facts that the numbers of pieces decide: computed once for them and kept in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Material {
    /// The imbalance, which values each piece by the numbers of the others; White's minus Black's.
    pub(crate) imbalance: Score,
    /// The phase, 0 to [`FULL_PHASE`].
    pub(crate) phase: u8,
    /// The ending that has a function of its own, and the stronger side in it.
    pub(crate) ending: Option<(Ending, Color)>,
    /// The prospects of each colour if it leads.
    pub(crate) prospects: PerColor<Prospects>,
}

impl Material {
    /// Computes the facts of these numbers, and reports every weight that counts to `tracer`.
    pub(crate) fn of<T: Tracer>(counts: &Counts, weights: &Weights, tracer: &mut T) -> Self {
        let [white, black] = Color::ALL.map(|us| imbalance::score(counts, us, weights, tracer));
        let phase = phase(counts);
        Self {
            imbalance: white - black,
            phase,
            ending: Ending::of(counts),
            prospects: Color::ALL.map(|us| Prospects::of(counts, phase, us, weights)),
        }
    }
}

/// Returns the weighted number of pieces left; promoted ones do not count beyond the full board.
pub(crate) fn phase(counts: &Counts) -> u8 {
    let sum: i32 = PHASE_WEIGHTS.iter().map(|&(kind, weight)| weight * counts.of_both(kind)).sum();
    sum.min(FULL_PHASE) as u8
}

/// The numbers of pawns, knights, bishops, rooks and queens.
pub(crate) type Army = [i32; 5];

/// The numbers of pieces of each kind and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts(PerColor<Army>);

impl Counts {
    pub(crate) fn new(position: &Position) -> Self {
        const KINDS: [PieceType; 5] = [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
        ];
        let army = |us| KINDS.map(|kind| position.colored(us, kind).count() as i32);
        Self(Color::ALL.map(army))
    }

    pub(crate) fn army(&self, us: Color) -> &Army {
        &self.0[us.index()]
    }

    /// Returns the number of a colour's pieces of a kind, which is not the king.
    pub(crate) fn of(&self, us: Color, kind: PieceType) -> i32 {
        self.0[us.index()][kind.index()]
    }

    /// Returns the number of both colours' pieces of a kind, which is not the king.
    pub(crate) fn of_both(&self, kind: PieceType) -> i32 {
        self.of(Color::White, kind) + self.of(Color::Black, kind)
    }
}

/// Returns whether such an army can force mate on a bare king: with a rook or a queen, two bishops,
/// bishop and knight, or three knights. Whether two bishops are on the same colour is not checked.
pub(crate) fn can_mate_without_pawns(army: &Army) -> bool {
    let &[_, knights, bishops, rooks, queens] = army;
    rooks + queens > 0 || bishops > 1 || (bishops > 0 && knights > 0) || knights > 2
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::tracer::Silent;

    fn material(fen: &str) -> Material {
        let position = Position::from_fen(fen).expect("the test's positions are legal");
        Material::of(&Counts::new(&position), &Weights::default(), &mut Silent)
    }

    #[test]
    fn armies_that_can_mate_without_pawns() {
        // Pawns, knights, bishops, rooks, queens.
        for army in [[0, 0, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 0, 1, 1], [0, 0, 2, 0, 0]] {
            assert!(can_mate_without_pawns(&army), "{army:?}");
        }
        assert!(
            can_mate_without_pawns(&[0, 1, 1, 0, 0]) && can_mate_without_pawns(&[0, 3, 0, 0, 0])
        );
        for army in [[3, 0, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 1, 0, 0], [9, 1, 0, 0, 0]] {
            assert!(!can_mate_without_pawns(&army), "{army:?}");
        }
    }

    #[test]
    fn the_start_position_has_the_full_phase_and_promotion_adds_nothing() {
        let phase = |fen| i32::from(material(fen).phase);
        assert_eq!(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"), FULL_PHASE);
        assert_eq!(phase("rnbqkbnr/8/8/8/8/8/8/QNBQKBNR w - - 0 1"), FULL_PHASE);
        assert_eq!(phase("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 0);
        assert_eq!(phase("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1"), 3);
    }

    #[test]
    fn exchanging_the_colours_exchanges_what_is_said_of_them() {
        let one = material("2bnkq2/ppp5/8/8/8/8/PPPP4/1N1RK1R1 w - - 0 1");
        let other = material("1n1rk1r1/pppp4/8/8/8/8/PPP5/2BNKQ2 w - - 0 1");
        assert_eq!(one.imbalance, -other.imbalance);
        assert_eq!(one.prospects, [other.prospects[1], other.prospects[0]]);
        assert_eq!(one.phase, other.phase);
    }
}
