//! Afternoon, an engine of the book: UCI over movegen, tt-core and search.
#![expect(clippy::print_stdout, reason = "UCI is spoken on the standard output")]
// ANCHOR: evaluation
use std::{error::Error, io::BufRead, sync::Arc, thread, time::Duration};

use movegen::{KeyHistory, Position, Square};
use search::{Control, Info, Limits, Pool, Reporter, Search, TimeControl};
use tt_core::Table;

/// The worth of each kind in centipawns: anywhere, for a step to the centre, for a rank forward.
const WORTH: [[i32; 3]; 6] =
    [[90, 3, 6], [300, 6, 1], [315, 4, 1], [490, 2, 2], [950, 2, 0], [0, -4, -6]];

fn evaluate(position: &Position) -> i32 {
    let worth = |square: Square| {
        let piece = position.piece_at(square)?;
        let [anywhere, central, forward] = WORTH[piece.kind().index()];
        let rank = square.relative(piece.color()).rank().index() as i32;
        let file = square.file().index() as i32;
        let steps = file.min(7 - file) + rank.min(7 - rank);
        let sign = if piece.color() == position.side_to_move() { 1 } else { -1 };
        Some(sign * (anywhere + central * steps + forward * rank))
    };
    position.occupied().into_iter().filter_map(worth).sum()
}
// ANCHOR_END: evaluation, ANCHOR: session
/// The table and the pool that a search takes and its thread gives back.
type Tools = (Table, Pool<fn(&Position) -> i32>);
struct Engine {
    game: (Position, KeyHistory),
    tools: Option<Tools>,
    running: Option<(Arc<Control>, thread::JoinHandle<Tools>)>,
}

impl Engine {
    /// Ends the search, if one runs; its thread says `bestmove` first.
    fn stop(&mut self) -> &mut Tools {
        if let Some((control, thread)) = self.running.take() {
            control.stop();
            self.tools = thread.join().ok();
        }
        self.tools.as_mut().expect("no search panicked")
    }

    fn obey(&mut self, words: &[&str]) -> Result<(), Box<dyn Error>> {
        match words {
            ["uci"] => println!(
                "id name Afternoon\nid author the Palimpsest authors\n\
                 option name Hash type spin default 16 min 1 max 65536\n\
                 option name Threads type spin default 1 min 1 max 256\nuciok"
            ),
            ["isready"] => println!("readyok"),
            ["position", words @ ..] => self.game = set_up(words)?,
            ["go", words @ ..] => self.go(words),
            ["stop"] => _ = self.stop(),
            ["ucinewgame"] => {
                self.stop().0.clear(1);
                self.stop().1.clear();
            }
            ["setoption", "name", name, "value", value] => match (*name, value.parse()?) {
                ("Hash", mebibytes @ 1..=65_536) => self.stop().0.resize(mebibytes << 20)?,
                ("Threads", threads @ 1..=256) => self.stop().1.set_threads(threads),
                _ => Err(format!("no such option or value: {name}, {value}"))?,
            },
            _ => Err(format!("unknown command: {}", words.join(" ")))?,
        }
        Ok(())
    }
    // ANCHOR_END: session, ANCHOR: go
    fn go(&mut self, words: &[&str]) {
        self.stop();
        let number = |name| {
            let text = words.split(|&word| word == name).nth(1)?.first().unwrap_or(&"");
            Some(text.parse().map_err(|e| println!("info string {name} {text}: {e}")).unwrap_or(0))
        };
        let time = |name| number(name).map(Duration::from_millis);
        let (position, history) = self.game.clone();
        let us = position.side_to_move().index();
        let increment = time(["winc", "binc"][us]).unwrap_or_default();
        let moves_to_go = number("movestogo").map(|moves| moves.clamp(1, 1_000) as u32);
        let clock = |remaining| TimeControl { remaining, increment, moves_to_go };
        let limits = Limits {
            depth: number("depth").map(|plies| plies.min(999) as u32),
            nodes: number("nodes"),
            movetime: time("movetime"),
            time: time(["wtime", "btime"][us]).map(clock),
            move_overhead: Duration::from_millis(20),
            infinite: words.contains(&"infinite"),
            ..Limits::default()
        };
        let (table, mut pool) = self.tools.take().expect("no search panicked");
        let control = Arc::new(Control::new());
        let handle = Arc::clone(&control);
        let thread = thread::spawn(move || {
            let search = Search::new(&table).position(position.clone()).history(history);
            let search = search.limits(limits).control(&handle);
            let best = search.reporter(&mut Lines(position.clone())).run(&mut pool).best;
            println!("bestmove {}", best.map_or("0000".into(), |best| position.uci(best)));
            (table, pool)
        });
        self.running = Some((control, thread));
    }
}
// ANCHOR_END: go, ANCHOR: lines
fn set_up(words: &[&str]) -> Result<(Position, KeyHistory), Box<dyn Error>> {
    let mut parts = words.splitn(2, |&word| word == "moves");
    let mut position = match parts.next() {
        Some(["startpos"]) => Position::startpos(),
        Some(["fen", fen @ ..]) => Position::from_fen(&fen.join(" "))?,
        _ => Err("neither startpos nor fen")?,
    };
    let mut history = KeyHistory::new();
    for text in parts.next().unwrap_or_default() {
        history.push(position.key());
        position = position.make(position.parse_uci(text)?);
    }
    Ok((position, history))
}

struct Lines(Position);

impl Reporter for Lines {
    fn iteration(&mut self, info: &Info<'_>) {
        let mate = info.score.score.mate().map(|n| format!("mate {n}"));
        let score = mate.unwrap_or_else(|| format!("cp {}", info.score.value()));
        let bound = ["", " upperbound", " lowerbound", ""][info.score.bound as usize];
        let (mut position, mut line) = (self.0.clone(), String::new());
        for &mv in info.pv {
            line = line + " " + &position.uci(mv);
            position = position.make(mv);
        }
        let (depth, nodes, time) = (info.depth, info.nodes, info.elapsed.as_millis());
        println!("info depth {depth} score {score}{bound} nodes {nodes} time {time} pv{line}");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let tools = (Table::new(16 << 20)?, Pool::new(|| evaluate as fn(&Position) -> i32));
    let mut engine = Engine { game: set_up(&["startpos"])?, tools: Some(tools), running: None };
    for line in std::io::stdin().lock().split(b'\n') {
        match String::from_utf8_lossy(&line?).split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["quit", ..] => break,
            words => engine.obey(words).unwrap_or_else(|e| println!("info string {e}")),
        }
    }
    engine.stop();
    Ok(())
}
