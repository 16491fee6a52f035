//! [`Prospects`]: the leader's winning chances, as far as the numbers of pieces decide them.

use movegen::{Color, PieceType, SeeValues};

use crate::material::{Army, Counts, can_mate_without_pawns};
use crate::verdict::FULL_SCALE;
use crate::weights::Weights;

/// The values by which a side is a piece up: a bishop counts as much as a knight, unlike in the
/// weights, which are tuned.
const VALUES: SeeValues = SeeValues::CLASSIC;
pub(crate) const MINOR_PIECE: i32 = VALUES.0[PieceType::Bishop.index()];

/// The scale of a leader that cannot win.
const DRAWN: i32 = 0;
/// The largest phase, as with two queens, at which a pawnless lead is scaled in the middle game,
/// too.
pub(crate) const FEW_PIECES: u8 = 8;

/// A colour's winning chances if it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prospects {
    /// The scale of the end game if nothing else is found, 0 to [`FULL_SCALE`].
    pub(crate) scale: u8,
    /// The features of the position that may change the scale.
    pub(crate) questions: Questions,
}

/// A set of features to look for on the board, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Questions(u8);

impl Questions {
    /// The colour has no pawns, and few pieces are left or it cannot mate: its middle-game lead
    /// counts no more than its end-game lead.
    pub(crate) const BOTH_HALVES: Self = Self(1);
    /// The colour has only bishops and pawns: one corner may be out of reach.
    pub(crate) const BISHOPS_ONLY: Self = Self(1 << 1);
    /// The enemy has pawns and no less in pieces: all pawns may stand on one wing.
    pub(crate) const ONE_WING: Self = Self(1 << 2);
    /// Each side has one bishop, and perhaps they never meet.
    pub(crate) const OPPOSITE_BISHOPS: Self = Self(1 << 3);
    /// There are no pieces except these bishops.
    pub(crate) const BISHOPS_ALONE: Self = Self(1 << 4);

    /// Returns whether all bits of `question` are set.
    #[inline]
    pub(crate) fn contain(self, question: Self) -> bool {
        self.0 & question.0 == question.0
    }

    /// Returns whether no bit is set.
    #[inline]
    pub(crate) fn are_none(self) -> bool {
        self.0 == 0
    }
}

impl Prospects {
    /// Returns the prospects of `us` with these numbers of pieces, in this phase.
    pub(crate) fn of(counts: &Counts, phase: u8, us: Color, weights: &Weights) -> Self {
        let (own, enemy) = (counts.army(us), counts.army(!us));
        let lead = pieces_value(own) - pieces_value(enemy);
        let scale = if own[0] > 0 {
            let further = weights.scale_further_pawn.end_game() * (own[0] - 1);
            (weights.scale_one_pawn.end_game() + further).clamp(0, FULL_SCALE)
        } else if !can_mate_without_pawns(own) {
            DRAWN
        } else if lead <= MINOR_PIECE {
            weights.scale_no_pawns.end_game().clamp(0, FULL_SCALE)
        } else {
            FULL_SCALE
        };
        let one_bishop_each = own[2] == 1 && enemy[2] == 1;
        let alone = pieces_value(own) == MINOR_PIECE && lead == 0;
        let questions = [
            (Questions::BOTH_HALVES, own[0] == 0 && (scale == DRAWN || phase <= FEW_PIECES)),
            (Questions::BISHOPS_ONLY, own[1] + own[3] + own[4] == 0),
            (Questions::ONE_WING, own[0] > 0 && enemy[0] > 0 && lead <= 0),
            (Questions::OPPOSITE_BISHOPS, own[0] > 0 && one_bishop_each),
            (Questions::BISHOPS_ALONE, own[0] > 0 && one_bishop_each && alone),
        ];
        let bits = questions.iter().filter(|(_, asked)| *asked).map(|(bit, _)| bit.0);
        Self { scale: scale as u8, questions: Questions(bits.sum()) }
    }
}

/// Returns the value of an army's pieces without its pawns, in [`VALUES`].
pub(crate) fn pieces_value(army: &Army) -> i32 {
    let values = &VALUES.0[PieceType::Knight.index()..];
    army[PieceType::Knight.index()..].iter().zip(values).map(|(count, value)| count * value).sum()
}
