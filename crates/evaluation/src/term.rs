//! [`Term`]: the parts of the evaluation's sum.

/// A part of the evaluation.
///
/// ```
/// use evaluation::movegen::{Color, Position};
/// use evaluation::{Evaluator, Term};
///
/// // The term that speaks loudest for White.
/// let position = Position::from_fen("6k1/5ppp/8/3P4/8/8/5PPP/6K1 w - - 0 1")?;
/// let trace = Evaluator::new().trace(&position);
/// let lead = |term| trace.term(term, Color::White) - trace.term(term, Color::Black);
/// let loudest = Term::ALL.into_iter().max_by_key(|&term| lead(term).end_game());
/// assert_eq!(loudest.map(Term::name), Some("material"));
/// # Ok::<(), evaluation::movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Term {
    /// The values of the pieces and pawns.
    Material,
    /// Pieces and pawns on good and bad squares.
    PieceSquare,
    /// The value of a piece beside the others: bishop pair, knights and rooks by number of pawns.
    Imbalance,
    /// The pawn structure.
    Pawns,
    /// Passed pawns with regard to the pieces.
    Passed,
    /// The numbers of safe squares that the pieces attack.
    Mobility,
    /// Knights and bishops: outposts, bad bishops, distance from the king.
    Minors,
    /// Rooks: open files, the seventh rank, shut in by the king.
    Rooks,
    /// Queens that a slider would attack if one piece moved.
    Queens,
    /// Attacks that win something.
    Threats,
    /// Pawns before the king, and castling rights.
    Shelter,
    /// The enemy's pieces about the king.
    Danger,
    /// Safe squares behind the centre pawns.
    Space,
    /// Driving a king with little material left to the edge.
    MopUp,
    /// Endings that are known to be won.
    Endings,
    /// The right to move.
    Tempo,
    /// The room that the position leaves a leader: each colour's part makes its own lead greater,
    /// or the other's smaller.
    Initiative,
}

impl Term {
    /// All terms, in the order of the table.
    pub const ALL: [Term; 17] = [
        Term::Material,
        Term::PieceSquare,
        Term::Imbalance,
        Term::Pawns,
        Term::Passed,
        Term::Mobility,
        Term::Minors,
        Term::Rooks,
        Term::Queens,
        Term::Threats,
        Term::Shelter,
        Term::Danger,
        Term::Space,
        Term::MopUp,
        Term::Endings,
        Term::Tempo,
        Term::Initiative,
    ];

    /// Returns the term's name in a table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::PieceSquare => "piece-square",
            Term::Imbalance => "imbalance",
            Term::Pawns => "pawns",
            Term::Passed => "passed pawns",
            Term::Mobility => "mobility",
            Term::Minors => "minor pieces",
            Term::Rooks => "rooks",
            Term::Queens => "queens",
            Term::Threats => "threats",
            Term::Shelter => "king shelter",
            Term::Danger => "king danger",
            Term::Space => "space",
            Term::MopUp => "mop-up",
            Term::Endings => "endings",
            Term::Tempo => "tempo",
            Term::Initiative => "initiative",
        }
    }
}
