//! Leaves a second of movegen and of its peers, on the positions of `bench movegen`: each is walked
//! in the ways of its authors and its users, of which the quickest on a position counts.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, ensure};
use cozy_chess::{BitBoard, Board, Move, Piece, Rank};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::pages;

/// The published counts; its first positions are those of the bench.
const SUITE: &str = include_str!("../../../movegen/tests/data/perft.epd");
const NAMES: [&str; 5] = ["startpos", "kiwipete", "rook_endgame", "promotions", "talkchess"];

/// Count absolute leaves a second beside other generators.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write the figures into docs/records/bench/peers.md
    #[arg(long)]
    write: bool,
    /// Rounds of all walks; the least time of each counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Plies less than the full depth: quicker and rougher
    #[arg(long, default_value_t = 0)]
    shallower: usize,
    /// A build of Gigantua, and its commit, compiler and flags; several builds: the best counts
    #[arg(long, value_name = "FILE=WORDS")]
    gigantua: Vec<Program>,
    /// A program over chess-library; called as `FILE FEN DEPTH LEAVES`, as Gigantua is, it succeeds
    /// if it counts these leaves
    #[arg(long, value_name = "FILE=WORDS")]
    chess_library: Vec<Program>,
}

/// A program that counts leaves, and what the page says of it.
#[derive(Clone, Debug)]
struct Program {
    file: PathBuf,
    words: String,
}

impl FromStr for Program {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (file, words) = text.split_once('=').unwrap_or_default();
        if file.is_empty() || words.trim().is_empty() {
            return Err("expected FILE=WORDS, where WORDS are its commit, compiler and flags");
        }
        Ok(Self { file: file.into(), words: words.trim().into() })
    }
}

/// A position, with the published leaves at depth 1, at depth 2, and so on.
struct Case {
    fen: &'static str,
    leaves: Vec<u64>,
}

impl Case {
    /// The positions of the bench, to `shallower` plies less than the full depth, to one at least.
    fn all(shallower: usize) -> Result<Vec<Self>> {
        let lines = SUITE.lines().filter(|line| !line.starts_with('#')).take(NAMES.len());
        let cases = lines.map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().unwrap_or_default().trim();
            let counts = parts.map(|part| part.trim().rsplit(' ').next().unwrap_or("").parse());
            let mut leaves: Vec<u64> = counts.collect::<Result<_, _>>().context(line)?;
            leaves.truncate(leaves.len().saturating_sub(shallower).max(1));
            Ok(Self { fen, leaves })
        });
        cases.collect()
    }
}

/// Counts the leaves of a position; returns the seconds that it took.
type Count = dyn Fn(&Case) -> Result<f64>;

struct Walk {
    name: String,
    seconds: Box<Count>,
}

impl Walk {
    fn new<P: 'static>(
        name: &str,
        read: fn(&str) -> Result<P>,
        count: impl Fn(&P, u32) -> u64 + 'static,
    ) -> Self {
        let seconds = move |case: &Case| {
            let position = read(case.fen)?;
            let depth = case.leaves.len();
            let start = processor_time();
            let leaves = count(black_box(&position), depth as u32);
            let seconds = processor_time() - start;
            ensure!(leaves == case.leaves[depth - 1], "{leaves} leaves at depth {depth}");
            Ok(seconds)
        };
        Self { name: format!("`{name}`"), seconds: Box::new(seconds) }
    }

    /// Returns the way of a program, whose start is not counted: a second run, to depth 1, tells
    /// its time.
    fn of(program: &Program) -> Self {
        let Program { file, words } = program.clone();
        let run = move |case: &Case, depth: usize| {
            let mut command = Command::new(&file);
            command
                .arg(case.fen)
                .args([depth as u64, case.leaves[depth - 1]].map(|n| n.to_string()));
            let start = processor_time();
            let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
            let status = status.with_context(|| format!("cannot start {file:?}"))?;
            let seconds = processor_time() - start;
            ensure!(status.success(), "{status}: it counts other leaves at depth {depth}");
            Ok(seconds)
        };
        let seconds = move |case: &Case| Ok(run(case, case.leaves.len())? - run(case, 1)?);
        Self { name: words, seconds: Box::new(seconds) }
    }
}

/// Returns the seconds of processor time that this program and its children have had.
#[cfg(unix)]
fn processor_time() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let who = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN];
    let used = who.map(|who| {
        let usage = getrusage(who).expect("both are known to every Unix");
        let times = [usage.user_time(), usage.system_time()];
        times.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum::<f64>()
    });
    used.iter().sum()
}

/// Elsewhere the wall clock must do.
#[cfg(not(unix))]
fn processor_time() -> f64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64())
}

/// Returns the generators with their walks; one without a program of its own has none.
fn peers(options: &Options) -> [(&'static str, Vec<Walk>); 6] {
    let ours = |fen: &str| Ok(movegen::Position::from_fen(fen)?);
    let programs = |programs: &[Program]| programs.iter().map(Walk::of).collect();
    [
        ("movegen", vec![Walk::new("perft", ours, movegen::perft)]),
        ("Gigantua", programs(&options.gigantua)),
        (
            "cozy-chess",
            vec![
                Walk::new("closures", read_cozy, cozy_walk::<false>),
                Walk::new("sets", read_cozy, cozy_walk::<true>),
            ],
        ),
        (
            "eschac",
            vec![
                Walk::new("perft", read_eschac, |p, depth| p.perft(depth as usize) as u64),
                Walk::new("closures", read_eschac, eschac_closures),
                Walk::new("lists", read_eschac, eschac_lists),
            ],
        ),
        ("chess-library", programs(&options.chess_library)),
        (
            "shakmaty",
            vec![
                Walk::new("perft", read_shakmaty, shakmaty::perft::<Chess>),
                Walk::new("lists", read_shakmaty, shakmaty_lists),
            ],
        ),
    ]
}

fn read_cozy(fen: &str) -> Result<Board> {
    Board::from_fen(fen, false).map_err(|error| anyhow!("cozy-chess: {error}"))
}

/// Counts the leaves of a tree of at least one ply, in the two quickest ways of movegen's bench: by
/// the iterator of a piece's moves, or by a loop over its targets that looks at promotions once.
pub(crate) fn cozy_walk<const SETS: bool>(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|moves| {
        let mut visit = |mv| {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += cozy_walk::<SETS>(&child, depth - 1);
        };
        if SETS {
            let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
            let last = if moves.piece == Piece::Pawn { moves.to & ends } else { BitBoard::EMPTY };
            let from = moves.from;
            (moves.to & !last).into_iter().for_each(|to| visit(Move { from, to, promotion: None }));
            for to in last {
                for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                    visit(Move { from, to, promotion: Some(piece) });
                }
            }
        } else {
            moves.into_iter().for_each(visit);
        }
        false
    });
    leaves
}

fn read_eschac(fen: &str) -> Result<eschac::position::Position> {
    let record = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let setup = eschac::setup::Setup::from_text_record(&record);
    let setup = setup.ok().with_context(|| format!("eschac cannot read {fen}"))?;
    setup.into_position().ok().with_context(|| format!("eschac refuses {fen}"))
}

fn eschac_closures(position: &eschac::position::Position, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        1 => return position.count_legal_moves() as u64,
        2 => position.for_each_move(|mv| leaves += mv.make().count_legal_moves() as u64),
        _ => position.for_each_move(|mv| leaves += eschac_closures(&mv.make(), depth - 1)),
    }
    leaves
}

fn eschac_lists(position: &eschac::position::Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    position.legal_moves().into_iter().map(|mv| eschac_lists(&mv.make(), depth - 1)).sum()
}

fn read_shakmaty(fen: &str) -> Result<Chess> {
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}

fn shakmaty_lists(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut child = position.clone();
        child.play_unchecked(mv);
        leaves += shakmaty_lists(&child, depth - 1);
    }
    leaves
}

/// Measures all peers in turns; `report` gets the lines of a table of millions of leaves a second,
/// and `skip` what is not measured and why.
pub(crate) fn run(options: &Options, report: impl Fn(String), skip: impl Fn(String)) -> Result<()> {
    let cases = Case::all(options.shallower)?;
    let peers = peers(options);
    let mut best: Vec<Vec<(f64, &str)>> = vec![vec![(f64::INFINITY, ""); cases.len()]; peers.len()];
    for _ in 0..options.rounds {
        for (index, case) in cases.iter().enumerate() {
            for ((name, walks), best) in peers.iter().zip(&mut best) {
                for walk in walks {
                    let seconds = (walk.seconds)(case)
                        .with_context(|| format!("{name}, {}, on {}", walk.name, case.fen))?;
                    if seconds < best[index].0 {
                        best[index] = (seconds, &walk.name);
                    }
                }
            }
        }
    }
    let mut table = vec![
        format!("| generator | {} | geometric mean | its quickest ways |", NAMES.join(" | ")),
        format!("|---|{}---|", "---:|".repeat(NAMES.len() + 1)),
    ];
    for ((name, walks), best) in peers.iter().zip(best) {
        if walks.is_empty() {
            let why = "no build of it was named";
            skip(format!("{name}: {why} (--{} FILE=WORDS)", name.to_lowercase()));
            table.push(format!("| {name} |{} {why} |", " – |".repeat(NAMES.len() + 1)));
        } else {
            let counts = cases.iter().map(|case| case.leaves[case.leaves.len() - 1]);
            table.push(row(
                name,
                &counts.zip(best).map(|(n, (s, way))| (n as f64 / s, way)).collect::<Vec<_>>(),
            ));
        }
    }
    if options.write {
        pages::write_peers(&(table.join("\n") + "\n"))?;
    }
    table.into_iter().for_each(report);
    Ok(())
}

/// Returns the row of a generator: its leaves a second on each position, and in which way.
fn row(name: &str, rates: &[(f64, &str)]) -> String {
    let mean = (rates.iter().map(|(rate, _)| rate.ln()).sum::<f64>() / rates.len() as f64).exp();
    let rates_and_mean = rates.iter().map(|(rate, _)| *rate).chain([mean]);
    let cells: Vec<String> = rates_and_mean.map(|rate| format!("{:.0}", rate / 1e6)).collect();
    let mut ways: Vec<&str> = rates.iter().map(|(_, way)| *way).collect();
    ways.sort_unstable();
    ways.dedup();
    format!("| {name} | {} | {} |", cells.join(" | "), ways.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(gigantua: Vec<Program>) -> Options {
        Options { write: false, rounds: 1, shallower: 3, gigantua, chess_library: Vec::new() }
    }

    #[test]
    fn every_way_of_every_peer_counts_the_published_leaves() {
        let cases = Case::all(2).unwrap();
        assert_eq!(cases.iter().map(|case| case.leaves.len()).collect::<Vec<_>>(), [4, 3, 5, 4, 3]);
        for (name, walks) in peers(&options(Vec::new())) {
            assert!(!walks.is_empty() || ["Gigantua", "chess-library"].contains(&name));
            for (walk, case) in walks.iter().flat_map(|walk| cases.iter().map(move |c| (walk, c))) {
                (walk.seconds)(case).with_context(|| format!("{name} {}", walk.name)).unwrap();
                let wrong = Case { fen: case.fen, leaves: vec![case.leaves[0] + 1] };
                assert!((walk.seconds)(&wrong).is_err(), "{name} {}", walk.name);
            }
        }
    }

    #[test]
    fn a_program_has_a_file_and_words() {
        let program: Program = "/a b/p=1a2b, g++ -march=native".parse().unwrap();
        assert_eq!(program.file, PathBuf::from("/a b/p"));
        assert_eq!(program.words, "1a2b, g++ -march=native");
        for text in ["", "/p", "=words", "/p= "] {
            assert!(text.parse::<Program>().unwrap_err().contains("FILE=WORDS"), "{text}");
        }
    }

    #[test]
    fn a_row_has_millions_a_second_their_mean_and_the_quickest_ways() {
        let rates = [(100e6, "b"), (400e6, "a"), (200e6, "b")];
        assert_eq!(row("P", &rates), "| P | 100 | 400 | 200 | 200 | a; b |");
    }

    /// `true` claims to count right, `false` to count wrong.
    #[test]
    #[cfg(unix)]
    fn what_a_program_says_decides_and_what_is_not_measured_is_named() {
        let lines = std::cell::RefCell::new(Vec::new());
        let keep = |line: String| lines.borrow_mut().push(line);
        run(&options(vec!["true=T".parse().unwrap()]), keep, keep).unwrap();
        let lines = lines.into_inner().join("\n");
        assert!(lines.contains("| T |") && !lines.contains("Gigantua:"), "{lines}");
        assert!(lines.contains("chess-library: no build of it was named (--"), "{lines}");
        assert!(lines.contains(" – | no build of it was named |"), "{lines}");
        let error = run(&options(vec!["false=F".parse().unwrap()]), drop, drop).unwrap_err();
        assert!(format!("{error:#}").contains("other leaves"), "{error:#}");
    }
}
