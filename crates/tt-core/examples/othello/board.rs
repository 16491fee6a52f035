//! The board as two sets of squares, bit 0 in one corner, eight squares a row.

/// The squares of both sides, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) own: u64,
    pub(crate) other: u64,
}

/// Squares that are not on the left edge, and not on the right one: a step along a row or a
/// diagonal must not arrive on the opposite edge.
const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// A step in each of the eight directions, by how many bits and onto which squares.
const STEPS: [(i32, u64); 8] = [
    (1, NOT_LEFT),
    (-1, NOT_RIGHT),
    (8, u64::MAX),
    (-8, u64::MAX),
    (9, NOT_LEFT),
    (-9, NOT_RIGHT),
    (7, NOT_RIGHT),
    (-7, NOT_LEFT),
];

#[inline]
fn step(set: u64, (by, onto): (i32, u64)) -> u64 {
    (if by > 0 { set << by } else { set >> -by }) & onto
}

impl Board {
    /// The position at the beginning of a game; a disc of the second player is at the upper left.
    pub(crate) const START: Self =
        Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// A position of 64 characters: `X` for the side to move, `O` for the other, anything else is
    /// free.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let set = |wanted| {
            text.bytes()
                .enumerate()
                .filter(|&(_, byte)| byte == wanted)
                .fold(0, |set, (square, _)| set | 1 << square)
        };
        (text.len() == 64).then(|| Self { own: set(b'X'), other: set(b'O') })
    }

    pub(crate) fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares where the side to move may play: there a line of the other's discs begins that
    /// ends at one of its own.
    #[inline]
    pub(crate) fn moves(self) -> u64 {
        STEPS.into_iter().fold(0, |moves, direction| {
            let mut line = step(self.own, direction) & self.other;
            for _ in 0..5 {
                line |= step(line, direction) & self.other;
            }
            moves | step(line, direction)
        }) & self.empty()
    }

    /// The discs that a move turns, none if it is not allowed.
    #[inline]
    fn turned(self, square: u64) -> u64 {
        STEPS.into_iter().fold(0, |turned, direction| {
            let mut line = 0;
            let mut next = step(square, direction);
            while next & self.other != 0 {
                line |= next;
                next = step(next, direction);
            }
            if next & self.own != 0 { turned | line } else { turned }
        })
    }

    /// The position after a move, seen from the other side.
    #[inline]
    pub(crate) fn play(self, square: u64) -> Self {
        let turned = self.turned(square);
        Self { own: self.other & !turned, other: self.own | turned | square }
    }

    /// The position after a pass.
    pub(crate) fn pass(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The result if nobody can move: how many more discs the side to move has, the free squares
    /// being the winner's.
    pub(crate) fn result(self) -> i8 {
        let (own, other) = (self.own.count_ones() as i8, self.other.count_ones() as i8);
        let free = 64 - own - other;
        own - other + free * (own - other).signum()
    }
}
