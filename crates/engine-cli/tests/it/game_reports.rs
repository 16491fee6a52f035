//! `analyse --pgn`: reports, puzzles, and the choice of games and moves.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use movegen::{Epd, pgn};
use roxmltree::{Document, Node};
use serde_json::Value;
use tempfile::TempDir;

use crate::engine::BINARY;

/// The opera game, a short game whose name must be escaped, an ending without an opening in which a
/// win is thrown away, four good moves, and a mate in one that was missed.
const GAMES: &str = r#"[Event "Paris & <b>more</b>"]
[White "Paul Morphy"]
[Black "Duke Karl"]
[Result "1-0"]
[ECO "C41"]
[Opening "Philidor Defense"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5
cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0

[White "</title><script>alert(1)</script>"]
[Black "Paul Morphy Jr. \"the second\""]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Ann"]
[Black "Eve"]
[Result "1/2-1/2"]
[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]

1. Qg6 1/2-1/2

[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 *

[White "Cleo"]
[Black "Dan \"the man\""]
[Opening "Rooks & pawns"]
[FEN "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"]

1. h3 h6 *
"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("games.pgn"), GAMES).expect("written");
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// Analyses the games with these words, files in this folder.
    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(BINARY);
        let nodes = if words.contains("--nodes") { "" } else { "--nodes 4000 " };
        let words = format!("analyse --hash 1 --pgn games.pgn {nodes}{words}");
        command.args(words.split_whitespace()).current_dir(self.0.path());
        command.output().expect("the program runs")
    }

    /// Analyses the games with success; returns standard output.
    fn succeed(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

fn words(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

fn rows(page: &Document<'_>, id: &str) -> Vec<Vec<String>> {
    let section = page.descendants().find(|node| node.attribute("id") == Some(id));
    let section = section.unwrap_or_else(|| panic!("no {id}"));
    let cells = |row: Node<'_, '_>| {
        row.children().filter(|node| node.has_tag_name("td")).map(words).collect::<Vec<_>>()
    };
    let rows = section.descendants().filter(|node| node.has_tag_name("tr")).map(cells);
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns the page without its head, which is not XML.
fn body(page: &str) -> &str {
    let start = page.find("<body>").expect("a body");
    &page[start..page.find("</html>").expect("an end")]
}

fn percent(value: &Value) -> String {
    value.as_f64().map_or("-".into(), |share| format!("{share:.1} %"))
}

fn sums(player: &Value) -> Vec<String> {
    let counts = ["inaccuracies", "mistakes", "blunders"].map(|name| player[name].to_string());
    let loss = format!("{:.1}", player["average_centipawn_loss"].as_f64().expect("a number"));
    [&[percent(&player["accuracy"]), loss][..], &counts].concat()
}

#[test]
fn a_page_needs_nothing_else_and_has_the_numbers_of_the_data() {
    let folder = Folder::new();
    assert_eq!(folder.succeed("--report out.html"), "", "no games are printed");
    folder.succeed("--report data.JSON");
    let page = folder.text("out.html");
    assert_eq!(folder.succeed("--report -"), page, "a dash is standard output");
    assert_eq!(folder.succeed("--report - --json"), folder.text("data.JSON"));
    assert_eq!(folder.succeed("--report out.html --threads 3"), "");
    assert_eq!(folder.text("out.html"), page, "with any number of threads");

    for word in ["<script", "<link", "<img", "src=", "@import", "url(", "@font-face", "<b>"] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("prefers-color-scheme:dark"));
    assert!(page.contains("@media print") && page.contains("width=device-width"));
    let parsed = Document::parse(body(&page)).expect("well-formed");
    let attributes = || parsed.descendants().flat_map(|node| node.attributes());
    let ids: Vec<&str> = attributes().filter(|it| it.name() == "id").map(|it| it.value()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "no two places have one name");
    for link in attributes().filter(|attribute| attribute.name() == "href") {
        let target = link.value().strip_prefix('#').expect("a place in the page");
        assert!(ids.contains(&target), "{target}");
    }
    assert!(!attributes().any(|attribute| attribute.name().starts_with("on")));
    assert!(words(parsed.root_element()).contains("Chessnut by Alexis Luengas"));

    let data = folder.json("data.JSON");
    let summary = &data["summary"];
    for row in rows(&parsed, "players") {
        let player = &summary["players"][&row[0]];
        assert_eq!(row[1], player["games"].to_string(), "{row:?}");
        assert_eq!(row[2], player["moves"].to_string(), "{row:?}");
        assert_eq!(row[3..], sums(player), "{row:?}");
    }
    let openings = rows(&parsed, "openings");
    let names: Vec<&str> = openings.iter().map(|row| row[0].as_str()).collect();
    let [none, fools, philidor, knights, rooks] = &names[..] else { panic!("{names:?}") };
    assert_eq!([*none, philidor, rooks], ["(no name)", "C41 Philidor Defense", "Rooks & pawns"]);
    assert!(fools.starts_with("A00 Barnes") && knights.starts_with("C4"), "{names:?}");
    for row in &openings {
        let opening = &summary["openings"][&row[0]];
        let counts = ["games", "white_won", "drawn", "black_won"].map(|it| opening[it].to_string());
        let shares = ["white", "black"].map(|side| percent(&opening[side]["accuracy"]));
        assert_eq!(row[1..], [&counts[..], &shares].concat(), "{row:?}");
    }
    let results =
        |name: &str| openings.iter().find(|row| row[0] == name).expect(name)[1..5].join(" ");
    assert_eq!(results("(no name)"), "1 0 1 0");
    assert_eq!(results("C41 Philidor Defense"), "1 1 0 0");
    assert_eq!(results(fools), "1 0 0 1");
    assert_eq!(results("Rooks & pawns"), "1 0 0 0", "a game without an end");
    let games = data["games"].as_array().expect("games");
    assert_eq!((games.len(), rows(&parsed, "games").len()), (5, 5));
    for game in games {
        is_drawn(&parsed, game);
    }
}

/// The section of a game has its sums, its phases, a graph and a board for each mistake.
fn is_drawn(page: &Document<'_>, game: &Value) {
    let id = format!("game-{}", game["game"]);
    let rows = rows(page, &id);
    assert_eq!([&rows[0][2..], &rows[1][2..]], [sums(&game["white"]), sums(&game["black"])]);
    let phases = game["phases"].as_array().expect("phases");
    assert_eq!(rows.len(), 2 + phases.len(), "{rows:?}");
    let mut next = 1;
    for (row, phase) in rows[2..].iter().zip(phases) {
        assert_eq!(row[0], phase["phase"].as_str().expect("a name"));
        assert_eq!(
            [&row[2], &row[3]],
            ["white", "black"].map(|it| percent(&phase[it]["accuracy"])).each_ref()
        );
        assert_eq!(phase["plies"][0], next, "the phases follow each other: {phases:?}");
        next = phase["plies"][1].as_u64().expect("a ply") + 1;
    }
    let moves = game["moves"].as_array().expect("moves");
    assert_eq!(next, moves.len() as u64 + 1);
    let section = page.descendants().find(|node| node.attribute("id") == Some(&id)).expect("it");
    let with = |class: &str| {
        let has = |node: &Node<'_, '_>| node.attribute("class") == Some(class);
        section.descendants().filter(has).collect::<Vec<_>>()
    };
    let area: Vec<&str> = with("area")[0].attribute("d").expect("a path").split('L').collect();
    assert_eq!(area.len() - 1, moves.len() + 1, "a point for each move, and the last corner");
    let view = with("graph")[0].attribute("viewBox").expect("a size");
    let width: f64 = view.split(' ').nth(2).expect("a width").parse().expect("a number");
    for (ply, point) in area[1..=moves.len()].iter().enumerate() {
        let x = format!("{:.1} ", width * (ply + 1) as f64 / moves.len() as f64);
        assert!(point.starts_with(&x), "{point}: {x}");
    }
    let bad = |it: &&Value| matches!(it["judgement"].as_str(), Some("mistake" | "blunder"));
    let mistakes: Vec<&Value> = moves.iter().filter(bad).collect();
    assert_eq!(with("board").len(), mistakes.len());
    assert_eq!(with("arrow played").len(), mistakes.len());
    for mistake in mistakes {
        let place = format!("{id}-ply-{}", mistake["ply"]);
        let figure = page.descendants().find(|node| node.attribute("id") == Some(&place));
        let figure = figure.expect("a board");
        let label = figure.first_element_child().and_then(|svg| svg.attribute("aria-label"));
        assert!(label.expect("a label").ends_with(mistake["fen"].as_str().expect("a FEN")));
        let text = words(figure);
        for san in std::iter::once(&mistake["san"]).chain(mistake["better"].as_array().unwrap()) {
            assert!(text.contains(san.as_str().expect("a move")), "{san}: {text}");
        }
    }
}

/// Each filter acts on the games, the data, the page and the puzzles.
#[test]
fn filters_act_on_every_output() {
    let folder = Folder::new();
    for (filter, numbers) in [
        ("", &[1, 2, 3, 4, 5][..]),
        ("--games 2", &[2]),
        ("--games 2-3", &[2, 3]),
        ("--games 3-", &[3, 4, 5]),
        ("--player MORPHY", &[1, 2]),
        ("--player ann --games 1-3", &[3]),
        ("--only mistakes", &[1, 2, 3, 5]),
        ("--only mistakes --player eve", &[]),
        ("--only mistakes --player duke", &[1]),
        ("--games 7-9", &[]),
        ("--player nobody", &[]),
    ] {
        let outputs = "--out out.pgn --report out.html --puzzles out.epd";
        for name in ["out.pgn", "out.html", "out.json", "out.epd"] {
            fs::write(folder.path(name), "old").expect("written");
        }
        let output = folder.run(&format!("{outputs} {filter}"));
        if numbers.is_empty() {
            let told = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(output.status.code(), Some(1), "{filter}: {told}");
            let error = "error: analyse: games.pgn: expected a game for ";
            assert!(told.starts_with(error) && told.lines().count() == 1, "{filter}: {told}");
            assert!(told.contains(filter.split(' ').next().unwrap()), "{filter}: {told}");
            for name in ["out.pgn", "out.html", "out.epd"] {
                assert_eq!(folder.text(name), "old", "{filter}: {name} stays");
            }
            continue;
        }
        assert!(output.status.success(), "{filter}: {output:?}");
        folder.succeed(&format!("--report out.json {filter}"));
        let data = folder.json("out.json");
        let games = data["games"].as_array().expect("games");
        let found: Vec<i64> = games.iter().map(|game| game["game"].as_i64().unwrap()).collect();
        assert_eq!(found, numbers, "{filter}");
        assert_eq!(data["summary"]["games"], numbers.len(), "{filter}");
        assert_eq!(
            pgn::games(folder.text("out.pgn").as_bytes()).count(),
            numbers.len(),
            "{filter}"
        );
        let page = folder.text("out.html");
        assert_eq!(page.matches("<article ").count(), numbers.len(), "{filter}");
        let is_only = filter.contains("--only");
        assert_eq!(page.contains("class=\"graph\""), !is_only, "{filter}");
        if is_only {
            let moves = games.iter().flat_map(|game| game["moves"].as_array().unwrap());
            assert!(moves.clone().count() > 0);
            assert!(moves.into_iter().all(|it| it["fen"].is_string()), "{filter}");
        }
        for line in folder.text("out.epd").lines() {
            let epd = Epd::parse(line).unwrap();
            let id = epd.id().expect("an id");
            assert!(numbers.iter().any(|it| id.starts_with(&format!("game {it},"))), "{id}");
            assert!(!is_only || epd.text("c0") == Some("missed"), "{line}");
        }
    }
}

/// The tags of the opening come from the table, unless the game has them.
#[test]
fn annotated_games_name_their_opening() {
    let text = Folder::new().succeed("--out - --puzzles p.epd");
    let games: Vec<_> = pgn::games(text.as_bytes()).map(Result::unwrap).collect();
    let tags = |index: usize| ["ECO", "Opening"].map(|tag| games[index].tag(tag));
    assert_eq!(tags(0), [Some("C41"), Some("Philidor Defense")]);
    assert!(tags(1)[0] == Some("A00") && tags(1)[1].unwrap().starts_with("Barnes"), "{text}");
    assert_eq!((tags(2), tags(4)), ([None, None], [None, Some("Rooks & pawns")]));
}

/// The mistakes of a chosen player are his alone.
#[test]
fn mistakes_are_those_of_the_player() {
    let folder = Folder::new();
    folder.succeed("--report all.json --player duke");
    folder.succeed("--report his.json --player duke --only mistakes");
    let mistakes = |name: &str| {
        let data = folder.json(name);
        let moves = data["games"][0]["moves"].as_array().expect("moves").clone();
        moves.into_iter().filter(|it| it["fen"].is_string()).collect::<Vec<_>>()
    };
    let his = mistakes("his.json");
    assert_eq!(his, mistakes("all.json"));
    assert!(!his.is_empty() && his.iter().all(|it| it["ply"].as_u64().unwrap() % 2 == 0));
}

/// The solutions of the puzzles are the best moves of a deeper search, too, and the game is told
/// rightly.
#[test]
fn puzzles_have_one_solution_that_a_deeper_search_finds() {
    let folder = Folder::new();
    let text = folder.succeed("--puzzles - --nodes 20000");
    let puzzles: Vec<Epd> = text.lines().map(|line| Epd::parse(line).expect("EPD")).collect();
    let told: Vec<_> = puzzles.iter().map(|epd| (epd.id().unwrap(), epd.text("c0"))).collect();
    let mate = ("game 1, move 17., Paul Morphy - Duke Karl", Some("found"));
    let missed = ("game 5, move 1., Cleo - Dan \"the man\"", Some("missed"));
    assert!(told.contains(&mate) && told.contains(&missed), "{told:?}");
    for epd in &puzzles {
        let (solution, played) = (epd.legal_moves_of("bm"), epd.legal_moves_of("sm"));
        assert_eq!((solution.len(), played.len()), (1, 1), "{epd}");
        assert_eq!(epd.text("c0") == Some("found"), solution == played, "{epd}");
    }
    fs::write(folder.path("puzzles.epd"), &text).expect("written");
    let solve = |words: &[&str]| {
        let mut command = Command::new(BINARY);
        command.args(["analyse", "--nodes", "200000"]).args(words);
        String::from_utf8(command.current_dir(folder.0.path()).output().unwrap().stdout).unwrap()
    };
    for line in solve(&["--epd", "puzzles.epd"]).lines() {
        assert_eq!(Epd::parse(line).expect("EPD").number("solved"), Some(1), "{line}");
    }
    for epd in &puzzles {
        let fen = epd.position().to_fen();
        let found: Value =
            serde_json::from_str(&solve(&[&fen, "--multipv", "2", "--json"])).unwrap();
        let points = |index: usize| {
            let wdl = &found["lines"][index]["wdl"];
            wdl["win"].as_f64().unwrap() + wdl["draw"].as_f64().unwrap() / 2.0
        };
        assert!(points(0) > 700.0 && points(1) < points(0) - 100.0, "{epd}: {found}");
    }
    let one = folder.succeed("--puzzles - --per-game 1 --nodes 20000");
    assert!(one.lines().all(|line| text.contains(line)), "{one}");
    let first = |id: &str| one.lines().filter(|line| line.contains(id)).count();
    assert!((1..=5).all(|game| first(&format!("\"game {game},")) <= 1), "{one}");
}

/// A combination is one puzzle, of its player alone, and the last line counts the puzzles.
#[test]
fn a_combination_is_one_puzzle_of_the_player_who_had_it() {
    let folder = Folder::new();
    let game = "[White \"Ann\"]\n[Black \"Bob\"]\n\
        [FEN \"r6k/6pp/7N/8/2Q5/8/1q3PPP/6K1 w - - 0 1\"]\n\n1. Qg8+ Rxg8 2. Nf7# 1-0\n";
    fs::write(folder.path("games.pgn"), game).expect("written");
    for (words, puzzles, sum) in [
        ("--puzzles -", 1, ", 1 puzzle, "),
        ("--puzzles - --player ann", 1, ", 1 puzzle, "),
        ("--puzzles - --player bob", 0, ", 0 puzzles, "),
        ("--report a.html", 0, "1 game, 4 positions, "),
    ] {
        let output = folder.run(words);
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(lines.matches("bm Qg8+; ").count(), puzzles, "{words}: {lines}");
        assert_eq!(lines.lines().count(), puzzles, "{words}: {lines}");
        assert!(told.contains(sum), "{words}: {told}");
        assert_eq!(told.contains("puzzle"), sum.contains("puzzle"), "{words}: {told}");
    }
}

#[test]
fn words_that_do_not_fit_are_refused_before_anything_is_written() {
    let folder = Folder::new();
    for (words, what) in [
        ("--games 0-3", "expected numbers from 1 as 7, 3-10 or 5-, found '0-3'"),
        ("--games 5-3", "found '5-3'"),
        ("--games -3", "found '-3'"),
        ("--games x", "found 'x'"),
        ("--only best", "mistakes"),
        ("--puzzles p.epd --per-game 0", "expected a whole number of at least 1"),
        ("--per-game 2", "required"),
        ("--out - --report -", "expected a file of its own"),
        ("--report a.html --puzzles a.html", "expected a file of its own"),
        ("--report games.pgn", "expected another file than the input"),
        ("--puzzles no/such/p.epd", "no/such/p.epd"),
        ("--json --report a.html", "expected --out, or `--report -`"),
    ] {
        let output = folder.run(words);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}: {told}");
        assert!(told.contains(what) && told.matches("error: ").count() == 1, "{words}: {told}");
    }
    for option in
        ["--report a.html", "--puzzles a.epd", "--player x", "--games 1", "--only mistakes"]
    {
        let words = ["analyse", "--epd", "games.pgn"].into_iter().chain(option.split(' '));
        let output =
            Command::new(BINARY).args(words).current_dir(folder.0.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{option} is for games: {output:?}");
    }
    assert_eq!(fs::read_dir(folder.0.path()).unwrap().count(), 1, "nothing was written");
}
