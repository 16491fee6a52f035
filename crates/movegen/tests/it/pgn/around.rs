//! Games as people have them, beside the texts of `data/files`.

use movegen::pgn::{Game, PgnFault, games};
use movegen::{GameResult, Position};

use super::{main_line, one};

#[test]
fn a_tag_that_the_game_has_begins_the_next() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n[Event \"b\"]\n\n1. e4 *\n");
    let read: Vec<_> = games(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].start().to_fen(), read[0].moves().count()), (fen.to_owned(), 0));
    assert_eq!((read[1].tag("Event"), main_line(&read[1])), (Some("b"), "e4 *".to_owned()));
    let many: String = (0..605).map(|n| format!("[Event \"{n}\"]\n[Site \"?\"]\n\n")).collect();
    assert_eq!(games(many.as_bytes()).count(), 605);
    assert_eq!(super::streamed(many.as_bytes(), &[7]).len(), 605);
}

#[test]
fn comments_among_the_tags_belong_to_the_game() {
    for text in [
        "[Event \"x\"]\n; remark\n[White \"A\"]\n\n1. e4 *",
        "{two\nlines}\n[Event \"x\"]\n{remark}\n% skipped\n[White \"A\"]\n\n1. e4 *",
        "{two\n[lines\nor more}\n[Event \"x\"]\n{remark}\n[White \"A\"]\n\n1. e4 *",
        "[Event \"x\"]\r; remark\r[White \"A\"]\r\r1. e4 ; remark\r*",
    ] {
        let game = one(text);
        assert_eq!((game.tag("Event"), game.tag("White")), (Some("x"), Some("A")), "{text}");
        assert_eq!(main_line(&game), "e4 *");
        assert_eq!(game.line().comments.last().map(String::as_str), Some("remark"));
        assert_eq!(super::streamed(text.as_bytes(), &[1]), [Ok(game)], "{text}");
    }
}

#[test]
fn results_and_letters_are_kept() {
    let game = one("[Result \"1-0\"]\n1. e4 e5");
    assert_eq!(game.result(), GameResult::WhiteWins);
    assert!(game.to_pgn().unwrap().ends_with("1. e4 e5 1-0\n"));
    let game = one("[Result \"1-0\"]\n1. e4 e5 1/2-1/2");
    assert_eq!((game.result(), game.tag("Result")), (GameResult::Draw, Some("1/2-1/2")));
    let game = games(b"[White \"\x8aime\"] 1. e4 *").next().unwrap().unwrap();
    // Without the feature it is a control character of Latin-1, which becomes a space in a tag.
    let expected = if cfg!(feature = "encodings") { "Šime" } else { " ime" };
    assert_eq!(game.tag("White"), Some(expected));
}

#[test]
fn a_result_behind_a_cut_is_that_of_the_game() {
    let game = one("1. e4 e5 2. Ke3 Nf6 (2... d5 3. d4) 3. d4 0-1\n");
    assert_eq!((main_line(&game), game.remarks().len()), ("e4 e5 0-1".to_owned(), 1));
    assert_eq!(game.result(), GameResult::BlackWins);
}

#[test]
fn an_unclosed_variation_is_told_where_the_outermost_begins() {
    let game = one("1. e4 (1. d4 d5 (1... Nf6 2. c4");
    let error = game.remarks().last().unwrap().error();
    assert_eq!((error.fault(), error.column()), (&PgnFault::UnclosedVariation, 7));
}

#[test]
fn no_game_begins_inside_a_variation() {
    let text = "1. e4 (\n\n1. d4 d5) 1... e5 *\n";
    assert_eq!(games(text.as_bytes()).count(), 1);
    assert_eq!(main_line(&one(text)), "e4 e5 *");
}

#[test]
fn a_number_without_a_move_begins_no_game() {
    for text in ["1. e4 e5\n\n1", "1. e4 e5\n\n1 \n", "1. e4 0 e5", "1. e4 e5 0"] {
        assert_eq!(main_line(&one(text)), "e4 e5 *", "{text:?}");
        assert!(one(text).remarks().is_empty(), "{text:?}");
        assert_eq!(super::streamed(text.as_bytes(), &[1]), [Ok(one(text))]);
    }
}

#[test]
fn a_tag_over_two_lines_is_read_with_every_line_end() {
    for tag in ["[White|\"A\"]", "[White \"A|\"]", "[White \"|A\"]"] {
        for line_end in ["\n", "\r", "\r\n"] {
            let text = format!("{tag}|[Black \"B\"]||1. e4 *|").replace('|', line_end);
            let game = one(&text);
            let names = ["White", "Black"].map(|name| game.tag(name).map(str::trim));
            assert_eq!(names, [Some("A"), Some("B")], "{text:?}");
            assert_eq!(main_line(&game), "e4 *", "{text:?}");
            assert_eq!(super::streamed(text.as_bytes(), &[1]), [Ok(game)], "{text:?}");
        }
    }
}

#[test]
fn a_colon_behind_the_name_of_a_tag_is_left_out() {
    for tag in ["[White:\"A\"]", "[White: \"A\"]", "[White:\n\"A\"]"] {
        assert_eq!(one(&format!("{tag}\n\n1. e4 *")).tag("White"), Some("A"), "{tag}");
    }
}

#[test]
fn a_bracket_in_the_middle_of_a_line_of_moves_ends_no_game() {
    let text = "1. e4 e5 2. Nf3 [d] Nc6 1-0\n\n";
    assert_eq!(main_line(&one(text)), "e4 e5 Nf3 1-0");
    assert_eq!(super::streamed(text.as_bytes(), &[1]), [Ok(one(text))]);
}

#[test]
fn other_rules_are_refused_by_name() {
    for name in ["Atomic", "Crazyhouse", "wild/23"] {
        let text = format!("[Variant \"{name}\"]\n\n*");
        let error = games(text.as_bytes()).next().unwrap().unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn commands_in_comments_stay_in_one_line() {
    let text = format!("1. e4 {{ {} [%eval 0.17] }} *", "words ".repeat(12).trim_end());
    let written = one(&text).to_pgn().unwrap();
    assert!(written.lines().any(|line| line.contains("[%eval 0.17]")), "{written}");
    // Wherever the line ends, and with other commands before and behind.
    for width in 1..90 {
        let word = "w".repeat(width);
        let text = format!(
            "1. e4 {{ {word} [%clk 0:05:00] [%eval #-3][%emt 0:00:01] so[%cal Ga1a2 b] }} *"
        );
        let written = one(&text).to_pgn().unwrap();
        for command in ["[%clk 0:05:00]", "[%eval #-3][%emt 0:00:01]", "so[%cal Ga1a2 b]"] {
            assert!(written.contains(command), "{width}: {written}");
        }
    }
    // One bracket in another begins no command.
    let text = format!("1. e4 {{ {} [%a xx [b] }} *", "w".repeat(66));
    let written = one(&text).to_pgn().unwrap();
    assert!(written.contains("[%a\nxx [b]"), "{written}");
}

#[test]
fn a_mark_that_means_nothing_is_named_as_itself() {
    for (text, named) in [
        ("1. e4 ☃ e5 *", "unexpected '☃'"),
        ("1. e4 e5☃ *", "unexpected '☃'"),
        ("1. e4 ♔ e5 *", "unexpected '♔'"),
        ("1. e4 - e5 *", "unexpected '-'"),
        ("1. e4 --- e5 *", "unexpected '-'"),
        ("1. e4 ----- e5 *", "unexpected '-'"),
        ("1. e4 \u{fffd} e5 *", "unexpected '\u{fffd}'"),
    ] {
        let game = one(text);
        assert_eq!(main_line(&game), "e4 e5 *");
        let [remark] = game.remarks() else { panic!("{text}: {:?}", game.remarks()) };
        assert!(remark.to_string().contains(named), "{remark}");
    }
    let game = games(b"1. e4 \xa7 e5 *").next().unwrap().unwrap();
    assert!(game.remarks()[0].to_string().contains("unexpected '§'"), "{:?}", game.remarks());
}

#[test]
fn signs_become_the_numbers_of_the_table() {
    for (signs, numbers) in [
        ("‼ ⁇ ⁉ ⁈", &[3, 4, 5, 6][..]),
        ("=∞ ↑↑ ↑ → ⇆ ⊕ ∆ ⨀ □", &[44, 32, 36, 40, 132, 138, 140, 22, 7]),
        ("+− —+ −/+ ++- --+", &[18, 19, 17, 18, 21]),
        ("↑↑↑ =∞= ±∞", &[32, 36, 44, 10, 16, 13]),
        ("N RR D == <= ⌓ ∇", &[146, 145, 220, 144, 143, 142, 141]),
    ] {
        let game = one(&format!("1. e4 {signs} e5 *"));
        assert_eq!(game.line().moves[0].nags, numbers, "{signs}");
        assert_eq!(main_line(&game), "e4 e5 *");
    }
    for (text, number) in
        [("e4=∞", 44), ("e4↑↑", 32), ("e4+−", 18), ("e4–+", 19), ("e4‼", 3), ("e4+=", 14)]
    {
        let game = one(&format!("1. {text} e5 *"));
        assert_eq!(game.line().moves[0].nags, [number], "{text}");
        assert_eq!(main_line(&game), "e4 e5 *");
    }
}

#[test]
fn castling_with_zeros_has_the_annotations_behind_it() {
    let start = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n";
    for castling in ["0-0", "0–0", "O–O", "O-O"] {
        let game = one(&format!("{start}1. {castling} $14 ‼ Kd7 *"));
        assert_eq!(game.line().moves[0].nags, [14, 3], "{castling}");
        assert_eq!(main_line(&game), "O-O Kd7 *");
    }
}

#[test]
fn a_tag_that_is_refused_leaves_the_game_as_it_was() {
    let mended = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    for (mut game, name, value) in [
        (Game::new(Position::startpos()), "FEN", "8/8"),
        (Game::new(Position::startpos()), "Variant", "Atomic"),
        (one("1. e4 *"), "FEN", mended),
    ] {
        let before = game.clone();
        assert!(game.set_tag(name, value).is_err(), "{value}");
        assert_eq!(game, before);
    }
    let mut game = Game::new(Position::startpos());
    assert_eq!(game.set_tag("FEN", mended), Ok(()));
    assert_eq!(game.tag("FEN"), Some(&*mended.replace(" K ", " - ")));
    game.set_result(GameResult::BlackWins);
    assert_eq!((game.result(), game.tag("Result")), (GameResult::BlackWins, Some("0-1")));
}

#[test]
fn remarks_that_were_taken_are_gone() {
    let mut game = one("1. e4 Ke4");
    assert!(game.is_cut());
    assert_eq!(game.take_remarks().len(), 1);
    assert!(game.remarks().is_empty() && !game.is_cut());
}

#[test]
fn each_game_has_a_result_of_its_own() {
    use GameResult::{BlackWins, Unknown, WhiteWins};
    let text = "1. e4 1-0\n\n[Result \"0-1\"]\n\n1. d4\n\n[Event \"x\"]\n\n1. c4\n";
    let results: Vec<_> = games(text.as_bytes()).map(|game| game.unwrap().result()).collect();
    assert_eq!(results, [WhiteWins, BlackWins, Unknown]);
}

#[test]
fn a_text_in_utf_16_may_be_read_strictly() {
    let text = "\u{feff}1. e4 )\n".encode_utf16().flat_map(u16::to_le_bytes);
    let text: Vec<u8> = text.collect();
    assert!(games(&text).all(|game| game.is_ok()));
    assert!(games(&text).strict().all(|game| game.is_err()));
}
