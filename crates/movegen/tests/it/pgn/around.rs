//! Games as people have them: what departs from the standard is read around, the main line is kept,
//! and a remark says what became of it. A strict reader refuses the same games.

use movegen::GameResult;
use movegen::pgn::{Game, Remedy, games};

use super::{main_line, one};

fn kinds(game: &Game) -> Vec<(&'static str, Remedy)> {
    game.remarks().iter().map(|it| (it.error().fault().kind(), it.remedy())).collect()
}

#[test]
fn one_harmless_token_costs_no_game() {
    use Remedy::{Cut, Mended, Skipped};
    for (text, line, remark) in [
        ("1. e4 (1. d4 -- 2. c4) e5 *", "e4 e5 *", ("null move", Mended)),
        ("1. e4 (1. d4 Z0 2. c4) e5 *", "e4 e5 *", ("null move", Mended)),
        ("1. e4 (1. d4 <> 2. c4) e5 *", "e4 e5 *", ("null move", Mended)),
        ("1. e4 (1. d4 Ke4 2. (x) c4) e5 *", "e4 e5 *", ("move", Skipped)),
        ("1. e4 (1. zebra) e5 *", "e4 e5 *", ("move", Skipped)),
        ("1. e4 e5 +- 2. Nf3 *", "e4 e5 Nf3 *", ("annotation", Mended)),
        ("1. e4+- e5 2. Nf3 *", "e4 e5 Nf3 *", ("annotation", Mended)),
        ("1. e4 e5 ± 2. Nf3 *", "e4 e5 Nf3 *", ("annotation", Mended)),
        ("1. e4 e5± 2. Nf3 N *", "e4 e5 Nf3 *", ("annotation", Mended)),
        ("1. e4!!! e5 *", "e4 e5 *", ("annotation", Mended)),
        ("1. e4?!? e5 *", "e4 e5 *", ("annotation", Mended)),
        ("1. e4 $256 e5 *", "e4 e5 *", ("annotation", Skipped)),
        ("1. e4 ) e5 *", "e4 e5 *", ("variation", Skipped)),
        ("(1. d4) 1. e4 e5 *", "e4 e5 *", ("variation", Skipped)),
        ("1.\u{a0}e4 e5 *", "e4 e5 *", ("spelling", Mended)),
        ("1. e4 1…e5 *", "e4 e5 *", ("spelling", Mended)),
        ("1. e4 e5 ½-½", "e4 e5 1/2-1/2", ("result", Mended)),
        ("1. e4 e5 1–0", "e4 e5 1-0", ("result", Mended)),
        ("1. e4 e5 0-0", "e4 e5 *", ("result", Mended)),
        ("1. e4 a6 2. e5 d5 3. exd6 ep *", "e4 a6 e5 d5 exd6 *", ("spelling", Mended)),
        ("1. e4, e5 *", "e4 e5 *", ("mark", Skipped)),
        ("[Event \"5th \"X\" Open\"]\n1. e4 *", "e4 *", ("tag", Mended)),
        ("[White ACPL \"252\"]\n[White \"a\"]\n1. e4 *", "e4 *", ("tag", Skipped)),
        ("[BlackType: \"program\"]\n1. e4 *", "e4 *", ("tag", Mended)),
        ("[Event \"a\nb\"]\n1. e4 *", "e4 *", ("tag", Mended)),
        ("[Event\n\"b\"]\n1. e4 *", "e4 *", ("tag", Mended)),
        ("[Result \"1-0\"]\n1. e4 0-1", "e4 0-1", ("result", Mended)),
        ("1. e4 e5 2. Ke3 Nf6 1-0", "e4 e5 1-0", ("move", Cut)),
        ("1. e4 -- 2. e5 1-0", "e4 1-0", ("move", Cut)),
        ("1. e4 {no end", "e4 *", ("comment", Cut)),
        ("1. e4 (1. d4", "e4 *", ("variation", Cut)),
    ] {
        let game = one(text);
        assert_eq!(main_line(&game), line, "{text}");
        assert_eq!(kinds(&game).first(), Some(&remark), "{text}: {:?}", game.remarks());
        assert_eq!(game.is_cut(), remark.1 == Cut, "{text}");
        // Without its tag Event a strict reader has the same fault.
        assert!(games(text.as_bytes()).strict().any(|game| game.is_err()), "{text}");
    }
}

#[test]
fn other_spellings_of_moves_need_no_remark() {
    for (text, line) in [
        ("1. g1f3 g8f6 2. g2g3 g7g6 3. f1g2 f8g7 4. o-o 0-0 *", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O *"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. *", "e4 a6 e5 d5 exd6 *"),
        ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n1. a7a8Q+ *", "a8=Q+ *"),
        ("[Fen \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8Q *", "a8=Q+ *"),
    ] {
        let game = one(text);
        assert_eq!(main_line(&game), line, "{text}");
        assert_eq!(game.remarks(), [], "{text}");
    }
}

#[test]
fn a_tag_that_the_game_has_begins_the_next() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n[Event \"b\"]\n\n1. e4 *\n");
    let read: Vec<_> = games(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].start().to_fen(false), read[0].moves().count()), (fen.to_owned(), 0));
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
        "[Event \"x\"]\r; remark\r[White \"A\"]\r\r1. e4 ; remark\r*",
    ] {
        let game = one(text);
        assert_eq!((game.tag("Event"), game.tag("White")), (Some("x"), Some("A")), "{text}");
        assert_eq!(main_line(&game), "e4 *");
        assert_eq!(game.line().comments.last().map(String::as_str), Some("remark"));
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
    assert_eq!(game.tag("White"), Some("Šime"));
}

#[test]
fn variants_are_known_by_the_names_of_servers() {
    let read = |name: &str| {
        let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        let text = format!("[FEN \"{fen}\"]\n[Variant \"{name}\"]\n\n*");
        games(text.as_bytes()).next().unwrap().map(|game| game.start().to_fen(true))
    };
    for name in ["", "?", "Classical", "wild/2", "From Position"] {
        assert!(read(name).unwrap().contains(" w - - "), "{name}");
    }
    for name in ["Chess960", "Fischerandom", "wild/fr"] {
        assert!(read(name).unwrap().contains(" w HFhf - "), "{name}");
    }
    for name in ["Atomic", "Crazyhouse", "wild/23"] {
        assert!(read(name).unwrap_err().to_string().contains(name), "{name}");
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
}
