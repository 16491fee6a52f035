//! Chances of a win, a draw and a loss, from a score: a logistic model.

use movegen::{PieceType, Position};

use crate::reported_score::Score;
use crate::score::{is_mate, is_mate_loss, is_mate_win};

/// The worth of each kind of piece in the material that the model goes by, in pawns.
const WORTH: [u32; PieceType::ALL.len()] = [1, 3, 3, 5, 9, 0];

/// The material of both sides at the start of a game.
const FULL_MATERIAL: u32 = 78;

/// The advantage that wins half of the games on a bare board, in centipawns.
const HALF_WINS_BARE: i32 = 90;

/// The advantage that wins half of the games with all pieces on the board, in centipawns.
const HALF_WINS_FULL: i32 = 150;

/// The advantage that multiplies the odds of a win by e, in centipawns.
const SPREAD: i32 = 60;

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
/// // The same two pawns are worth more when there is less left to hide behind.
/// let start = Position::startpos();
/// let ending = Position::from_fen("8/5k2/8/8/8/3PP3/5K2/8 w - - 0 1")?;
/// let (early, late) = (Wdl::new(200, &start), Wdl::new(200, &ending));
/// assert!(late.win > early.win);
/// assert_eq!(late.win + late.draw + late.loss, 1_000);
/// // The expected result of the game, a draw counted half.
/// assert!(late.win + late.draw / 2 > 800);
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
    /// advantage of 150 centipawns wins half of the games, on a bare board 90.
    #[must_use]
    pub fn new(score: impl Into<Score>, position: &Position) -> Self {
        Self::with_material(score.into().value(), material(position))
    }

    fn with_material(score: i32, material: u32) -> Self {
        let (win, loss) = if is_mate(score) {
            (CERTAIN * i32::from(is_mate_win(score)), CERTAIN * i32::from(is_mate_loss(score)))
        } else {
            let share = material.min(FULL_MATERIAL) as i32;
            let more = (HALF_WINS_FULL - HALF_WINS_BARE) * share / FULL_MATERIAL as i32;
            let chance = |value| logistic((value - HALF_WINS_BARE - more) * ONE / SPREAD);
            let win = chance(score);
            (win, chance(-score).min(CERTAIN - win))
        };
        Self { win: win as u32, draw: (CERTAIN - win - loss) as u32, loss: loss as u32 }
    }
}

/// Returns the material of both sides, in pawns.
fn material(position: &Position) -> u32 {
    PieceType::ALL.iter().map(|&kind| position.pieces(kind).count() * WORTH[kind.index()]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn chances_sum_to_a_thousand_and_mirror() {
        for score in (-3_000..=3_000).chain([MATE, -MATE]) {
            for material in [0, 20, FULL_MATERIAL, 100] {
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
        assert_eq!(material(&start), FULL_MATERIAL);
        assert_eq!(Wdl::new(HALF_WINS_FULL, &start).win, 500);
        assert_eq!(Wdl::with_material(HALF_WINS_BARE, 0).win, 500);
        assert_eq!(Wdl::new(-MATE, &start), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
