//! Reading a FEN: every field by itself, so that one fault does not hide the next.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::error::{FenError, FenFault, FenField, Kind};
use super::repair::{FenRepair, Mended, Repair};
use crate::keys::ChessKeys;
use crate::{
    Bitboard, CastlingSide, Color, File, KeyedPosition, Piece, PieceType, Rank, Square, Variant,
    attacks,
};

/// Which texts are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Texts as this crate writes them, and no others.
    Strict,
    /// Texts as people and programs write them; what can be mended is mended.
    Lenient,
}

/// Fields that cannot be guessed: the pieces and the side to move.
const NEEDED: usize = 2;

/// Returns the text that replaces a field behind [`NEEDED`] that is missing or cannot be used.
const fn default_of(field: FenField) -> &'static str {
    match field {
        FenField::HalfmoveClock => "0",
        FenField::MoveNumber => "1",
        _ => "-",
    }
}

const FIELDS: [FenField; 6] = [
    FenField::Board,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::MoveNumber,
];

#[derive(Clone, Copy)]
struct Excerpt<'a> {
    field: FenField,
    text: &'a str,
    start: usize,
}

impl<'a> Excerpt<'a> {
    /// The part between two byte offsets of this one.
    fn cut(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], start: self.start + range.start, ..self }
    }

    fn letters(self) -> impl Iterator<Item = (char, Self)> {
        self.text
            .char_indices()
            .map(move |(at, letter)| (letter, self.cut(at..at + letter.len_utf8())))
    }

    fn fault(self, kind: Kind) -> FenFault {
        FenFault::new(self.field, self.start..self.start + self.text.len(), kind)
    }

    /// The text for a message, at most 40 characters of it.
    fn quote(self) -> String {
        self.text.chars().take(40).collect()
    }

    /// Splits a FEN into its fields: at white space, in strict mode at single spaces.
    fn fields(fen: &'a str, mode: Mode) -> Vec<&'a str> {
        match mode {
            Mode::Strict => fen.split(' ').collect(),
            Mode::Lenient => fen.split_ascii_whitespace().collect(),
        }
    }
}

/// Reads a FEN.
///
/// # Errors
/// Every fault of every field; in lenient mode only if one of them cannot be mended.
pub(super) fn read<K: ChessKeys>(
    fen: &str,
    mode: Mode,
    variant: Variant,
) -> Result<Mended<KeyedPosition<K>>, FenError> {
    let texts = Excerpt::fields(fen, mode);
    let place = |text: &str| text.as_ptr() as usize - fen.as_ptr() as usize;
    let (faults, mendable, repairs) = (Vec::new(), Vec::new(), Vec::new());
    let position = KeyedPosition::empty();
    let mut reader = Reader { position, mode, variant, faults, mendable, repairs };
    match mode {
        Mode::Strict if texts.len() != FIELDS.len() => {
            reader.faults.push(whole(fen, Kind::StrictFieldCount(texts.len())));
        }
        Mode::Lenient if texts.len() < NEEDED => {
            reader.faults.push(whole(fen, Kind::FieldCount(texts.len())));
        }
        _ => {}
    }
    // The fields are slices of the text: their addresses give their places.
    let parts: Vec<Excerpt<'_>> = FIELDS
        .into_iter()
        .zip(&texts)
        .map(|(field, &text)| Excerpt { field, text, start: place(text) })
        .collect();
    reader.read(&parts);
    if let (Mode::Lenient, Some(&extra)) = (mode, texts.get(FIELDS.len())) {
        reader.repair(FenField::Text, fen[place(extra)..].trim_end(), Repair::LeftOut);
    }
    if reader.faults.is_empty() {
        return Ok(Mended { value: reader.position, repairs: reader.repairs });
    }
    reader.faults.append(&mut reader.mendable);
    Err(FenError::of(reader.faults))
}

fn whole(fen: &str, kind: Kind) -> FenFault {
    FenFault::new(FenField::Text, 0..fen.len(), kind)
}

struct Reader<K: ChessKeys> {
    position: KeyedPosition<K>,
    mode: Mode,
    variant: Variant,
    /// Faults that leave no position.
    faults: Vec<FenFault>,
    mendable: Vec<FenFault>,
    /// The repairs of those faults, and fields that are missing or too many.
    repairs: Vec<FenRepair>,
}

impl<K: ChessKeys> Reader<K> {
    fn read(&mut self, parts: &[Excerpt<'_>]) {
        let Some(&board) = parts.first() else { return };
        let board_read = self.without_new_faults(|reader| reader.read_board(board));
        let side_read = parts
            .get(1)
            .is_some_and(|&part| self.without_new_faults(|reader| reader.read_side(part)));
        // Legality is checked only on a board that could be read: one wrong letter would cause a
        // dozen more faults.
        let mut kings_stand = false;
        if board_read {
            let faults = self.position.faults(side_read);
            kings_stand = !faults.iter().any(|fault| fault.leaves_no_king());
            self.faults.extend(faults.into_iter().map(|fault| board.fault(Kind::Fault(fault))));
        }
        match parts.get(2) {
            Some(&part) => self.read_rights(part, kings_stand),
            None => self.repair_missing(FenField::Castling),
        }
        match parts.get(3) {
            Some(&part) if part.text == "-" => {}
            Some(&part) => {
                if let Err(kind) = self.read_en_passant(part, side_read, kings_stand) {
                    self.mend(part, kind);
                }
            }
            None => self.repair_missing(FenField::EnPassant),
        }
        let halfmove = parts.get(4).map_or(0, |&part| self.read_number(part));
        let fullmove = parts.get(5).map_or(1, |&part| self.read_number(part));
        if let Some(&part) = parts.get(5).filter(|part| part.text == "0")
            && self.mode == Mode::Strict
        {
            self.faults.push(part.fault(Kind::MoveZero));
        }
        self.position.set_clocks(halfmove, fullmove.max(1));
    }

    fn repair(&mut self, field: FenField, text: &str, repair: Repair) {
        self.repairs.push(FenRepair::new(field, text, repair));
    }

    /// Notes that a field is missing. Missing clocks are common, and no repair.
    fn repair_missing(&mut self, field: FenField) {
        if self.mode == Mode::Lenient {
            self.repair(field, "", Repair::Missing(default_of(field)));
        }
    }

    /// Reads the default in place of a field that cannot be used; in strict mode it is a fault.
    fn mend(&mut self, part: Excerpt<'_>, kind: Kind) {
        let fault = part.fault(kind);
        if self.mode == Mode::Strict {
            return self.faults.push(fault);
        }
        self.mendable.push(fault);
        self.repair(part.field, part.text, Repair::ReadAs(default_of(part.field)));
    }

    /// Whether `work` found nothing wrong.
    fn without_new_faults(&mut self, work: impl FnOnce(&mut Self)) -> bool {
        let before = self.faults.len();
        work(self);
        self.faults.len() == before
    }

    fn read_board(&mut self, board: Excerpt<'_>) {
        let count = board.text.split('/').count();
        if count != 8 {
            self.faults.push(board.fault(Kind::RankCount(count)));
        }
        let mut start = 0;
        for (rank, row) in Rank::ALL.into_iter().rev().zip(board.text.split('/')) {
            self.read_row(board.cut(start..start + row.len()), rank);
            start += row.len() + 1;
        }
    }

    fn read_row(&mut self, row: Excerpt<'_>, rank: Rank) {
        let mut width = 0usize;
        let mut after_number = false;
        let before = self.faults.len();
        for (letter, part) in row.letters() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                if after_number && self.mode == Mode::Strict {
                    self.faults.push(part.fault(Kind::SplitNumber(rank)));
                }
                width += empty as usize;
                after_number = true;
                continue;
            }
            after_number = false;
            match Piece::from_letter(letter) {
                None => self.faults.push(part.fault(Kind::BoardLetter(letter, rank))),
                Some(piece) => {
                    if let Some(&file) = File::ALL.get(width) {
                        self.position.place(piece, Square::new(file, rank));
                    }
                }
            }
            width += 1;
        }
        if width != 8 && self.faults.len() == before {
            self.faults.push(row.fault(Kind::RankLength(rank)));
        }
    }

    fn read_side(&mut self, part: Excerpt<'_>) {
        match part.text {
            "w" => {}
            "b" => self.position.set_black_to_move(),
            _ => self.faults.push(part.fault(Kind::Side(part.quote()))),
        }
    }

    fn read_rights(&mut self, part: Excerpt<'_>, kings_stand: bool) {
        if part.text == "-" {
            return;
        }
        let (mut dropped, mut of_chess960, mut faults) = (String::new(), String::new(), Vec::new());
        for (letter, at) in part.letters() {
            if let Err(kind) = self.read_right(letter, kings_stand) {
                match kind {
                    Kind::CastlingVariant(_) => of_chess960.push(letter),
                    _ => dropped.push(letter),
                }
                faults.push(at.fault(kind));
            }
        }
        if self.mode == Mode::Lenient {
            self.mendable.append(&mut faults);
            for (text, repair) in
                [(dropped, Repair::Dropped), (of_chess960, Repair::DroppedOfChess960)]
            {
                if !text.is_empty() {
                    self.repair(part.field, &text, repair);
                }
            }
        } else if !faults.is_empty() {
            self.faults.append(&mut faults);
        } else if kings_stand {
            let forms = Variant::ALL.map(|variant| self.position.rights(variant));
            if !forms.iter().any(|form| form == part.text) {
                let [form, _] = forms;
                self.faults.push(part.fault(Kind::CastlingForm(form)));
            }
        }
    }

    fn read_right(&mut self, letter: char, kings_stand: bool) -> Result<(), Kind> {
        let lower = letter.to_ascii_lowercase();
        if !matches!(lower, 'k' | 'q') && File::from_letter(letter).is_none() {
            return Err(Kind::CastlingLetter(letter));
        }
        if !kings_stand {
            return Ok(());
        }
        let variant = self.variant;
        let position = &mut self.position;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back = Rank::First.relative(color);
        let king = position.king(color);
        let rooks = position.colored(color, PieceType::Rook) & Bitboard::rank(back);
        let rook = match lower {
            'k' => rooks.last().filter(|&rook| rook > king),
            'q' => rooks.first().filter(|&rook| rook < king),
            _ => File::from_letter(letter)
                .map(|file| Square::new(file, back))
                .filter(|&square| rooks.contains(square)),
        };
        let rook = rook.filter(|_| king.rank() == back).ok_or(Kind::CastlingRook(letter))?;
        if !variant.allows(king, rook) {
            return Err(Kind::CastlingVariant(letter));
        }
        if position.castling_rook(color, CastlingSide::of(king, rook)).is_some() {
            return Err(Kind::CastlingTwice(letter));
        }
        position.allow_castling(rook);
        Ok(())
    }

    fn read_en_passant(
        &mut self,
        part: Excerpt<'_>,
        side_read: bool,
        kings_stand: bool,
    ) -> Result<(), Kind> {
        let us = self.position.side_to_move();
        let on_rank = |square: Square| match side_read {
            true => square.rank() == Rank::Sixth.relative(us),
            false => matches!(square.rank(), Rank::Third | Rank::Sixth),
        };
        let square = match part.text.parse::<Square>() {
            Ok(square) if on_rank(square) => square,
            _ => return Err(Kind::EnPassantSquare(part.quote())),
        };
        if !(side_read && kings_stand) {
            return Ok(());
        }
        let position = &mut self.position;
        let origin = Square::new(square.file(), Rank::Seventh.relative(us));
        let passed = Square::new(square.file(), Rank::Fifth.relative(us));
        let path = origin.bb() | square.bb();
        if (path & position.occupied()).any()
            || !position.colored(!us, PieceType::Pawn).contains(passed)
        {
            return Err(Kind::EnPassantPawn(square));
        }
        // The double step gave check itself or opened a line through the square that it left.
        let king = position.king(us);
        let opened = |checker: Square| attacks::between(king, checker).contains(origin);
        if position.checkers().into_iter().any(|checker| checker != passed && !opened(checker)) {
            return Err(Kind::EnPassantCheck(square));
        }
        position.offer_en_passant(!us, passed);
        Ok(())
    }

    fn read_number(&mut self, part: Excerpt<'_>) -> u16 {
        let digits = part.text.bytes().all(|byte| byte.is_ascii_digit());
        let Some(number) = part.text.parse::<u16>().ok().filter(|_| digits) else {
            self.mend(part, Kind::Number(part.quote()));
            return default_of(part.field).parse().unwrap_or_default();
        };
        if self.mode == Mode::Strict && number.to_string() != part.text {
            self.faults.push(part.fault(Kind::NumberForm(part.quote())));
        }
        number
    }
}
