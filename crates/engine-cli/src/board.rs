//! The board as text.

use movegen::{File, Position, Rank, Square};

use crate::game::is_chess960;
use crate::style::Style;

/// The board from White's side: pieces as FEN letters, in plain style empty squares as dots.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&style.dim(&format!("{} ", rank.index() + 1)));
        for file in File::ALL {
            let light = (rank.index() + file.index()) % 2 == 1;
            text.push_str(&style.square(position.piece_at(Square::new(file, rank)), light));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + &style.dim("   a  b  c  d  e  f  g  h")
}

/// The answer to `d`: the board, the position as FEN, its key and the pieces that give check.
pub(crate) fn describe(position: &Position) -> String {
    let mut checkers = String::new();
    for square in position.checkers() {
        checkers.push_str(&format!(" {square}"));
    }
    format!(
        "{}\nFEN: {}\nKey: {:016X}\nCheckers:{checkers}",
        draw(position, Style::PLAIN),
        position.to_fen(is_chess960(position)),
        position.key(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let coloured = draw(&position, Style::COLOURED);
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
