//! [`Settings`]: the properties of the searches of a game.

/// The properties of a search that do not change from move to move. Like [`Limits`](crate::Limits),
/// a literal that ends in `..Settings::default()`.
///
/// ```
/// use search::movegen::Move;
/// use search::{Info, Limits, NoTable, Pool, Reporter, Search, Settings};
///
/// /// The first move of each line, by rank.
/// struct Best([Option<Move>; 3]);
///
/// impl Reporter for Best {
///     fn iteration(&mut self, info: &Info<'_>) {
///         self.0[info.multi_pv - 1] = info.pv.first().copied();
///     }
/// }
///
/// // The three best moves of the start position.
/// let mut best = Best([None; 3]);
/// let outcome = Search::new(&NoTable)
///     .settings(Settings { multi_pv: 3, ..Settings::default() })
///     .limits(Limits { depth: Some(3), ..Limits::default() })
///     .reporter(&mut best)
///     .run(&mut Pool::new(|| |_: &_| 0));
/// assert_eq!(best.0[0], outcome.best);
/// assert!(best.0[1].is_some() && best.0[1] != best.0[0] && best.0[2] != best.0[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of best root moves to find, at least 1.
    pub multi_pv: usize,
    /// Plies without a capture or pawn move that make a draw: 100 by the rules of chess.
    pub no_progress_limit: u32,
    /// The most pieces, kings and pawns included, of positions that are looked up in
    /// tablebases; 0 for none.
    pub tb_pieces: u32,
    /// The least depth, in plies, of nodes in which positions with as many pieces as the largest
    /// table holds are looked up; those with fewer are looked up everywhere but in quiescence.
    pub tb_depth: u32,
    /// Tablebases go by the fifty-move rule. Without it a longer win counts, too.
    pub tb_fifty_moves: bool,
}

impl Default for Settings {
    /// Returns the settings of a game by the rules of chess.
    fn default() -> Self {
        Self {
            multi_pv: 1,
            no_progress_limit: 100,
            tb_pieces: 7,
            tb_depth: 1,
            tb_fifty_moves: true,
        }
    }
}
