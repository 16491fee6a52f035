//! Building the tree of a game while it is read.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::{PgnError, PgnFault, PgnRemark};
use super::reader::{PgnReader, TextPart};
use super::tree::{Game, Line, Node};
use super::visitor::{PgnText, Skip, Visitor};
use crate::chess_move::MoveFault;
use crate::text::utf8;
use crate::{GameResult, Move, MoveError, Position};

/// Returns the games of a text, one after the other, with what had to be read around as their
/// [remarks](Game::remarks); behind a game that cannot be read comes the next. A text in UTF-16 is
/// recoded first.
///
/// ```
/// let text = b"1. e4 e5 1/2-1/2\n\n[FEN \"none\"]\n1. Ke2 *\n\n[White \"B\"]\n1. c4 Ke4 1-0\n";
/// let games: Vec<_> = movegen::pgn::games(text).collect();
/// assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
/// assert!(games[2].as_ref().is_ok_and(|game| game.is_cut() && game.moves().count() == 1));
/// ```
#[must_use]
pub fn games(bytes: &[u8]) -> Games<'_> {
    let recoded = match utf8(bytes) {
        Ok(Cow::Owned(text)) => Some(RecodedText { text, at: 0, part: TextPart::START }),
        // The reader reports an encoding that is not read.
        Ok(Cow::Borrowed(_)) | Err(_) => None,
    };
    Games { reader: PgnReader::new(bytes), recoded, builder: TreeBuilder::default() }
}

impl Games<'_> {
    /// Makes the reader refuse each game with a fault ([`PgnReader::strict`]).
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.reader = self.reader.strict();
        if let Some(recoded) = &mut self.recoded {
            recoded.part.is_strict = true;
        }
        self
    }

    /// Makes the reader read each FEN by the rules of Chess960 ([`TreeBuilder::chess960`]).
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.builder = self.builder.chess960();
        self
    }
}

/// The games of a text: the iterator that [`games`] returns.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    reader: PgnReader<'a>,
    /// A text in UTF-16, in place of the reader's.
    recoded: Option<RecodedText>,
    builder: TreeBuilder,
}

/// A text that has been recoded as UTF-8.
#[derive(Clone, Debug)]
struct RecodedText {
    text: Vec<u8>,
    at: usize,
    part: TextPart,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(RecodedText { text, at, part }) = &mut self.recoded else {
            return self.reader.read_game(&mut self.builder).transpose();
        };
        let (used, read) = part.read_game(&text[*at..], &mut self.builder);
        *at += used;
        read.transpose()
    }
}

/// The visitor that builds a [`Game`]. A comment without words and a variation of nothing are
/// dropped.
///
/// ```
/// use movegen::pgn::{PgnStream, TreeBuilder};
///
/// let mut source = &b"1. e4 e5 *"[..];
/// let mut stream = PgnStream::new(|buffer: &mut [u8]| std::io::Read::read(&mut source, buffer));
/// let game = stream.read_game(&mut TreeBuilder::default())?.expect("one game");
/// assert_eq!(game.line().moves.len(), 2);
/// # Ok::<(), movegen::pgn::StreamError<std::io::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    /// The state in which every game begins, because reading the start position for each one takes
    /// longer.
    blank: Game,
    game: Game,
    /// Whether the rights of each FEN are those of Chess960.
    is_chess960: bool,
    /// Whether the tags are not yet read, so that the start is not known.
    is_in_tags: bool,
    has_result: bool,
    /// The lines that are open, outermost first; at least the main line.
    open: Vec<Branch>,
}

#[derive(Clone, Debug)]
struct Branch {
    line: Line,
    nags_before: Vec<u8>,
    /// The position before the last move.
    before: Position,
    /// The position after the last move.
    position: Position,
}

impl Branch {
    fn new(position: Position) -> Self {
        Self { line: Line::default(), nags_before: Vec::new(), before: position.clone(), position }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        self.line.moves.push(Node::new(mv));
        if !self.nags_before.is_empty() {
            self.move_nags();
        }
    }

    /// Gives the last move the annotations that came before it.
    #[cold]
    fn move_nags(&mut self) {
        if let Some(node) = self.line.moves.last_mut() {
            node.nags = core::mem::take(&mut self.nags_before);
            node.nags_before = node.nags.len().try_into().unwrap_or(u32::MAX);
        }
    }

    /// Returns the annotations of the last move; before the first one, those of the line.
    fn nags(&mut self) -> &mut Vec<u8> {
        self.line.moves.last_mut().map_or(&mut self.line.nags, |node| &mut node.nags)
    }

    /// Takes the line. Annotations of a move that did not come belong to the last one.
    fn end(&mut self) -> Line {
        if !self.nags_before.is_empty() {
            let mut left = core::mem::take(&mut self.nags_before);
            self.nags().append(&mut left);
        }
        core::mem::take(&mut self.line)
    }
}

impl Default for TreeBuilder {
    fn default() -> Self {
        let blank = Game::bare();
        Self {
            game: blank.clone(),
            blank,
            is_chess960: false,
            is_in_tags: true,
            has_result: false,
            open: Vec::new(),
        }
    }
}

impl TreeBuilder {
    /// Makes the builder read the rights to castle of each FEN by the rules of Chess960, whatever
    /// the tag `Variant` says.
    ///
    /// ```
    /// use movegen::pgn::games;
    ///
    /// let text = b"[FEN \"4k3/8/8/8/8/8/8/1K4R1 w K - 0 1\"]\n\n1. O-O *";
    /// let game = games(text).chess960().next().expect("a game")?;
    /// assert_eq!((game.moves().count(), game.tag("Variant")), (1, Some("Chess960")));
    /// assert!(games(text).next().expect("a game")?.is_cut());
    /// # Ok::<(), movegen::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.is_chess960 = true;
        self
    }

    #[inline]
    fn branch(&mut self) -> &mut Branch {
        if self.open.is_empty() {
            self.open_main_line();
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    #[cold]
    fn open_main_line(&mut self) {
        let mut main = Branch::new(self.game.start().clone());
        core::mem::swap(&mut main.line, self.game.line_mut());
        self.open.push(main);
    }
}

/// A text with single spaces between its words, and none around them.
fn words(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

impl Visitor for TreeBuilder {
    type Output = Game;

    fn begin_game(&mut self) {
        self.game.clone_from(&self.blank);
        self.open.clear();
        self.is_in_tags = true;
        self.has_result = false;
    }

    fn remark(&mut self, remark: PgnRemark) {
        self.game.push_remark(remark);
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnFault> {
        self.game.read_tag(name, &value.decode())
    }

    fn end_tags(&mut self) -> Result<Skip, PgnFault> {
        self.is_in_tags = false;
        self.game.set_up(self.is_chess960)?;
        Ok(Skip::No)
    }

    fn san(&mut self, text: &str) -> Result<(), PgnFault> {
        let branch = self.branch();
        let mv = branch.position.parse_move(text)?;
        core::mem::swap(&mut branch.before, &mut branch.position);
        branch.before.make_into(mv, &mut branch.position);
        branch.push(mv);
        Ok(())
    }

    /// Passes the turn, where the king is not in check.
    fn null_move(&mut self, text: &str) -> Result<(), PgnFault> {
        let branch = self.branch();
        let passed = branch.position.make_null();
        let passed = passed.ok_or_else(|| MoveError::from(MoveFault::Illegal(text.into())))?;
        branch.before = core::mem::replace(&mut branch.position, passed);
        branch.push(Move::NULL);
        Ok(())
    }

    fn nag(&mut self, number: u8) -> Result<(), PgnFault> {
        self.branch().nags().push(number);
        Ok(())
    }

    fn nag_before(&mut self, number: u8) -> Result<(), PgnFault> {
        self.branch().nags_before.push(number);
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnFault> {
        let text = words(&text.decode());
        if text.is_empty() {
            return Ok(());
        }
        if self.is_in_tags {
            self.game.line_mut().comments.push(text);
            return Ok(());
        }
        let line = &mut self.branch().line;
        match line.moves.last_mut() {
            Some(node) => node.comments.push(text),
            None => line.comments.push(text),
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        let branch = self.branch();
        if branch.line.moves.is_empty() {
            return Err(PgnFault::VariationWithoutMove);
        }
        let before = branch.before.clone();
        self.open.push(Branch::new(before));
        Ok(Skip::No)
    }

    fn end_variation(&mut self) -> Result<(), PgnFault> {
        let line = self.open.last_mut().map(Branch::end);
        self.open.pop();
        if let Some(line) = line.filter(|line| *line != Line::default())
            && let Some(node) = self.branch().line.moves.last_mut()
        {
            node.variations.push(line);
        }
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnFault> {
        self.has_result = true;
        self.game.end(result)
    }

    fn end_game(&mut self) -> Game {
        let mut game = core::mem::replace(&mut self.game, self.blank.clone());
        if !self.has_result {
            game.end_by_tag();
        }
        if let Some(branch) = self.open.first_mut() {
            *game.line_mut() = branch.end();
        }
        self.open.clear();
        game
    }
}
