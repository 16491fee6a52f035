//! A game as a tree of moves.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{PgnFault, PgnRemark, Remedy};
use super::result::read_result;
use crate::{GameResult, Mended, Move, MoveError, Position, Variant};

/// The tags that the standard asks of every game, with the values of one of which nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The most tags of a game: each tag that is set is looked for among all of them.
const MAX_TAGS: usize = 1_000;

/// Tags that mean something here, besides those of [`ROSTER`]. Files also have them in other
/// capitals.
const KNOWN: [&str; 3] = [FEN, VARIANT, "SetUp"];

/// The tag of the start, and that of the rules.
const FEN: &str = "FEN";
const VARIANT: &str = "Variant";

const RESULT: &str = "Result";

/// A game: tags, start, moves with variations, result.
///
/// ```
/// use movegen::pgn::Game;
/// use movegen::{GameResult, Position};
///
/// let (mut position, mut moves) = (Position::startpos(), Vec::new());
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     moves.push(position.parse_san(text)?);
///     position = position.make(moves[moves.len() - 1]);
/// }
/// let mut game = Game::from_moves(Position::startpos(), moves)?;
/// game.set_tag("White", "A. Beginner")?;
/// game.set_result(GameResult::BlackWins);
/// assert_eq!(game.final_position(), position);
/// assert_eq!(
///     game.to_pgn()?,
///     "\
/// [Event \"?\"]
/// [Site \"?\"]
/// [Date \"????.??.??\"]
/// [Round \"?\"]
/// [White \"A. Beginner\"]
/// [Black \"?\"]
/// [Result \"0-1\"]
///
/// 1. f3 e5 2. g4 Qh4# 0-1
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    tags: Vec<Tag>,
    start: Position,
    line: Line,
    result: GameResult,
    remarks: Vec<PgnRemark>,
}

/// A tag: its name and value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: String,
    value: String,
}

impl Tag {
    /// Returns the tag's name: letters, digits and underscores.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the tag's value: any text without line breaks and other control characters.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Moves one after the other.
///
/// ```
/// use movegen::Position;
/// use movegen::pgn::{Game, Line, Node};
///
/// let start = Position::startpos();
/// let [e4, d4] = [start.parse_san("e4")?, start.parse_san("d4")?];
/// let mut game = Game::from_moves(start, [e4])?;
/// let first = &mut game.line_mut().moves[0];
/// first.nags.push(1);
/// first.comments.push("Best by test.".to_owned());
/// first.variations.push(Line { moves: vec![Node::new(d4)], ..Line::default() });
/// assert!(game.to_pgn()?.ends_with("\n1. e4 $1 { Best by test. } ( 1. d4 ) *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Annotations before the first move and its number.
    pub nags: Vec<u8>,
    /// Before the first move, behind those annotations.
    pub comments: Vec<String>,
    /// Each is legal in the position after those before it.
    pub moves: Vec<Node>,
}

/// A move and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move. It may be the null move ([`Move::NULL`]), which passes the turn, where the king is
    /// not in check.
    pub mv: Move,
    /// Annotations by number (numeric annotation glyphs): 1 for a good move, 2 for a poor one, ….
    pub nags: Vec<u8>,
    /// The number of those annotations, the first ones, that stand before the move, behind its
    /// number.
    pub nags_before: u32,
    /// Behind the move. Only the words count: white space is written as single spaces or line
    /// breaks and read as single spaces.
    pub comments: Vec<String>,
    /// Other moves in place of this one, and what follows each.
    pub variations: Vec<Line>,
}

impl Node {
    /// Creates a move of which nothing is said.
    #[must_use]
    pub const fn new(mv: Move) -> Self {
        let nags = Vec::new();
        Self { mv, nags, nags_before: 0, comments: Vec::new(), variations: Vec::new() }
    }
}

/// Returns the position after a move of a game, which may be the null move.
pub(super) fn after(position: &Position, mv: Move) -> Result<Position, MoveError> {
    match mv.is_null().then(|| position.make_null()).flatten() {
        Some(passed) => Ok(passed),
        None => position.check_legal(mv).map(|mv| position.make(mv)),
    }
}

impl Game {
    /// Creates a game without moves, with the seven tags that the standard asks for. If the start
    /// is not that of standard chess, it has the tags `SetUp` and `FEN` too, and `Variant` if
    /// castling follows the rules of Chess960.
    ///
    /// ```
    /// use movegen::Position;
    /// use movegen::pgn::Game;
    ///
    /// let game = Game::new(Position::chess960(0).expect("below 960"));
    /// assert_eq!(game.tag("Variant"), Some("Chess960"));
    /// assert!(game.tag("FEN").is_some_and(|fen| fen.starts_with("bbqnnrkr/")));
    /// assert_eq!(Game::new(Position::startpos()).tag("FEN"), None);
    /// ```
    #[must_use]
    pub fn new(start: Position) -> Self {
        let mut game = Self { start, ..Self::bare() };
        for (name, value) in ROSTER {
            game.push_tag(name, value);
        }
        if game.start != Position::startpos() {
            if game.start.variant() == Variant::Chess960 {
                game.push_tag(VARIANT, "Chess960");
            }
            game.push_tag("SetUp", "1");
            let fen = game.start.to_fen();
            game.push_tag(FEN, &fen);
        }
        game
    }

    /// Creates a game of these moves from a start.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, MoveError> {
        let mut game = Self::new(start);
        let mut position = game.start.clone();
        for mv in moves {
            position = after(&position, mv)?;
            game.line.moves.push(Node::new(mv));
        }
        Ok(game)
    }

    /// Neither tags nor moves.
    pub(super) fn bare() -> Self {
        Self {
            tags: Vec::new(),
            start: Position::startpos(),
            line: Line::default(),
            result: GameResult::Unknown,
            remarks: Vec::new(),
        }
    }

    /// Returns the tags in the order of the file.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns the value of a tag. Capitals in its name do not matter.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let is_it = |tag: &&Tag| tag.name.eq_ignore_ascii_case(name);
        self.tags.iter().find(is_it).map(|tag| tag.value.as_str())
    }

    /// Gives a tag a value; control characters in it become spaces. Capitals in the name do not
    /// matter to a tag that the game has. `FEN` sets the start, mended as
    /// [`read_fen`](crate::KeyedPosition::read_fen) does, by the rules of castling of the tag
    /// `Variant`; without that tag by those that the FEN shows ([`Variant::of_fen`]). Rights that
    /// standard chess cannot have, between back ranks of a start of Chess960, make it a game of
    /// Chess960 in any case; then `Variant` says so.
    ///
    /// ```
    /// use movegen::Position;
    /// use movegen::pgn::{Game, PgnFault};
    ///
    /// let mut game = Game::new(Position::startpos());
    /// game.set_tag("FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(game.start().occupied().count(), 3);
    /// assert_eq!(game.set_tag("Time Control", "300"), Err(PgnFault::TagName));
    /// # Ok::<(), PgnFault>(())
    /// ```
    ///
    /// # Errors
    /// If the name is not made of letters, digits and underscores; if the game has 1,000 other
    /// tags; for `FEN` and `Variant`, if the game has moves already, or the start is no legal
    /// position; for `Variant`, if it names other rules than those of chess and Chess960.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), PgnFault> {
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(belongs) {
            return Err(PgnFault::TagName);
        }
        let is_start = [FEN, VARIANT].iter().any(|known| known.eq_ignore_ascii_case(name));
        if !is_start {
            return self.read_tag(name, value);
        }
        if !self.line.moves.is_empty() {
            return Err(PgnFault::StartOfMoves);
        }
        let before = self.tags.clone();
        self.read_tag(name, value)?;
        match self.set_up(false) {
            Ok(()) | Err(PgnFault::Repaired(_)) => Ok(()),
            Err(fault) => {
                self.tags = before;
                Err(fault)
            }
        }
    }

    /// Gives a tag a value, without a look at the start.
    pub(super) fn read_tag(&mut self, name: &str, value: &str) -> Result<(), PgnFault> {
        let mut known = ROSTER.iter().map(|(name, _)| name).chain(&KNOWN);
        let name = known.find(|known| known.eq_ignore_ascii_case(name)).copied().unwrap_or(name);
        if self.tags.len() >= MAX_TAGS && self.tag(name).is_none() {
            return Err(PgnFault::TooManyTags);
        }
        if name == VARIANT && Variant::from_name(value).is_none() {
            return Err(PgnFault::Variant(value.to_string()));
        }
        self.push_tag(name, value);
        Ok(())
    }

    /// Sets the start that the tags describe, by the rules of Chess960 if the caller or a tag says
    /// so, or the FEN shows it. A FEN that had to be mended is replaced in its tag, and the tag of
    /// the rules names Chess960 where only Chess960 has the rights.
    pub(super) fn set_up(&mut self, is_chess960: bool) -> Result<(), PgnFault> {
        let Some(fen) = self.tag(FEN).filter(|fen| !fen.trim().is_empty()) else { return Ok(()) };
        let name = self.tag(VARIANT).filter(|name| !Variant::is_nothing(name));
        let variant = name.map_or_else(|| Some(Variant::of_fen(fen)), Variant::from_name);
        let Mended { value, repairs } = match variant.filter(|_| !is_chess960) {
            Some(Variant::Standard) => Position::read_fen_of_game(fen)?,
            _ => Position::read_fen(fen, Variant::Chess960)?,
        };
        self.start = value;
        if variant == Some(Variant::Standard) && self.start.variant() == Variant::Chess960 {
            self.push_tag(VARIANT, "Chess960");
        }
        if repairs.is_empty() {
            return Ok(());
        }
        let fen = self.start.to_fen();
        self.push_tag(FEN, &fen);
        let words: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        Err(PgnFault::Repaired(words.join("; ")))
    }

    fn push_tag(&mut self, name: &str, value: &str) {
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let value = value.chars().map(plain).collect();
        match self.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.to_string(), value }),
        }
    }

    /// Returns the position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves that were played, with their variations.
    #[must_use]
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// Returns the moves for changing. Those that are not legal are found when the game is written.
    pub const fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// Returns the moves that were played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|node| node.mv)
    }

    /// Returns the positions of the game, the start first, without variations; up to the first move
    /// that is not legal, should one not be.
    ///
    /// ```
    /// let mut games = movegen::pgn::games(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *");
    /// let game = games.next().expect("one game")?;
    /// let moves = game.positions().zip(game.moves());
    /// let uci: Vec<_> = moves.map(|(position, mv)| position.uci(mv)).collect();
    /// assert_eq!(uci, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1", "g8f6"]);
    /// assert_eq!(game.positions().count(), 9);
    /// # Ok::<(), movegen::pgn::PgnError>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves();
        core::iter::successors(Some(self.start.clone()), move |position| {
            after(position, moves.next()?).ok()
        })
    }

    /// Returns the position after the last move; after the last legal one, should one not be legal.
    #[must_use]
    pub fn final_position(&self) -> Position {
        self.positions().last().unwrap_or_else(|| self.start.clone())
    }

    /// Returns the result behind the moves; without one there, or with a star, that of the tag.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result and the tag `Result`.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        self.push_tag(RESULT, result.as_str());
    }

    /// Sets the result that is behind the moves. A tag with another result is changed, but an
    /// unknown result says nothing: then the tag's stands.
    pub(super) fn end(&mut self, result: GameResult) -> Result<(), PgnFault> {
        let by_tag = |text| read_result(text).unwrap_or(GameResult::Unknown);
        let tag = self.tag(RESULT).map(by_tag);
        self.result = if result == GameResult::Unknown { tag.unwrap_or(result) } else { result };
        match tag.is_some_and(|tag| tag != self.result) {
            true => {
                self.push_tag(RESULT, result.as_str());
                Err(PgnFault::ResultsDiffer)
            }
            false => Ok(()),
        }
    }

    /// Sets the result that the tag has, for a game without one behind its moves.
    pub(super) fn end_by_tag(&mut self) {
        self.result = self.tag(RESULT).and_then(read_result).unwrap_or(GameResult::Unknown);
    }

    /// Returns what had to be read around, in the order of the text; of a game that was not read
    /// from a text, nothing.
    #[must_use]
    pub fn remarks(&self) -> &[PgnRemark] {
        &self.remarks
    }

    /// Takes the remarks away, and returns them.
    pub fn take_remarks(&mut self) -> Vec<PgnRemark> {
        core::mem::take(&mut self.remarks)
    }

    pub(super) fn push_remark(&mut self, remark: PgnRemark) {
        self.remarks.push(remark);
    }

    /// Returns whether a remark says that the main line ends before the game did, because what
    /// follows could not be understood.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.remarks.iter().any(|remark| remark.remedy() == Remedy::Cut)
    }
}
