//! A FEN as GUIs and people send it, mended where the field mends it.

use movegen::{FenError, FenField, Position};

/// A position, and what was mended in its FEN.
pub(crate) struct Mended {
    /// The position.
    pub(crate) position: Position,
    /// Each repair in words; none if the FEN was in order.
    pub(crate) repairs: Vec<String>,
}

/// The fields that a FEN must have: the pieces and the side to move.
const NEEDED: usize = 2;

/// The fields of a FEN, and what stands for one that is missing or cannot be used. Nothing stands
/// for the first two: with a guess there the engine would look at another position.
const FIELDS: [(FenField, &str); 6] = [
    (FenField::Board, ""),
    (FenField::SideToMove, ""),
    (FenField::Castling, "-"),
    (FenField::EnPassant, "-"),
    (FenField::HalfmoveClock, "0"),
    (FenField::MoveNumber, "1"),
];

/// The place of the rights to castle among [`FIELDS`].
const CASTLING: usize = 2;

/// Reads a FEN. Missing fields behind the first two are filled in; rights to castle and en passant
/// squares that the board cannot have are dropped; clocks that cannot be read are reset; words
/// behind the sixth field are left out. Each repair is named, but for the missing clocks of a FEN
/// of four fields, which are common.
///
/// # Errors
/// If the pieces or the side to move cannot be read, or are no legal position.
pub(crate) fn read(fen: &str) -> Result<Mended, FenError> {
    let mut words: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let mut repairs = Vec::new();
    if (NEEDED..FIELDS.len()).contains(&words.len()) {
        for (field, default) in &FIELDS[words.len()..] {
            if !matches!(field, FenField::HalfmoveClock | FenField::MoveNumber) {
                repairs.push(format!("{field} is missing, read as {default}"));
            }
            words.push((*default).to_owned());
        }
    }
    if words.len() > FIELDS.len() {
        repairs.push(format!("left out: {}", words[FIELDS.len()..].join(" ")));
        words.truncate(FIELDS.len());
    }
    loop {
        let text = words.join(" ");
        let error = match Position::from_fen(&text) {
            Ok(position) => return Ok(Mended { position, repairs }),
            Err(error) => error,
        };
        let mut rights = String::new();
        // From the back, so that what is cut out of a field does not move what stands before it.
        for fault in error.faults().iter().rev() {
            let place = FIELDS.iter().position(|(field, _)| *field == fault.field());
            let Some(index) = place.filter(|&index| index >= NEEDED) else {
                return Err(error);
            };
            let (field, default) = FIELDS[index];
            let old = text.get(fault.span()).unwrap_or_default();
            if field == FenField::Castling {
                let begin: usize = words[..index].iter().map(|word| word.len() + 1).sum();
                let span = fault.span();
                words[index].replace_range(span.start - begin..span.end - begin, "");
                rights.insert_str(0, old);
            } else {
                words[index] = default.to_owned();
                repairs.push(format!("{field} {old} read as {default}"));
            }
        }
        if !rights.is_empty() {
            repairs.push(format!("{} {rights} dropped", FenField::Castling));
        }
        if words[CASTLING].is_empty() {
            words[CASTLING] = FIELDS[CASTLING].1.to_owned();
        }
    }
}

/// The first fault of a FEN, and how many there are beside it: a text that is no FEN at all has one
/// on each rank.
pub(crate) fn first_fault(error: &FenError) -> String {
    let (first, others) = error.faults().split_first().expect("an error has a fault");
    match others.len() {
        0 => first.to_string(),
        1 => format!("{first} (and 1 more fault)"),
        more => format!("{first} (and {more} more faults)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_board_cannot_have_is_dropped_and_what_is_missing_filled_in() {
        for (sent, read_as, repairs) in [
            (
                "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1",
                "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1",
                "castling KQkq dropped",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w KQ - 3 9",
                "4k3/8/8/8/8/8/8/4K2R w K - 3 9",
                "castling Q dropped",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "castling is missing, read as -; en passant is missing, read as -",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "en passant e6 read as -",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w X z9 -1 x",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "move number x read as 1; halfmove clock -1 read as 0; en passant z9 read as -; \
                 castling X dropped",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 5 7 bm Kd2;",
                "4k3/8/8/8/8/8/8/4K3 w - - 5 7",
                "left out: bm Kd2;",
            ),
        ] {
            let mended = read(sent).unwrap_or_else(|error| panic!("{sent}: {error}"));
            assert_eq!(mended.position.to_fen(false), read_as, "{sent}");
            assert_eq!(mended.repairs.join("; "), repairs, "{sent}");
        }
    }

    #[test]
    fn pieces_and_the_side_to_move_are_not_guessed() {
        for fen in [
            "",
            "garbage",
            "4k3/8/8/8/8/8/8/4K3",
            "4k3/8/8/8/8/8/8/4K3 x KQkq",
            "4k3/8/8/8/8/8/8/8 w KQ - 0 1",
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        ] {
            assert!(read(fen).is_err(), "{fen}");
        }
    }
}
