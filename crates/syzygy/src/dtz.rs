//! [`Dtz`]: the distance of a position to zeroing.

/// The distance to zeroing: plies until the clock of the fifty-move rule is at zero again, by a
/// capture or a pawn move, or until mate, when the winner hurries and the loser delays.
///
/// | [`plies`](Self::plies) `n` | side to move, if the clock is at zero now |
/// |---|---|
/// | 1 to 100 | wins; the clock is at zero again after `n` plies |
/// | 101 and more | has a win that the rule makes a draw; zeroing is `n` or `n - 100` plies away |
/// | 0 | draws |
/// | -1 to -100 | loses; the clock is at zero again after `-n` plies, and -1 may be a mate now |
/// | -101 and less | has a loss that the rule makes a draw; the mirror image of 101 and more |
///
/// Some tables count in moves: there a distance of `n + 1` plies may be rounded down to `n`. A
/// table with positions on the edge of the rule never does that (de Man, 2013). So a win is certain
/// if `n` plus the plies on the clock are at most 99.
///
/// ```
/// use syzygy::Tablebases;
/// use syzygy::movegen::Position;
///
/// let tables = Tablebases::open(["examples/data"]);
/// let plies = |fen| tables.probe_dtz(&Position::from_fen(fen).unwrap()).unwrap().plies();
/// assert_eq!(plies("k7/8/K7/8/8/8/8/7R w - - 0 1"), 1); // Rh8 is mate
/// assert_eq!(plies("8/8/8/8/8/8/6k1/K6R b - - 0 1"), 0); // the king takes the rook
/// assert_eq!(plies("k6R/8/K7/8/8/8/8/8 b - - 0 1"), -1); // Black is mated
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dtz(i32);

impl Dtz {
    pub(crate) const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// Returns the distance in plies, positive if the side to move wins. The format has numbers up
    /// to 131,171 in size.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }
}
