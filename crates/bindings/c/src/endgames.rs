//! Syzygy endgame tables.

use std::env::split_paths;
use std::ffi::c_char;
use std::mem::MaybeUninit;

use syzygy::movegen::{Color, Piece, PieceType, Position, PositionBuilder, Square};
use syzygy::{ProbeError, Tablebases, Wdl};

use crate::error::{Error, Failure, Status};
use crate::ffi::{Text, copy_text};
use crate::panic::{guard, or, status};

/// The tables of some folders, to be given back by `pal_syzygy_free`. Any number of threads may use
/// them.
pub struct SyzygyOwned {
    tables: Tablebases,
}

/// A position without a right to castle, as sets of squares, bit 0 = a1.
#[repr(C)]
pub struct SyzygyPosition {
    /// The squares of White's and of Black's pieces.
    pub colors: [u64; 2],
    /// The squares of pawns, knights, bishops, rooks, queens and kings.
    pub kinds: [u64; 6],
    /// 0 if White is to move, 1 if Black is.
    pub side_to_move: u8,
    /// The square that a pawn has just passed by a double step, 0 if none has.
    pub en_passant: u8,
}

/// The values of a position.
#[repr(C)]
pub struct SyzygyResult {
    /// From -2, a loss of the side to move, to 2, a win; -1 and 1 are a loss and a win that the
    /// fifty-move rule makes a draw.
    pub wdl: i32,
    /// Plies to the next capture, pawn move or mate, with the sign of `wdl`; beyond 100 for results
    /// of -1 and 1. 0 if it was not asked for.
    pub dtz: i32,
}

impl SyzygyPosition {
    fn position(&self) -> Result<Position, Failure> {
        let wrong = |text: String| Failure::new(Status::Argument, text);
        let mut builder = PositionBuilder::new();
        if self.side_to_move == 1 {
            builder = builder.side_to_move(Color::Black);
        }
        for square in Square::ALL {
            let bit = 1_u64 << square.index();
            // The number of the sets with this square, and the first of them.
            let of = |sets: &[u64]| {
                let count = sets.iter().filter(|&set| set & bit != 0).count();
                (count, sets.iter().position(|set| set & bit != 0))
            };
            match (of(&self.colors), of(&self.kinds)) {
                ((0, _), (0, _)) => {}
                ((1, Some(color)), (1, Some(kind))) => {
                    let piece = Piece::new(Color::ALL[color], PieceType::ALL[kind]);
                    builder = builder.put(square, piece);
                }
                ((colors, _), (kinds, _)) => {
                    return Err(wrong(format!(
                        "expected one colour and one kind on {square}, found {colors} and {kinds}"
                    )));
                }
            }
        }
        if self.en_passant != 0 {
            let square = Square::ALL.get(usize::from(self.en_passant)).copied();
            let square = square.ok_or_else(|| {
                wrong(format!("expected a square below 64, found {}", self.en_passant))
            })?;
            builder = builder.en_passant(Some(square));
        }
        builder.build().map_err(|error| wrong(error.to_string()))
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        let status = match error {
            ProbeError::Castling | ProbeError::Pieces(_) => Status::Argument,
            _ => Status::Unknown,
        };
        Self::new(status, error)
    }
}

/// Looks for tables in a list of folders, written as the variable `PATH` is. A folder that cannot
/// be read is a warning. Returns null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pal_syzygy_open(
    folders: Text,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<SyzygyOwned>> {
    guard(error, || {
        let folders = folders.get().ok_or_else(|| Failure::null("folders"))?;
        Ok(Box::new(SyzygyOwned { tables: Tablebases::open(split_paths(folders)) }))
    })
    .ok()
}

/// Gives the tables back; null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn pal_syzygy_free(tables: Option<Box<SyzygyOwned>>) {
    or((), || drop(tables));
}

/// Returns the number of pieces of the largest table, 0 without one.
#[unsafe(no_mangle)]
pub extern "C" fn pal_syzygy_max_pieces(tables: Option<&SyzygyOwned>) -> u32 {
    or(0, || tables.map_or(0, |tables| tables.tables.max_pieces()))
}

/// Writes the warnings since the last call, a line each, cut to `size` bytes with the zero at the
/// end, and returns the length of the whole text without it.
///
/// # Safety
/// `buffer` is null or points to `size` bytes, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pal_syzygy_warnings(
    tables: Option<&SyzygyOwned>,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    or(0, || {
        let warnings = tables.map(|tables| tables.tables.take_warnings()).unwrap_or_default();
        let lines: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        // SAFETY: the caller promises it.
        unsafe { copy_text(&lines.join("\n"), buffer, size) }
    })
}

/// Writes the result of a position, and its distance to zeroing if `distance` is not 0. May race.
#[unsafe(no_mangle)]
pub extern "C" fn pal_syzygy_probe(
    tables: Option<&SyzygyOwned>,
    position: Option<&SyzygyPosition>,
    distance: u8,
    result: Option<&mut MaybeUninit<SyzygyResult>>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || {
        let position = position.ok_or_else(|| Failure::null("a position"))?.position()?;
        probe(tables, &position, distance, result)
    })
}

/// Does what `pal_syzygy_probe` does for a position in Forsyth-Edwards notation.
#[unsafe(no_mangle)]
pub extern "C" fn pal_syzygy_probe_fen(
    tables: Option<&SyzygyOwned>,
    fen: Text,
    distance: u8,
    result: Option<&mut MaybeUninit<SyzygyResult>>,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || {
        let fen = fen.get().ok_or_else(|| Failure::null("a FEN"))?;
        let position =
            Position::from_fen(fen).map_err(|error| Failure::new(Status::Argument, error))?;
        probe(tables, &position, distance, result)
    })
}

fn probe(
    tables: Option<&SyzygyOwned>,
    position: &Position,
    distance: u8,
    result: Option<&mut MaybeUninit<SyzygyResult>>,
) -> Result<(), Failure> {
    let tables = &tables.ok_or_else(|| Failure::null("tables"))?.tables;
    let result = result.ok_or_else(|| Failure::null("room for a result"))?;
    let wdl = match tables.probe_wdl(position)? {
        Wdl::Loss => -2,
        Wdl::BlessedLoss => -1,
        Wdl::Draw => 0,
        Wdl::CursedWin => 1,
        Wdl::Win => 2,
    };
    let dtz = if distance == 0 { 0 } else { tables.probe_dtz(position)?.plies() };
    result.write(SyzygyResult { wdl, dtz });
    Ok(())
}
