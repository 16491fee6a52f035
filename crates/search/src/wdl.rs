//! Chances of a win, a draw and a loss, from a score: a logistic model.

use movegen::{PieceType, Position};

use crate::reported_score::Score;
use crate::score::{is_mate, is_mate_loss, is_mate_win};

/// The worth of each kind of piece in the material that the model goes by, in pawns.
const WORTH: [u32; PieceType::ALL.len()] = [1, 3, 3, 5, 9, 0];

/// The advantage that wins half of the games, in centipawns, by the material of both sides, in
/// pawns: linear between the points, and beyond the last one as there. They are near what the
/// tuner's verb `chances` finds in games of the engine against itself at 5,000 nodes a move: with
/// little left a small advantage seldom wins.
const HALF_WINS: [(i32, i32); 5] = [(0, 440), (12, 230), (24, 165), (40, 130), (78, 80)];

/// The material of both sides at the start of a game.
const FULL_MATERIAL: i32 = 78;

/// The advantage that multiplies the odds of a win by e, in centipawns, on a bare board.
const SPREAD_BARE: i32 = 50;

/// That advantage with all pieces on the board.
const SPREAD_FULL: i32 = 90;

/// The unit of the logistic function's argument: `x` means `x / ONE`.
const ONE: i32 = 1_024;

/// The distance of the points of [`LOGISTIC`], a quarter.
const STEP: i32 = ONE / 4;

/// Certainty, in per mille.
const CERTAIN: i32 = 1_000;

const LOGISTIC: [i32; 33] = [
    500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953, 963, 971, 977, 982, 986, 989,
    991, 993, 995, 996, 997, 998, 998, 998, 999, 999, 999, 999, 1000, 1000,
];

/// Returns the logistic function in per mille of `x / ONE`, linear between the points of
/// [`LOGISTIC`].
fn logistic(x: i32) -> i32 {
    let limit = (LOGISTIC.len() as i32 - 1) * STEP;
    let distance = x.abs().min(limit);
    let index = (distance / STEP) as usize;
    let low = LOGISTIC[index];
    let high = LOGISTIC[(index + 1).min(LOGISTIC.len() - 1)];
    let value = low + (high - low) * (distance % STEP) / STEP;
    if x < 0 { CERTAIN - value } else { value }
}

/// Chances of the side to move in per mille; they sum to 1000.
///
/// ```
/// use search::Wdl;
/// use search::movegen::Position;
///
/// // The same advantage wins less often where few pieces are left to win with.
/// let start = Position::startpos();
/// let rooks = Position::from_fen("8/5kp1/7p/8/4P3/r6P/5PP1/4R1K1 w - - 0 1")?;
/// let (early, late) = (Wdl::new(100, &start), Wdl::new(100, &rooks));
/// assert!(late.win < early.win && late.draw > 700);
/// assert_eq!(late.win + late.draw + late.loss, 1_000);
/// // The expected result of the game, a draw counted half.
/// assert!(early.win + early.draw / 2 > 700);
/// # Ok::<(), search::movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Of a win.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of a loss.
    pub loss: u32,
}

impl Wdl {
    /// Returns the chances that a score gives in a position: with all pieces on the board an
    /// advantage of 80 centipawns wins half of the games, with a rook and four pawns a side 198.
    #[must_use]
    pub fn new(score: impl Into<Score>, position: &Position) -> Self {
        Self::with_material(score.into().value(), Self::material(position))
    }

    /// Returns the material of both sides that the chances go by, in pawns: a knight or bishop
    /// counts 3, a rook 5, a queen 9. At the start of a game it is 78.
    #[must_use]
    pub fn material(position: &Position) -> u32 {
        let counts = PieceType::ALL.iter().map(|&kind| position.pieces(kind).count());
        counts.zip(WORTH).map(|(count, worth)| count * worth).sum()
    }

    fn with_material(score: i32, material: u32) -> Self {
        let (win, loss) = if is_mate(score) {
            (CERTAIN * i32::from(is_mate_win(score)), CERTAIN * i32::from(is_mate_loss(score)))
        } else {
            let (half_wins, spread) = half_wins_and_spread(material as i32);
            let chance = |value| logistic((value - half_wins) * ONE / spread);
            let win = chance(score);
            (win, chance(-score).min(CERTAIN - win))
        };
        Self { win: win as u32, draw: (CERTAIN - win - loss) as u32, loss: loss as u32 }
    }
}

/// Returns the advantage that wins half of the games, and the one that multiplies the odds of a win
/// by e, in centipawns.
fn half_wins_and_spread(material: i32) -> (i32, i32) {
    let material = material.min(FULL_MATERIAL);
    let next = HALF_WINS.iter().position(|&(at, _)| material < at).unwrap_or(HALF_WINS.len() - 1);
    let ((low, from), (high, to)) = (HALF_WINS[next - 1], HALF_WINS[next]);
    let half_wins = from + (to - from) * (material - low) / (high - low);
    (half_wins, SPREAD_BARE + (SPREAD_FULL - SPREAD_BARE) * material / FULL_MATERIAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn chances_sum_to_a_thousand_and_mirror() {
        for score in (-3_000..=3_000).chain([MATE, -MATE]) {
            for material in [0, 20, 78, 100] {
                let Wdl { win, draw, loss } = Wdl::with_material(score, material);
                assert_eq!(win + draw + loss, CERTAIN as u32);
                let mirrored = Wdl { win: loss, draw, loss: win };
                assert_eq!(Wdl::with_material(-score, material), mirrored);
                assert!(win <= Wdl::with_material(score + 1, material).win);
            }
        }
    }

    #[test]
    fn half_of_the_games_are_won_where_the_model_says_so() {
        let start = Position::startpos();
        assert_eq!(i64::from(Wdl::material(&start)), i64::from(FULL_MATERIAL));
        for (material, half_wins) in HALF_WINS.into_iter().chain([(18, 198), (103, 80)]) {
            let chances = Wdl::with_material(half_wins, material as u32);
            assert_eq!(chances.win, 500, "{material}");
            let spread = half_wins_and_spread(material).1;
            let more = Wdl::with_material(half_wins + spread, material as u32).win;
            assert!((730..=731).contains(&more), "odds of e: {more}");
        }
        assert_eq!([0, 39, 78].map(|material| half_wins_and_spread(material).1), [50, 70, 90]);
        assert_eq!(Wdl::new(-MATE, &start), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
