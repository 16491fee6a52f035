//! [`Architecture`]: the numbers that say which network of the family a file holds.

use movegen::{Color, Position, Square};

use crate::block::LANES;
use crate::error::NetworkError;
use crate::view::{PIECE_INPUTS, View};

/// The most king buckets.
pub const KING_BUCKETS: usize = 32;

/// The most hidden neurons of each view.
pub const MAX_HIDDEN: usize = 4_096;

/// The most outputs.
pub const MAX_OUTPUTS: usize = 8;

/// The pieces that a full board has.
const PIECES: usize = 32;

/// The shape of a network and the units of its weights.
///
/// Each side sees the board from its own view: turned so that its pieces go up, and, if the network
/// is `mirrored`, reflected so that its king is on the files a to d. A piece on a square is an
/// input, another one for each king bucket. Both views share the weights of a hidden layer of
/// `hidden` neurons; the activations of the side to move come first. An activation is the square of
/// the neuron's value, clipped to the range from 0 to 1 (SCReLU). One of the `outputs`, chosen by
/// the number of pieces, is the value of the position.
///
/// ```
/// use network::Architecture;
///
/// let small = Architecture::new(128);
/// let large = Architecture { outputs: 8, ..Architecture::new(1_024) };
/// assert_eq!([small.inputs_in_all(), large.inputs_in_all()], [768, 768]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Hidden neurons of each view: a multiple of 32, at most [`MAX_HIDDEN`].
    pub hidden: usize,
    /// A view whose king is on the files e to h is reflected.
    pub mirrored: bool,
    /// The king bucket for each square of the own king as its view sees it, a1, b1, … h8; below
    /// [`KING_BUCKETS`]. A mirrored network asks for the files a to d alone.
    pub king_buckets: [u8; 64],
    /// Outputs, from 1 to [`MAX_OUTPUTS`].
    pub outputs: usize,
    /// The integer that stands for an activation of 1, from 1 to 255.
    pub activation_unit: i16,
    /// The integer that stands for an output weight of 1, from 1 to 255.
    pub weight_unit: i16,
    /// Centipawns that an output of 1 is worth, at least 1.
    pub scale: i16,
}

impl Architecture {
    /// Creates a mirrored architecture with one king bucket and one output, and with the units that
    /// trainers use most: 255 for an activation, 64 for a weight, 400 centipawns.
    #[must_use]
    pub fn new(hidden: usize) -> Self {
        Self {
            hidden,
            mirrored: true,
            king_buckets: [0; 64],
            outputs: 1,
            activation_unit: 255,
            weight_unit: 64,
            scale: 400,
        }
    }

    /// Returns whether the numbers are in their ranges.
    ///
    /// # Errors
    /// The first number that is not.
    pub fn check(&self) -> Result<(), NetworkError> {
        let ranged = |name: &'static str, value: usize, least: usize, most: usize| {
            let range = least..=most;
            let fits = range.contains(&value);
            if fits { Ok(()) } else { Err(NetworkError::Range { name, value, least, most }) }
        };
        ranged("hidden neurons", self.hidden, LANES, MAX_HIDDEN)?;
        if !self.hidden.is_multiple_of(LANES) {
            return Err(NetworkError::Hidden { value: self.hidden });
        }
        ranged("outputs", self.outputs, 1, MAX_OUTPUTS)?;
        let unsigned = |value: i16| usize::try_from(value).unwrap_or(0);
        ranged("activation unit", unsigned(self.activation_unit), 1, 255)?;
        ranged("weight unit", unsigned(self.weight_unit), 1, 255)?;
        ranged("scale", unsigned(self.scale), 1, i16::MAX as usize)?;
        let greatest = self.king_buckets.into_iter().max().unwrap_or(0);
        ranged("king bucket", greatest.into(), 0, KING_BUCKETS - 1)
    }

    /// Returns the number of king buckets: one more than the greatest.
    #[must_use]
    pub fn buckets(&self) -> usize {
        usize::from(self.king_buckets.into_iter().max().unwrap_or(0)) + 1
    }

    /// Returns the number of inputs: 768 for each king bucket.
    #[must_use]
    pub fn inputs_in_all(&self) -> usize {
        PIECE_INPUTS * self.buckets()
    }

    /// Returns the number of the output for a position with `pieces` pieces, kings and pawns
    /// included.
    #[inline]
    #[must_use]
    pub fn output(&self, pieces: u32) -> usize {
        let step = PIECES.div_ceil(self.outputs);
        ((pieces as usize).saturating_sub(2) / step).min(self.outputs - 1)
    }

    /// Returns the inputs that a position turns on, each as the pair of its numbers for the side to
    /// move and for the other side. A trainer adds the weights of these.
    ///
    /// ```
    /// use network::Architecture;
    /// use network::movegen::Position;
    ///
    /// let kings = Position::from_fen("4k3/8/8/8/8/8/8/K7 b - - 0 1")?;
    /// let unmirrored = Architecture { mirrored: false, ..Architecture::new(32) };
    /// let inputs: Vec<[usize; 2]> = unmirrored.inputs(&kings).collect();
    /// // The king on a1 is Black's opponent, on a8 as Black sees it; then the king on e8.
    /// assert_eq!(inputs, [[384 + 320 + 56, 320], [320 + 4, 384 + 320 + 60]]);
    /// # Ok::<(), network::movegen::FenError>(())
    /// ```
    pub fn inputs<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = [usize; 2]> + 'a {
        let us = position.side_to_move();
        let views = [us, !us].map(|color| self.view(color, position.king(color)));
        position.occupied().into_iter().map(move |square| {
            let piece = position.piece_at(square).expect("the square is occupied");
            views.map(|view| view.input(piece, square))
        })
    }

    pub(crate) fn views(&self, position: &Position) -> [View; 2] {
        Color::ALL.map(|color| self.view(color, position.king(color)))
    }

    /// Returns the view of the side whose king is on this square.
    #[inline]
    #[must_use]
    pub fn view(&self, color: Color, king: Square) -> View {
        View::new(color, king, self.mirrored, &self.king_buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused_in_words() {
        let right = Architecture::new(64);
        assert_eq!(right.check(), Ok(()));
        let mut far = right.king_buckets;
        far[9] = 32;
        for (wrong, said) in [
            (Architecture { hidden: 0, ..right.clone() }, "expected hidden neurons from 32 to"),
            (Architecture { hidden: 40, ..right.clone() }, "multiple of 32, found 40"),
            (Architecture { hidden: 8_192, ..right.clone() }, "found 8192"),
            (Architecture { outputs: 0, ..right.clone() }, "expected outputs from 1 to 8, found 0"),
            (Architecture { outputs: 9, ..right.clone() }, "found 9"),
            (Architecture { activation_unit: 256, ..right.clone() }, "activation unit from 1"),
            (Architecture { weight_unit: -3, ..right.clone() }, "weight unit from 1"),
            (Architecture { scale: 0, ..right.clone() }, "scale from 1"),
            (Architecture { king_buckets: far, ..right }, "king bucket from 0 to 31"),
        ] {
            let error = wrong.check().expect_err("out of range").to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn outputs_share_the_counts_of_pieces() {
        let eight = Architecture { outputs: 8, ..Architecture::new(32) };
        let outputs = [2, 5, 6, 29, 30, 32, 64].map(|pieces| eight.output(pieces));
        assert_eq!(outputs, [0, 0, 1, 6, 7, 7, 7]);
        let one = Architecture::new(32);
        assert!((2..=32).all(|pieces| one.output(pieces) == 0));
        let three = Architecture { outputs: 3, ..one };
        assert_eq!([2, 12, 13, 23, 24, 32].map(|pieces| three.output(pieces)), [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn both_sides_of_the_start_position_see_the_same_inputs() {
        let architecture = Architecture { mirrored: false, ..Architecture::new(32) };
        let position = Position::startpos();
        let inputs: Vec<[usize; 2]> = architecture.inputs(&position).collect();
        let sorted = |side: usize| {
            let mut all: Vec<usize> = inputs.iter().map(|pair| pair[side]).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(inputs.len(), 32);
        assert_eq!(sorted(0), sorted(1));
    }
}
