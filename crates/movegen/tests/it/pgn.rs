//! PGN: what is written is read as the same game, faults have places and cost one game each, no
//! bytes make a reader panic, and a stream gives what a text in memory gives.

mod around;
mod law;
mod main_line;
mod random;

use std::cell::Cell;

use movegen::pgn::{
    Game, MAX_DEPTH, PgnFault, PgnReader, PgnStream, PgnText, Skip, StreamError, TreeBuilder,
    Visitor, games,
};
use movegen::{GameResult, Position};
use proptest::prelude::*;
use zobrist_keys::SplitMix64;

pub(crate) use self::law::streamed;
use self::law::{obeys, streamed_by};
pub(crate) use self::main_line::main_line;

fn one(text: &str) -> Game {
    let mut all = games(text.as_bytes());
    let game = all.next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(all.next().is_none(), "{text}");
    game
}

#[test]
fn a_thousand_games_are_read_as_they_were_written() {
    let (mut file, mut written, mut longest) = (String::new(), Vec::new(), 0);
    for seed in 0..1_000 {
        let game = random::game(&mut SplitMix64::new(seed));
        let text = game.to_pgn().unwrap();
        let again = one(&text);
        assert_eq!(again, game, "{text}");
        assert_eq!(again.to_pgn().as_ref(), Ok(&text));
        for line in text.lines().filter(|line| !line.starts_with(['[', ';'])) {
            // A word that begins with % must not begin a line, nor one that may begin a tag.
            let words = line.split(' ').filter(|word| !word.starts_with(['%', '[']));
            let length: usize = words.map(|word| word.chars().count() + 1).sum();
            assert!(length <= 80, "{line}");
            longest = longest.max(length);
        }
        file = file + &text + "\n";
        written.push(game);
    }
    assert_eq!(longest, 80, "79 characters and the space behind them");
    let read: Vec<_> = games(file.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read.len(), 1_000);
    assert!(read == written, "the games of a file are those that were written");
    let read = streamed(file.as_bytes(), &[1, 70_000, 3, 500]);
    assert!(read.into_iter().map(Result::unwrap).eq(written), "a stream gives the same games");
}

#[test]
fn people_write_games_in_many_ways() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3 *"),
        ("1.e4 e5 2.Nf3", "e4 e5 Nf3 *"),
        ("e4 e5 Nf3 1-0", "e4 e5 Nf3 1-0"),
        ("1. e4 1... e5 0-1\n\n", "e4 e5 0-1"),
        ("\u{feff}1 e4 e5 1/2", "e4 e5 1/2-1/2"),
        ("1. e4\r\n% not a move\r\ne5 ; nor is this\r\n2. Nf3 1/2-1/2\r\n", "e4 e5 Nf3 1/2-1/2"),
        ("1. e4! e5?! 2. Nf3!! $14 *\u{1a}", "e4 e5 Nf3 *"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"),
        ("1. e2-e4 a6 2. e5 d5 3. exd6 e.p. *", "e4 a6 e5 d5 exd6 *"),
        ("1. e4 (1. d4 (1. c4) * {1-0} 1-0) 1... c5 *", "e4 c5 *"),
        ("{before} 1. e4 {a}{b} *", "e4 *"),
        ("*", "*"),
        ("[Event \"x\"]", "*"),
        ("[Event \"x\"][Site \"y\"] 1. e4 *", "e4 *"),
    ] {
        assert_eq!(main_line(&one(text)), expected, "{text}");
        let again = one(&one(text).to_pgn().unwrap());
        assert_eq!(again, one(text));
    }
    let game = one("{before} 1. e4! {a\n  b}{c} $14 (1. d4 ; a } b\n) ( ) ( {no move} ) {d} e5 *");
    assert_eq!(game.line().comments, ["before"]);
    let first = &game.line().moves[0];
    assert_eq!(first.nags, [1, 14]);
    assert_eq!(first.comments, ["a b", "c", "d"]);
    assert_eq!(first.variations.len(), 2);
    assert_eq!(first.variations[0].moves[0].comments, ["a } b"]);
    assert_eq!(one(&game.to_pgn().unwrap()), game);
}

#[test]
fn annotations_before_a_move_stay_where_they_were() {
    for text in [
        "1. c4 e5 2. Nf3 ( $142 2. Nc3 Nf6 ) 2... Nc6 ( 2... d6 ( $4 ) ) *",
        "$10 1. e4 *",
        "1. $1 c4 $14 *",
        "$5 { why } 1. $6 c4 $7 { c } ( $8 1. $9 d4 ) 1... $1 e5 *",
        "1. e4 1... $2 $3 e5 2. $4 Nf3 ( $5 ) *",
        "$10 *",
    ] {
        let game = games(text.as_bytes()).strict().next().expect("a game").expect(text);
        assert_eq!(game.to_pgn(), Ok(text.to_owned() + "\n"));
    }
    let game = one("1. !!e4 ( +- 1. d4) e5 2. $1 (1... c5) $14 Nf3 Nc6 3. $5 !? Bb5 4. $2 *");
    let written =
        "1. $3 e4 ( $18 1. d4 ) 1... e5 $14 ( 1... c5 ) 2. $1 Nf3 Nc6 3. $5 $5 Bb5 $2 *\n";
    assert_eq!(game.to_pgn().as_deref(), Ok(written));
    assert_eq!((&game.line().moves[0].nags, game.line().moves[0].nags_before), (&vec![3], 1));
    let mut game = one("1. $1 c4 *");
    game.line_mut().moves[0].nags_before = 9;
    assert_eq!(game.to_pgn().as_deref(), Ok("1. $1 c4 *\n"), "no more than there are");
}

#[test]
fn comments_behind_the_result_belong_to_the_game_before_the_tags() {
    let text = "1. e4 1-0 {won} ; at last\n[White \"x\"]\n1. d4 * {first} 1. c4 * {last}";
    let all: Vec<_> = games(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(all.len(), 3);
    assert_eq!(all[0].line().moves[0].comments, ["won", "at last"]);
    assert!(all[1].line().moves[0].comments.is_empty());
    assert_eq!(all[2].line().comments, ["first"]);
    assert_eq!(all[2].line().moves[0].comments, ["last"]);
}

#[test]
fn tags_set_the_start() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 40";
    let game = one(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40. O-O Kd7 1/2-1/2"));
    assert_eq!(game.start().to_fen(), fen);
    assert_eq!(main_line(&game), "O-O Kd7 1/2-1/2");
    assert!(game.to_pgn().unwrap().ends_with("\n40. O-O Kd7 1/2-1/2\n"));
    let text = "[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\nO-O *";
    assert_eq!(main_line(&one(text)), "O-O *");
    let black = Game::new(Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 3 40").unwrap());
    let [king] = [black.start().parse_san("Kd7").unwrap()];
    let game = Game::from_moves(black.start().clone(), [king]).unwrap();
    assert!(game.to_pgn().unwrap().ends_with("\n40... Kd7 *\n"));
    assert_eq!((black.tag("Variant"), black.tag("SetUp")), (None, Some("1")));
    assert!(Game::from_moves(Position::startpos(), [king]).is_err());
}

#[test]
fn values_and_comments_are_decoded() {
    let game = one("[White \"a \\\"b\\\" \\\\ \\c\"]\n\n*");
    assert_eq!(game.tag("White"), Some("a \"b\" \\ \\c"));
    let latin = games(b"[White \"M\xfcller\"] {\xe9t\xe9} *").next().unwrap().unwrap();
    assert_eq!(
        (latin.tag("White"), latin.line().comments.as_slice()),
        (Some("Müller"), &["été".to_owned()][..])
    );
    let mut game = Game::new(Position::startpos());
    game.set_tag("White", "two\nlines").unwrap();
    game.set_tag("White", "one\tline").unwrap();
    assert_eq!(game.tag("White"), Some("one line"));
    assert_eq!(game.tags().len(), 7);
    for name in ["", "a b", "é", "\""] {
        assert_eq!(game.set_tag(name, "x"), Err(PgnFault::TagName));
    }
    assert!(matches!(game.set_tag("FEN", "8/8"), Err(PgnFault::Fen(_))));
    assert!(matches!(game.set_tag("Variant", "Atomic"), Err(PgnFault::Variant(_))));
    let long = format!("1. e4 {{{} %word}} *", "a".repeat(70));
    assert!(!one(&long).to_pgn().unwrap().contains("\n%"));
}

#[test]
fn each_fault_has_its_place() {
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(MAX_DEPTH + 1);
    let deepest = deep.len() - "(1. d4 ".len() + 1;
    for (text, line, column, part) in [
        ("1. e4\n  e4 *", 2, 3, "\"e4\" is not legal"),
        ("1. e4\ne5 2. Zebra *", 2, 7, "\"Zebra\" is not a move"),
        ("1. Nf3 -- *", 1, 8, "\"--\" is not a move"),
        ("1. Nf3 0000 *", 1, 8, "\"0000\" is not a move"),
        ("[Result \"1-0\"]\n1. Nf3 0-1", 2, 8, "not that of the tag"),
        ("1. Nf3 1-0.", 1, 11, "a result that is not"),
        ("1. e4 \u{a0}e5", 1, 7, "unexpected"),
        ("[White x]\n*", 1, 8, "quotation marks"),
        ("[White \"x]\n*", 1, 8, "quotation marks"),
        ("[White \"x\" \n*", 1, 12, "bracket"),
        ("\n\n[ \"x\"]\n*", 3, 3, "name"),
        ("[FEN \"8/8\"]\n*", 1, 1, "found 1"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n*", 1, 1, "castling K dropped"),
        ("\n[Variant \"Atomic\"]\n*", 2, 1, "\"Atomic\" has other rules"),
        ("1. e4 {no end", 1, 7, "the comment has no end"),
        ("1. e4 (1. d4", 1, 7, "the variation has no end"),
        ("1. e4 (1. d4\n[White \"x\"]", 1, 7, "the variation has no end"),
        ("1. e4 )", 1, 7, "no variation ends here"),
        ("(1. e4) *", 1, 1, "no move to which"),
        ("1. e4 $256", 1, 7, "not an annotation"),
        ("1. e4 $", 1, 7, "not an annotation"),
        ("1. e4!!!", 1, 6, "not an annotation"),
        ("1. e4 <x>", 1, 7, "unexpected '<'"),
        ("1. e4 ] *", 1, 7, "unexpected ']'"),
        ("1. e4 ☃ *", 1, 7, "unexpected '☃'"),
        ("1. ♘f3 *", 1, 4, "unexpected '♘'"),
        ("1. e4‼ *", 1, 6, "unexpected '‼'"),
        ("1. d4 d5 2. c4 d×c4 *", 1, 16, "\"d\" is not a move"),
        ("1. O–O *", 1, 4, "\"O\" is not a move"),
        (&deep, 1, deepest, "too many variations"),
    ] {
        let error = games(text.as_bytes()).strict().next().unwrap().expect_err(text);
        assert_eq!((error.line(), error.column()), (line, column), "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
        let found = &streamed_by(text.as_bytes(), &[2, 3], true);
        let [Err(found), ..] = &found[..] else { panic!("{text}") };
        assert_eq!(*found, error, "{text}");
    }
}

#[test]
fn a_fault_costs_one_game() {
    let good = |name: &str| format!("[White \"{name}\"]\n[Black \"x\"]\n\n1. e4 {{c}} e5 1-0\n\n");
    for bad in [
        "[White \"bad\"]\n[Black x]\n[Date \"?\"]\n\n1. e4 *\n\n",
        "[White \"bad\"]\n\n1. e4 e4 (1. d4\n 2. d5) *\n\n",
        "[White \"bad\"]\n\n1. e4 {no end\n\n",
        "[White \"bad\"]\n\n1. e4 (no end\n\n",
        "[FEN \"bad\"]\n\n1. e4 *\n\n",
    ] {
        let file = good("a") + bad + &good("b") + bad + &good("c");
        let found: Vec<_> = games(file.as_bytes()).strict().collect();
        let names: Vec<_> = found.iter().map(|game| game.as_ref().ok()?.tag("White")).collect();
        assert_eq!(names, [Some("a"), None, Some("b"), None, Some("c")], "{bad}{found:?}");
        let lines: Vec<_> = found.iter().filter_map(|game| game.as_ref().err()).collect();
        let between = lines[1].line() - lines[0].line();
        assert_eq!(between, (bad.to_owned() + &good("b")).lines().count(), "{bad}");
        assert_eq!(streamed_by(file.as_bytes(), &[7], true), found, "{bad}");
        // Read around, all that can be played on a board is there.
        let found: Vec<_> = games(file.as_bytes()).collect();
        let names: Vec<_> = found.iter().map(|game| game.as_ref().ok()?.tag("White")).collect();
        let read = (!bad.contains("FEN")).then_some("bad");
        assert_eq!(names, [Some("a"), read, Some("b"), read, Some("c")], "{bad}{found:?}");
        assert_eq!(streamed(file.as_bytes(), &[7]), found, "{bad}");
    }
}

#[test]
fn a_fault_costs_one_game_of_a_list_without_tags() {
    for text in [
        "1. e4 e4\n2. d4\n\n1. d4 d5 *\n\n1. c4 )\n\n1. a3",
        "[FEN \"8\"]\n\n1. e4\n\n1. d4 d5 *",
        // A bracket behind spaces that begins no tag.
        "1. e4 )\n  [Kx\n\n1. d4 d5 *",
    ] {
        let found: Vec<_> = games(text.as_bytes()).strict().collect();
        let read: Vec<_> =
            found.iter().map(|it| it.as_ref().map_or_else(|_| "".into(), main_line)).collect();
        assert_eq!(read, ["", "d4 d5 *", "", "a3 *"][..read.len()], "{text}");
        assert!(read.len() > 1);
        assert_eq!(streamed_by(text.as_bytes(), &[5], true), found);
    }
}

/// Each fault is found by looking ahead; to look ahead from each to the end would take hours.
#[test]
fn many_faults_take_one_pass() {
    for part in ["[A \"b\"]\n{\n", "[A \"b\"]\n*;{\n{\n", "[A \"b\"]\n1. e4 (\n", "[A \"b\n*\n"] {
        let text = part.repeat(200_000);
        let refused = games(text.as_bytes()).strict().filter(Result::is_err).count();
        assert_eq!(refused, 200_000, "{part}");
        let found = streamed_by(text.as_bytes(), &[usize::MAX], true);
        assert_eq!(found.iter().filter(|game| game.is_err()).count(), 200_000, "{part}");
        assert!(games(text.as_bytes()).all(|game| game.is_ok()), "{part}");
    }
    for line in [
        "1. e4 ) zebra ( ",
        "(1. d4",
        "{",
        "!!! ",
        "; \r",
        "\u{a0}",
        "x. ",
        "( ",
        "\n[A b",
        "\n\n1 ",
        "\n\u{feff}",
    ] {
        let text = "[A \"b\"]\n1. e4 ".to_owned() + &line.repeat(200_000);
        assert!(games(text.as_bytes()).all(|game| game.is_ok()), "{line}");
    }
    let tags: String = (0..100_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let error = games(tags.as_bytes()).strict().next().unwrap().unwrap_err();
    assert_eq!((error.line(), error.fault()), (1_001, &PgnFault::TooManyTags));
    let game = games(tags.as_bytes()).next().unwrap().unwrap();
    assert_eq!((game.tags().len(), game.remarks().len()), (1_000, 99_000));
}

/// A visitor that notes each part, and skips as its fields say.
#[derive(Default)]
struct Notes {
    text: String,
    skips_variations: bool,
    skips_games_of: &'static str,
    skips: bool,
}

impl Visitor for Notes {
    type Output = String;

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnFault> {
        self.skips |= value.decode() == self.skips_games_of;
        self.text += &format!("[{name}:{}]", value.decode());
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Skip, PgnFault> {
        Ok(if self.skips { Skip::Yes } else { Skip::No })
    }

    fn san(&mut self, text: &str) -> Result<(), PgnFault> {
        if text == "stop" {
            return Err(PgnFault::Other("told to stop".to_owned()));
        }
        self.text += &format!("{text} ");
        Ok(())
    }

    fn nag(&mut self, number: u8) -> Result<(), PgnFault> {
        self.text += &format!("${number} ");
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnFault> {
        self.text += &format!("{{{}}}", String::from_utf8_lossy(text.as_bytes()));
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        self.text.push('(');
        Ok(if self.skips_variations { Skip::Yes } else { Skip::No })
    }

    fn end_variation(&mut self) -> Result<(), PgnFault> {
        self.text.push(')');
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnFault> {
        self.text += result.as_str();
        Ok(())
    }

    fn end_game(&mut self) -> String {
        self.skips = false;
        std::mem::take(&mut self.text)
    }
}

#[test]
fn a_visitor_is_told_all_that_it_does_not_skip() {
    let text = "[A \"b\"]\n1. any! {x} (thing (goes) {)}\n%)\n;)\n) 2. here 1-0\n[A \"no\"]\nq *\n[A \"c\"] z";
    let told = |mut notes: Notes| {
        let mut reader = PgnReader::new(text.as_bytes());
        let mut told = Vec::new();
        while let Some(game) = reader.read_game(&mut notes).unwrap() {
            told.push(game);
        }
        assert_eq!(reader.offset(), text.len());
        told
    };
    let all = told(Notes::default());
    assert_eq!(all, ["[A:b]any $1 {x}(thing (goes ){)}{)})here 1-0", "[A:no]q *", "[A:c]z "]);
    let less = told(Notes { skips_variations: true, skips_games_of: "no", ..Notes::default() });
    assert_eq!(less, ["[A:b]any $1 {x}(here 1-0", "[A:no]", "[A:c]z "]);
    // A word of four letters may be a move; a shorter one need not be asked about.
    let mut reader = PgnReader::new(b"ep mate null *");
    assert_eq!(reader.read_game(&mut Notes::default()), Ok(Some("mate null *".to_owned())));
    let mut reader = PgnReader::new(b"a\n  stop b\n");
    let error = reader.read_game(&mut Notes::default()).unwrap_err();
    assert_eq!(error.to_string(), "PGN, line 2, column 3: told to stop");
    assert_eq!(error.fault(), &PgnFault::Other("told to stop".to_owned()));
}

/// The second game of a line begins in its middle: so its faults have places there, and what only
/// means something at the start of a line does not.
#[test]
fn a_stream_counts_the_line_of_the_game_before() {
    for (text, column) in
        [("* ]", 3), ("* * ]", 5), ("\n1. e4 * e4 e4", 12), ("*%", 2), ("e4 *[a", 7)]
    {
        let found = streamed_by(text.as_bytes(), &[1], true);
        let [Ok(_), .., Err(error)] = &found[..] else { panic!("{text}: {found:?}") };
        assert_eq!(error.column(), column, "{text}: {error}");
        assert!(games(text.as_bytes()).strict().eq(found), "{text}");
        obeys(text.as_bytes());
    }
}

/// Each game begins with another tag, and is longer than what a stream asks for at a time.
#[test]
fn a_stream_holds_no_more_than_a_game_and_what_follows_it() {
    let comment = "x".repeat(300_000);
    let game = |tag| format!("[{tag} \"a\"]\n\n1. e4 {{{comment}}} e5 *\n\n");
    let text = ["White", "Black", "Event", "Site", "Date"].map(game).concat();
    let left = Cell::new(text.as_bytes());
    let mut stream = PgnStream::new(|buffer: &mut [u8]| -> Result<usize, ()> {
        let (given, rest) = left.get().split_at(left.get().len().min(buffer.len()));
        buffer[..given.len()].copy_from_slice(given);
        left.set(rest);
        Ok(given.len())
    });
    let first = stream.read_game(&mut TreeBuilder::default()).unwrap().expect("a game");
    assert!(left.get().len() > text.len() / 2, "{} of {}", left.get().len(), text.len());
    let all: Vec<_> = games(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!((all.len(), &all[0]), (5, &first));
    assert!(stream.games().map(Result::unwrap).eq(all[1..].iter().cloned()));
}

#[test]
fn a_source_that_fails_says_so() {
    let mut stream = PgnStream::new(|_: &mut [u8]| Err("broken"));
    let read = stream.read_game(&mut TreeBuilder::default());
    assert_eq!(read, Err(StreamError::Source("broken")));
    let mut games = stream.games();
    assert_eq!((games.next(), games.next()), (Some(Err(StreamError::Source("broken"))), None));
}

/// The number of texts that are tried, if the variable does not say.
const TEXTS: usize = 50_000;
const TEXTS_VARIABLE: &str = "MOVEGEN_PGN_TEXTS";

/// Pieces of games in any order, one text in four with a byte replaced.
#[test]
#[expect(clippy::print_stdout, reason = "`cargo xtask check pgn` shows what was counted")]
fn many_texts_are_read_or_refused() {
    let texts = std::env::var(TEXTS_VARIABLE).map_or(TEXTS, |number| number.parse().unwrap());
    let mut random = SplitMix64::new(1994);
    let (mut text, mut read) = (Vec::new(), 0);
    for input in 0..texts {
        text.clear();
        for _ in 0..1 + random.next() % 12 {
            let part = random::PARTS[random.next() as usize % random::PARTS.len()];
            text.extend_from_slice(part.as_bytes());
        }
        if input % 4 == 0 {
            let at = random.next() as usize % text.len();
            text[at] = random.next() as u8;
        }
        obeys(&text);
        read += games(&text).filter(Result::is_ok).count();
    }
    println!("{texts} texts, {read} games read");
    assert!(read > texts / 10, "{read} of {texts}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(4_000)))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        obeys(&bytes);
    }

    #[test]
    fn texts_like_games_are_read_or_refused(
        parts in proptest::collection::vec(prop::sample::select(random::PARTS), 0..40),
    ) {
        obeys(parts.concat().as_bytes());
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(1_000)))]

    #[test]
    fn damaged_games_are_read_or_refused(
        seed in 0..200u64,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut random = SplitMix64::new(seed);
        let two = [(); 2].map(|()| random::game(&mut random).to_pgn().unwrap());
        let mut bytes = two.join("\n").into_bytes();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        obeys(&bytes);
    }
}
