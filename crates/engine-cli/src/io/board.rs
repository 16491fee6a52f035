//! The board as text.

use movegen::{File, Move, Position, Rank, Square};

use crate::io::style::{Mark, Style};

/// The columns of a row of [`rows`].
pub(crate) const COLUMNS: usize = 26;

/// Returns the board from White's side with a row for each rank and one for the files, each
/// [`COLUMNS`] wide. The squares of a marked move are those of the piece before and after it; in
/// castling, those of the king.
pub(crate) fn rows(position: &Position, marked: Option<Move>, style: Style) -> Vec<String> {
    let squares = marked.map(|mv| (mv.from(), arrival(position, mv)));
    let mark = |square: Square| match squares {
        Some((from, _)) if square == from => Mark::From,
        Some((_, to)) if square == to => Mark::To,
        _ => Mark::None,
    };
    let rank_row = |rank: Rank| {
        let mut row = style.dim(&format!("{} ", rank.index() + 1));
        for file in File::ALL {
            let square = Square::new(file, rank);
            let light = (rank.index() + file.index()) % 2 == 1;
            row.push_str(&style.square(position.piece_at(square), light, mark(square)));
        }
        row
    };
    let mut rows: Vec<String> = Rank::ALL.into_iter().rev().map(rank_row).collect();
    rows.push(style.dim("   a  b  c  d  e  f  g  h "));
    rows
}

/// Returns the square of the moved piece after a legal move.
pub(crate) fn arrival(position: &Position, mv: Move) -> Square {
    if mv.is_castling() { position.make(mv).king(position.side_to_move()) } else { mv.to() }
}

/// Draws the board from White's side: pieces as FEN letters, in plain style empty squares as dots.
fn draw(position: &Position, style: Style) -> String {
    let rows = rows(position, None, style);
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    rows.join("\n")
}

/// Returns the answer to `d`: the board, the position as FEN, its key and the pieces that give
/// check.
pub(crate) fn describe(position: &Position) -> String {
    let mut checkers = String::new();
    for square in position.checkers() {
        checkers.push_str(&format!(" {square}"));
    }
    format!(
        "{}\nFEN: {}\nKey: {:016X}\nCheckers:{checkers}",
        draw(position, Style::PLAIN),
        position.to_fen(),
        position.key(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::style::Glyphs;

    const COLOURED: Style = Style { coloured: true, glyphs: Glyphs::Letters };

    const CHECKED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

    #[test]
    fn a_plain_board() {
        let position = Position::from_fen(CHECKED).unwrap();
        let expected = [
            "8  r  n  b  .  k  b  n  r",
            "7  p  p  p  p  .  p  p  p",
            "6  .  .  .  .  .  .  .  .",
            "5  .  .  .  .  p  .  .  .",
            "4  .  .  .  .  .  .  P  q",
            "3  .  .  .  .  .  P  .  .",
            "2  P  P  P  P  P  .  .  P",
            "1  R  N  B  Q  K  B  N  R",
            "   a  b  c  d  e  f  g  h",
        ];
        assert_eq!(draw(&position, Style::PLAIN).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let position = Position::from_fen(CHECKED).unwrap();
        let coloured = draw(&position, COLOURED);
        let mut bare = String::new();
        let mut in_escape = false;
        for c in coloured.chars() {
            match c {
                '\x1b' => in_escape = true,
                'm' if in_escape => in_escape = false,
                _ if !in_escape => bare.push(c),
                _ => {}
            }
        }
        assert_ne!(coloured, bare);
        let plain = draw(&position, Style::PLAIN).replace('.', " ");
        assert!(bare.lines().map(str::trim_end).eq(plain.lines().map(str::trim_end)), "{bare}");
    }

    #[test]
    fn the_squares_of_a_move_are_marked_and_of_castling_the_kings() {
        let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
        let first_rank = |san: &str| {
            let mv = position.parse_san(san).unwrap();
            rows(&position, Some(mv), Style::PLAIN)[7].clone()
        };
        assert_eq!(first_rank("O-O"), "1  .  .  .  . (K) . [.] R ");
        assert_eq!(first_rank("Rf1"), "1  .  .  .  .  K [.] . (R)");
        let row = rows(&position, None, COLOURED).remove(8);
        assert!(row.contains(&format!("{:COLUMNS$}", "   a  b  c  d  e  f  g  h")), "{row:?}");
    }

    #[test]
    fn description_tells_fen_key_and_checkers() {
        let position = Position::from_fen(CHECKED).unwrap();
        let text = describe(&position);
        assert!(text.contains(&format!("\nFEN: {CHECKED}\n")), "{text}");
        assert!(text.contains(&format!("\nKey: {:016X}\n", position.key())), "{text}");
        assert!(text.ends_with("\nCheckers: h4"), "{text}");
    }

    #[test]
    fn chess960_castling_rights_are_written_by_file() {
        let fen = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
        assert!(describe(&Position::from_fen(fen).unwrap()).contains(fen));
    }
}
