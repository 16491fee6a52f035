//! Files of games, in PGN.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::time::Duration;

use movegen::pgn::{Game, PgnFault, PgnStream, Remedy, Skip, StreamError, TreeBuilder, Visitor};
use movegen::{KeyHistory, Position};
use search::score::{DRAW, mated_in};
use search::{Control, Outcome};
use serde::Serialize;

use super::annotate::{self, Verdict};
use super::judge::Judgement;
use super::ledger::{Kinds, Ledger, Sums};
use super::place::Input;
use super::players::{Players, tenths};
use super::worker::Worker;
use super::{Batch, End, Reading, number_of, ordered};
use crate::io::input::filling;
use crate::io::out_file::OutFile;
use crate::io::progress::Progress;
use crate::notation::names::{MoveNames, Score, line_in_san};
use crate::session::set_up;

/// A game's number from 1, and the game or the error that stopped its reading.
type Numbered = (usize, Result<Game, String>);

/// A game and the findings in it.
struct Analysed {
    number: usize,
    game: Game,
    /// The findings by position, the start first; `None` where the analysis was stopped before.
    found: Vec<Option<Outcome>>,
    verdicts: Vec<Option<Verdict>>,
}

/// A game in JSON.
#[derive(Serialize)]
struct GameRecord<'a> {
    game: usize,
    tags: BTreeMap<&'a str, &'a str>,
    start: String,
    result: &'static str,
    /// Whether the main line ends where it could not be understood.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    moves: Vec<MoveRecord>,
}

/// A move in JSON.
#[derive(Serialize)]
struct MoveRecord {
    uci: String,
    san: String,
    /// The score after the move, from White's view; `None` if the analysis was stopped before.
    eval: Option<Score>,
    /// The best move in place of this one.
    best: Option<MoveNames>,
    centipawn_loss: Option<u32>,
    /// The accuracy in per cent.
    accuracy: Option<f64>,
    judgement: Option<&'static str>,
    /// The better line beside a bad move.
    better: Vec<String>,
}

/// The sums over all games.
#[derive(Default, Serialize)]
struct GamesTally {
    games: usize,
    positions: usize,
    nodes: u64,
    /// The number of games that could not be read, or not to the end of their main line.
    faults: usize,
    /// The departures from the standard that the reader tolerated, by their kind.
    remarks: Kinds,
    players: Players,
}

/// Analyses each position of the games of a file and writes the games in the order of the file: PGN
/// with evaluations, annotations and better lines, or JSON, with a summary as the last object.
/// Standard error receives the games that cannot be read and the summary.
///
/// A game is analysed from its end, so that findings late in the game help earlier positions. When
/// it is stopped, the games begun so far are written with their findings.
///
/// # Errors
/// If the tables could not be allocated, threads not be started, or `sink` takes no more.
pub(crate) fn games(
    batch: &Batch,
    source: Input,
    sink: &mut OutFile,
    control: &Control,
) -> Result<End, String> {
    let progress = Progress::new(|| source.again().map(count), "positions");
    let mut ledger = Ledger::<GamesTally>::new(batch, source.name(), sink, &progress);
    let inputs = ordered::read_ahead(read(source.into_reader(), batch.reading))?;
    let work = |worker: &mut Worker<'_>, input| analyse(worker, input, &progress);
    let hire = (batch.threads as usize, |others| Worker::new(batch, control, others));
    let done = ordered::map(inputs, hire, control, work, |analysed| match analysed {
        Ok(analysed) => {
            for remark in analysed.game.remarks() {
                if batch.reading.verbose || remark.remedy() == Remedy::Cut {
                    ledger.note(format_args!("game {}: {remark}", analysed.number));
                }
            }
            let is_first = ledger.tally.games == 0;
            ledger.tally.add(&analysed);
            let json = batch.json;
            ledger.write(&if json { analysed.json() + "\n" } else { analysed.pgn(is_first)? })
        }
        Err(fault) => {
            ledger.fault(fault);
            Ok(())
        }
    });
    ledger.end(done, control)
}

/// Returns the games of a source with their numbers.
fn read(reader: Box<dyn Read + Send>, reading: Reading) -> impl Iterator<Item = Numbered> {
    let (mut stream, mut builder) = (PgnStream::new(filling(reader)), TreeBuilder::default());
    if reading.strict {
        stream = stream.strict();
    }
    if reading.chess960 {
        builder = builder.chess960();
    }
    let games = stream.games_by(builder);
    (1..).zip(games.map(|game| game.map_err(|error| fault(&error))))
}

/// Describes a fault and its place; of the faults of a FEN only the first.
fn fault(error: &StreamError<io::Error>) -> String {
    match error {
        StreamError::Pgn(error) => match error.fault() {
            PgnFault::Fen(fen) => {
                let (line, column) = (error.line(), error.column());
                format!("PGN, line {line}, column {column}: {}", set_up::first_fault(fen))
            }
            _ => error.to_string(),
        },
        StreamError::Source(error) => error.to_string(),
    }
}

/// Counts the positions of a file that will be analysed, without broken games.
fn count(file: impl Read) -> u64 {
    let mut stream = PgnStream::new(filling(file));
    let mut plies = Plies(0);
    let mut positions = 0;
    loop {
        match stream.read_game(&mut plies) {
            Ok(Some(count)) => positions += count,
            Ok(None) | Err(StreamError::Source(_)) => return positions,
            Err(StreamError::Pgn(_)) => {}
        }
    }
}

/// A counter of the positions of a game with moves, without variations.
struct Plies(u64);

impl Visitor for Plies {
    type Output = u64;

    fn begin_game(&mut self) {
        self.0 = 0;
    }

    fn san(&mut self, _: &str) -> Result<(), PgnFault> {
        self.0 += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) -> u64 {
        self.0 + u64::from(self.0 > 0)
    }
}

/// Searches the positions of a game, the last one first; `None` if it was stopped at the first.
fn analyse(
    worker: &mut Worker<'_>,
    (number, game): Numbered,
    progress: &Progress,
) -> Option<Result<Analysed, String>> {
    let game = match game {
        Ok(game) => game,
        Err(fault) => return Some(Err(format!("game {number}: {fault}"))),
    };
    worker.forget();
    let mut positions: Vec<Position> = game.positions().collect();
    let mut found: Vec<Option<Outcome>> = vec![None; positions.len()];
    if positions.len() == 1 {
        positions.clear(); // no move to judge
    }
    let mut past = KeyHistory::new();
    positions.iter().for_each(|position| past.push(position.key()));
    for (index, position) in positions.iter().enumerate().rev() {
        past.pop();
        let is_last = index + 1 == positions.len();
        found[index] = match ended(position, &past).filter(|_| is_last) {
            Some(outcome) => Some(outcome),
            None => worker.analyse(position, &past),
        };
        if found[index].is_none() {
            if is_last {
                return None;
            }
            break;
        }
        progress.add(1);
    }
    let verdicts = annotate::verdicts(&game, &found);
    Some(Ok(Analysed { number, game, found, verdicts }))
}

/// Returns the best move of a position, if it was searched and has one.
fn best(position: &Position, found: &Option<Outcome>) -> Option<MoveNames> {
    Some(MoveNames::new(position, found.as_ref()?.best?))
}

/// Returns the score of a game that is over by the rules.
fn ended(position: &Position, past: &KeyHistory) -> Option<Outcome> {
    let end = position.outcome_with(past).filter(|end| !end.is_claim())?;
    let mut outcome = Outcome::default();
    outcome.score = if end.winner().is_some() { mated_in(0) } else { DRAW };
    Some(outcome)
}

impl Analysed {
    /// Returns the annotated game, with an empty line before it unless it is the first.
    fn pgn(self, is_first: bool) -> Result<String, String> {
        let Self { number, mut game, found, verdicts } = self;
        annotate::annotate(&mut game, &found, &verdicts);
        let text = game.to_pgn().map_err(|error| format!("game {number}: {error}"))?;
        Ok(if is_first { text } else { format!("\n{text}") })
    }

    /// Returns the game as an object in JSON.
    fn json(&self) -> String {
        let Self { number, game, found, verdicts } = self;
        let variant = game.start().variant();
        let moves = game.positions().zip(game.moves()).zip(found).zip(verdicts);
        let moves = moves.map(|(((position, mv), before), verdict)| MoveRecord {
            uci: position.uci_as(mv, variant),
            san: position.san(mv),
            eval: verdict.as_ref().map(|verdict| verdict.score),
            best: best(&position, before),
            centipawn_loss: verdict.as_ref().map(|verdict| verdict.lost),
            accuracy: verdict.as_ref().map(|verdict| tenths(verdict.accuracy)),
            judgement: verdict.as_ref().and_then(|verdict| verdict.judgement).map(Judgement::name),
            better: match verdict {
                Some(verdict) => line_in_san(&position, annotate::better(before, verdict)),
                None => Vec::new(),
            },
        });
        super::json(&GameRecord {
            game: *number,
            tags: game.tags().iter().map(|tag| (tag.name(), tag.value())).collect(),
            start: game.start().to_fen(),
            result: game.result().as_str(),
            cut: game.is_cut(),
            moves: moves.collect(),
        })
    }
}

impl GamesTally {
    fn add(&mut self, analysed: &Analysed) {
        self.games += 1;
        self.faults += usize::from(analysed.game.is_cut());
        self.remarks
            .add(analysed.game.remarks().iter().map(|remark| remark.error().fault().kind()));
        self.positions += analysed.found.iter().flatten().count();
        self.nodes += analysed.found.iter().flatten().map(|found| found.nodes).sum::<u64>();
        self.players.add(&analysed.game, &analysed.verdicts);
    }
}

impl Sums for GamesTally {
    fn faults(&mut self) -> &mut usize {
        &mut self.faults
    }

    fn text(&self, elapsed: Duration) -> String {
        let Self { games, positions, nodes, faults, remarks, players } = self;
        let [games, positions] = [number_of(*games, "game"), number_of(*positions, "position")];
        let mut text = players.text() + &format!("{games}, {positions}");
        if *faults > 0 {
            text.push_str(", ");
            text.push_str(&number_of(*faults, "broken or cut game"));
        }
        text.push_str(&format!(", {nodes} nodes, {:.2} s", elapsed.as_secs_f64()));
        text + &remarks.text()
    }
}

#[cfg(test)]
mod tests {
    use search::Limits;

    use std::sync::Arc;

    use engine::Numbers;

    use super::*;
    use crate::hash::size::Size;

    /// Analyses a game to depth 2; if `is_stopped`, only the positions that need no search.
    fn analysed(text: &str, is_stopped: bool) -> Option<Analysed> {
        let batch = Batch {
            limits: Limits { depth: Some(2), ..Limits::default() },
            hash: Size::mebibytes(1),
            threads: 1,
            numbers: Numbers::default(),
            tablebases: Arc::default(),
            json: false,
            reading: Reading::default(),
        };
        let control = Control::new();
        if is_stopped {
            control.stop();
        }
        let mut worker = Worker::new(&batch, &control, 0).unwrap();
        let text = Box::new(io::Cursor::new(text.to_owned()));
        let (number, game) = read(text, Reading::default()).next().unwrap();
        let progress = Progress::new(|| None, "positions");
        analyse(&mut worker, (number, game), &progress).map(Result::unwrap)
    }

    #[test]
    fn a_game_that_was_stopped_has_what_was_found() {
        let mate = "1. f3 e5 2. g4 Qh4# 0-1\n";
        let found = |is_stopped| {
            let analysed = analysed(mate, is_stopped).expect("its end is known without a search");
            analysed.found.iter().map(Option::is_some).collect::<Vec<_>>()
        };
        assert_eq!(found(true), [false, false, false, false, true]);
        assert_eq!(found(false), [true; 5]);
        let text = analysed(mate, true).unwrap().pgn(true).unwrap();
        assert!(text.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n") && !text.contains("eval"), "{text}");
        assert!(analysed("1. e4 *", true).is_none(), "nothing was found");
    }

    #[test]
    fn the_positions_of_a_file_are_counted_without_variations_and_broken_games() {
        let text = "1. e4 (1. d4 d5) e5 *\n\n[White \"A\"]\n\n*\n\n[White \"B\"]\n\n1. c4 {no end";
        assert_eq!(count(text.as_bytes()), 5);
    }
}
