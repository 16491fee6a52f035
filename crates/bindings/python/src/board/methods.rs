//! The methods of [`Board`] in Python.

use movegen::{Color, GameEnd, KeyHistory, Position, Variant, perft};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use crate::chess_move::{LegalMoves, Move};
use crate::epd;
use crate::error::{square, value_error};
use crate::outcome::{Outcome, Termination};
use crate::piece::{Piece, color, kind};

/// The plies without progress that a claim of the fifty-move rule needs.
const CLAIM_PLIES: u32 = 100;

/// A board for `pickle`: the function that restores it, and its arguments.
type Reduced = (Py<PyAny>, (String, bool, Vec<String>));

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, *, chess960=false))]
    fn new(fen: Option<&str>, chess960: bool) -> PyResult<Self> {
        let Some(fen) = fen else { return Ok(Self::at(Position::startpos(), chess960)) };
        let read = match chess960 {
            true => Position::read_fen(fen, Variant::Chess960).map(|mended| mended.value),
            false => Position::from_fen(fen),
        };
        Ok(Self::at(read.map_err(value_error)?, chess960))
    }

    /// Returns the start of Chess960 of a number from 0 to 959; that of chess is 518.
    #[staticmethod]
    fn from_chess960_pos(scharnagl: u32) -> PyResult<Self> {
        let wrong = || value_error(format!("expected a number from 0 to 959, found {scharnagl}"));
        Ok(Self::at(Position::chess960(scharnagl).ok_or_else(wrong)?, true))
    }

    /// Reads a line of EPD: the board and the operations. The moves of `bm`, `am` and `pv` are
    /// lists, numbers are numbers, and other operands are text.
    #[staticmethod]
    #[pyo3(signature = (epd, *, chess960=false))]
    fn from_epd<'py>(
        py: Python<'py>,
        epd: &str,
        chess960: bool,
    ) -> PyResult<(Self, Bound<'py, PyDict>)> {
        let variant = if chess960 { Variant::Chess960 } else { Variant::of_fen(epd) };
        let (position, operations) = epd::read(py, epd, variant)?;
        Ok((Self::at(position, chess960), operations))
    }

    /// Returns the board of a `chess.Board` of python-chess, with its moves.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_chess960 = board.getattr("chess960")?.extract()?;
        let fen: String = board.call_method0("root")?.call_method0("fen")?.extract()?;
        let mut copy = Self::new(Some(&fen), is_chess960)?;
        for mv in board.getattr("move_stack")?.try_iter()? {
            let text: String = mv?.call_method0("uci")?.extract()?;
            copy.make(copy.parsed_uci(&text)?)?;
        }
        Ok(copy)
    }

    /// Returns a `chess.Board` of python-chess, with the moves.
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chess = py.import("chess")?;
        let named = PyDict::new(py);
        named.set_item("chess960", self.is_chess960)?;
        let board = chess.call_method("Board", (self.root().fen(),), Some(&named))?;
        let read = chess.getattr("Move")?;
        for mv in self.move_stack() {
            board.call_method1("push", (read.call_method1("from_uci", (mv.text(),))?,))?;
        }
        Ok(board)
    }

    /// Returns the position as FEN (X-FEN in Chess960). The en passant square is there if a capture
    /// is legal.
    fn fen(&self) -> String {
        self.x_fen()
    }

    /// Returns the first field of FEN.
    fn board_fen(&self) -> String {
        self.x_fen().split(' ').take(1).collect()
    }

    /// Returns the position as EPD with operations: text, numbers, moves or lists of moves.
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        epd::write(&self.position, operations)
    }

    /// Whether White is to move.
    #[getter]
    fn turn(&self) -> bool {
        self.position.side_to_move() == Color::White
    }

    /// Whether moves are written as in Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.is_chess960
    }

    /// The plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    /// The number of the move, from 1; it goes up after Black's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// The key of the position: 64 bits.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The key of the position in PolyGlot's books: 64 bits.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.position.polyglot_key()
    }

    /// The square behind a pawn that may be captured en passant, legally.
    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.position.en_passant().map(movegen::Square::index)
    }

    /// The rooks that may still castle, a bit each.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.position.castling_rooks().0
    }

    /// The squares with a piece, a bit each.
    #[getter]
    fn occupied(&self) -> u64 {
        self.position.occupied().0
    }

    /// The pieces of a kind (1, a pawn, to 6, a king) and colour, a bit each.
    fn pieces_mask(&self, piece_type: usize, color: bool) -> PyResult<u64> {
        Ok(self.position.colored(self::color(color), kind(piece_type)?).0)
    }

    /// Returns the piece on a square from 0 (a1) to 63 (h8).
    fn piece_at(&self, square: usize) -> PyResult<Option<Piece>> {
        Ok(self.position.piece_at(self::square(square)?).map(Piece))
    }

    /// Returns the kind of the piece on a square: 1, a pawn, to 6, a king.
    fn piece_type_at(&self, square: usize) -> PyResult<Option<usize>> {
        Ok(self.position.piece_at(self::square(square)?).map(|piece| piece.kind().index() + 1))
    }

    /// Returns the square of a colour's king.
    fn king(&self, color: bool) -> usize {
        self.position.king(self::color(color)).index()
    }

    /// Returns whether a piece of a colour attacks a square.
    fn is_attacked_by(&self, color: bool, square: usize) -> PyResult<bool> {
        let occupied = self.position.occupied();
        Ok(self.position.is_attacked(self::square(square)?, self::color(color), occupied))
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<LegalMoves> {
        LegalMoves::new(py, &self.position.legal_moves(), self.variant())
    }

    /// Returns whether a move is legal.
    fn is_legal(&self, mv: &Move) -> bool {
        !mv.inner.is_null() && self.legal(*mv).is_ok()
    }

    /// The moves made, oldest first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let variant = self.variant();
        self.earlier.iter().map(|&(_, mv)| Move::shown(mv, variant)).collect()
    }

    /// Makes a legal move, or the null move where there is no check.
    fn push(&mut self, mv: &Move) -> PyResult<()> {
        self.make(self.legal(*mv)?)
    }

    /// Makes a move in SAN and returns it.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let mv = self.parsed_san(san)?;
        let shown = self.shown(mv);
        self.make(mv).map(|()| shown)
    }

    /// Makes a move in UCI's notation and returns it.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = self.parsed_uci(uci)?;
        let shown = self.shown(mv);
        self.make(mv).map(|()| shown)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.earlier.pop();
        let (position, mv) = last.ok_or_else(|| PyIndexError::new_err("no move was made"))?;
        self.history.pop();
        *self.position = position;
        Ok(self.shown(mv))
    }

    /// Returns the last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.earlier.last();
        let (_, mv) = last.ok_or_else(|| PyIndexError::new_err("no move was made"))?;
        Ok(self.shown(*mv))
    }

    /// Reads a legal move in SAN.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.parsed_san(san).map(|mv| self.shown(mv))
    }

    /// Reads a legal move in UCI's notation.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        self.parsed_uci(uci).map(|mv| self.shown(mv))
    }

    /// Returns a legal move in SAN.
    fn san(&self, mv: &Move) -> PyResult<String> {
        let mv = self.legal(*mv)?;
        Ok(if mv.is_null() { "--".to_owned() } else { self.position.san(mv) })
    }

    /// Returns a legal move in UCI's notation.
    fn uci(&self, mv: &Move) -> PyResult<String> {
        Ok(self.shown(self.legal(*mv)?).text())
    }

    /// Returns a line of moves in SAN with their numbers, such as `1. e4 e5 2. Nf3`.
    fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut board = self.without_past();
        let mut words = Vec::new();
        for (index, mv) in variation.try_iter()?.enumerate() {
            let mv = &mv?.extract()?;
            let number = board.fullmove_number();
            match board.position.side_to_move() {
                Color::White => words.push(format!("{number}. {}", board.san(mv)?)),
                Color::Black if index == 0 => words.push(format!("{number}...{}", board.san(mv)?)),
                Color::Black => words.push(board.san(mv)?),
            }
            board.push(mv)?;
        }
        Ok(words.join(" "))
    }

    /// Returns whether a legal move captures.
    fn is_capture(&self, mv: &Move) -> PyResult<bool> {
        let mv = self.legal(*mv)?;
        Ok(!mv.is_null() && self.position.is_capture(mv))
    }

    /// Returns whether a legal move captures en passant.
    fn is_en_passant(&self, mv: &Move) -> PyResult<bool> {
        Ok(self.legal(*mv)?.is_en_passant())
    }

    /// Returns whether a legal move castles.
    fn is_castling(&self, mv: &Move) -> PyResult<bool> {
        Ok(self.legal(*mv)?.is_castling())
    }

    /// Returns whether a legal move gives check.
    fn gives_check(&self, mv: &Move) -> PyResult<bool> {
        let mv = self.legal(*mv)?;
        Ok(!mv.is_null() && self.position.gives_check(mv))
    }

    /// Returns whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// Returns whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        matches!(self.position.outcome(), Some(GameEnd::Checkmate { .. }))
    }

    /// Returns whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.is_end(GameEnd::Stalemate)
    }

    /// Returns whether no side can mate, judged by material.
    fn is_insufficient_material(&self) -> bool {
        self.position.is_insufficient_material()
    }

    /// Returns whether 75 moves by each side made no progress.
    fn is_seventyfive_moves(&self) -> bool {
        self.is_end(GameEnd::SeventyFiveMoves)
    }

    /// Returns whether the position is on the board for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// Returns whether the position is on the board for the `count`th time.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.repetitions() + 1 >= count
    }

    /// Returns whether a draw by repetition can be claimed, on the board or by a move.
    fn can_claim_threefold_repetition(&self) -> bool {
        let thrice = |position: &Position, history: &KeyHistory| {
            history.repetitions(position.key(), position.halfmove_clock()) >= 2
        };
        self.can_claim(thrice)
    }

    /// Returns whether a draw by the fifty-move rule can be claimed, on the board or by a move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.can_claim(|position, _| {
            position.halfmove_clock() >= CLAIM_PLIES && position.count_legal() > 0
        })
    }

    /// Returns whether a draw can be claimed.
    fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    /// Returns how the game has ended; `claim_draw` counts draws by a claim.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        if let Some(end) = self.end() {
            return Outcome::of(end);
        }
        let claims = claim_draw && self.has_moves();
        if claims && self.can_claim_fifty_moves() {
            return Some(Outcome::draw(Termination::FIFTY_MOVES));
        }
        let repeats = claims && self.can_claim_threefold_repetition();
        repeats.then(|| Outcome::draw(Termination::THREEFOLD_REPETITION))
    }

    /// Returns whether the game has ended; `claim_draw` counts draws by a claim.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.outcome(claim_draw).is_some()
    }

    /// Returns the result of the game, `*` while it goes on; `claim_draw` counts draws by a claim.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        self.outcome(claim_draw).map_or("*", |outcome| outcome.result())
    }

    /// Counts the paths of legal moves of a depth in plies; other Python threads run meanwhile.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft(&self.position, depth))
    }

    /// Returns the plies since the start of the game.
    fn ply(&self) -> u32 {
        self.plies()
    }

    /// Returns a copy, without the earlier moves if `stack` is false.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        if stack { self.clone() } else { self.without_past() }
    }

    /// Returns the board before the first move.
    fn root(&self) -> Self {
        Self::at(self.played().0, self.is_chess960)
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::board(&self.position, self.earlier.last().map(|&(_, mv)| mv))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.clone()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Reduced> {
        let board = slf.borrow();
        let moves = board.move_stack().into_iter().map(Move::text).collect();
        let restore = slf.get_type().getattr("_restore")?.unbind();
        Ok((restore, (board.root().fen(), board.is_chess960, moves)))
    }

    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "Python has no list to lend")]
    fn _restore(fen: &str, chess960: bool, moves: Vec<String>) -> PyResult<Self> {
        let mut board = Self::new(Some(fen), chess960)?;
        moves.iter().try_for_each(|uci| board.push_uci(uci).map(|_| ()))?;
        Ok(board)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position && self.is_chess960 == other.is_chess960
    }

    fn __str__(&self) -> String {
        let text = self.position.to_string();
        let ranks: Vec<&str> = text.lines().take(8).map(|rank| &rank[2..]).collect();
        ranks.join("\n")
    }

    fn __repr__(&self) -> String {
        let variant = if self.is_chess960 { ", chess960=True" } else { "" };
        format!("Board('{}'{variant})", self.x_fen())
    }
}
