//! Files of games, in PGN.

use std::io::{self, Read};

use engine::{OpeningName, OpeningNames};
use movegen::pgn::{
    Game, PgnFault, PgnStream, PgnText, Remedy, Skip, StreamError, TreeBuilder, Visitor,
};
use movegen::{Color, KeyHistory, Position};
use search::score::{DRAW, mated_in};
use search::{Control, Outcome};

use super::annotate::{self, Verdict};
use super::games_tally::GamesTally;
use super::ledger::Ledger;
use super::place::Input;
use super::puzzles::{self, Puzzle};
use super::record::GameRecord;
use super::report::Report;
use super::select::Selection;
use super::worker::Worker;
use super::{Batch, End, Reading, ordered};
use crate::io::input::filling;
use crate::io::out_file::OutFile;
use crate::io::progress::Progress;

/// A game's number from 1, and the game or the error that stopped its reading.
type Numbered = (usize, Result<Game, String>);

struct Analysed {
    number: usize,
    game: Game,
    /// The findings by position, the start first; `None` where the analysis was stopped before.
    found: Vec<Option<Outcome>>,
    verdicts: Vec<Option<Verdict>>,
    puzzles: Vec<Puzzle>,
}

pub(crate) struct Outputs {
    /// The annotated games, or JSON.
    pub(crate) games: Option<OutFile>,
    pub(crate) report: Option<Report>,
    pub(crate) puzzles: Option<OutFile>,
}

/// Analyses each position of the games of a file and writes the games in the order of the file: PGN
/// with evaluations, annotations and better lines, or JSON, with a summary as the last object; a
/// report and puzzles at the end. Standard error receives the games that cannot be read and the
/// summary.
///
/// A game is analysed from its end, so that findings late in the game help earlier positions. When
/// it is stopped, the games begun so far are written with their findings.
pub(crate) fn games(
    batch: &Batch,
    source: Input,
    outputs: Outputs,
    control: &Control,
) -> Result<End, String> {
    let Batch { selection, reading, .. } = batch;
    let Outputs { games, mut report, puzzles } = outputs;
    let progress = Progress::new(|| source.again().map(|file| count(file, selection)), "positions");
    let name = source.name().to_owned();
    let mut ledger = Ledger::<GamesTally>::new(batch, &name, games, &progress);
    ledger.tally.puzzles = puzzles.is_some().then_some(0);
    let (mut solutions, names) = (String::new(), OpeningNames::new());
    let inputs = ordered::read_ahead(read(source.into_reader(), *reading, selection.clone()))?;
    let most = if puzzles.is_some() { batch.puzzles } else { 0 };
    let work = |worker: &mut Worker<'_>, input| analyse(worker, input, &progress, most);
    let hire = (batch.threads as usize, |others| Worker::new(batch, control, others));
    let done = ordered::map(inputs, hire, control, work, |analysed| match analysed {
        Ok(analysed) if analysed.is_shown(selection) => {
            for remark in analysed.game.remarks() {
                if reading.verbose || remark.remedy() == Remedy::Cut {
                    ledger.note(format_args!("game {}: {remark}", analysed.number));
                }
            }
            let is_first = ledger.tally.games == 0;
            let opening = names.of_line(analysed.game.start(), analysed.game.moves());
            let record = analysed.record(selection, opening);
            let Analysed { number, game, found, verdicts, puzzles } = &analysed;
            ledger.tally.add(game, found, verdicts, &record);
            ledger.tally.puzzles.iter_mut().for_each(|count| *count += puzzles.len());
            report.iter_mut().for_each(|report| report.add(&record));
            let lines = puzzles.iter().map(|puzzle| puzzle.epd(*number, game) + "\n");
            solutions.extend(lines);
            let json = batch.json.then(|| super::json(&record) + "\n");
            drop(record);
            ledger.write(&json.map_or_else(|| analysed.pgn(is_first, opening), Ok)?)
        }
        Ok(_) => Ok(()),
        Err(fault) => {
            ledger.fault(fault);
            Ok(())
        }
    });
    let is_asked = report.is_some() || puzzles.is_some() || !selection.words().is_empty();
    let is_empty = ledger.tally.games == 0 && is_asked && !control.is_stopped();
    let done = done.and_then(|threads| match is_empty {
        true => Err(format!("{name}: expected a game{}, found none", selection.of_words())),
        false => Ok(threads),
    });
    ledger.end(done, control, |tally| {
        report.map_or(Ok(()), |report| report.write(&name, selection, tally))?;
        puzzles.map_or(Ok(()), |place| place.write_whole(&solutions))
    })
}

/// Returns the selected games of a source with their numbers.
fn read(
    reader: Box<dyn Read + Send>,
    reading: Reading,
    selection: Selection,
) -> impl Iterator<Item = Numbered> {
    let (mut stream, mut builder) = (PgnStream::new(filling(reader)), TreeBuilder::default());
    if reading.strict {
        stream = stream.strict();
    }
    if reading.chess960 {
        builder = builder.chess960();
    }
    let games = stream.games_by(builder);
    let games = (1..=selection.last()).zip(games.map(|game| game.map_err(|error| fault(&error))));
    games.filter(move |(number, game)| {
        let is_player =
            |game: &Game| Color::ALL.into_iter().any(|side| selection.has_side(game, side));
        selection.has(*number) && game.as_ref().map_or(true, is_player)
    })
}

/// Describes a fault and its place; of the faults of a FEN only the first.
fn fault(error: &StreamError<io::Error>) -> String {
    match error {
        StreamError::Pgn(error) => match error.fault() {
            PgnFault::Fen(fen) => {
                let (line, column) = (error.line(), error.column());
                format!("PGN, line {line}, column {column}: {}", uci::first_fault(fen))
            }
            _ => error.to_string(),
        },
        StreamError::Source(error) => error.to_string(),
    }
}

/// Counts the positions of a file that will be analysed, without broken games.
fn count(file: impl Read, selection: &Selection) -> u64 {
    let mut stream = PgnStream::new(filling(file));
    let mut plies = Plies { selection, is_player: false, count: 0 };
    let mut positions = 0;
    for number in 1..=selection.last() {
        match stream.read_game(&mut plies) {
            Ok(Some(count)) if selection.has(number) => positions += count,
            Ok(None) | Err(StreamError::Source(_)) => break,
            Ok(_) | Err(StreamError::Pgn(_)) => {}
        }
    }
    positions
}

/// A counter of the positions of a selected game with moves, without variations.
struct Plies<'a> {
    selection: &'a Selection,
    is_player: bool,
    count: u64,
}

impl Visitor for Plies<'_> {
    type Output = u64;

    fn begin_game(&mut self) {
        (self.is_player, self.count) = (self.selection.player.is_none(), 0);
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnFault> {
        self.is_player |=
            matches!(name, "White" | "Black") && self.selection.is_player(&value.decode());
        Ok(())
    }

    fn san(&mut self, _: &str) -> Result<(), PgnFault> {
        self.count += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Skip, PgnFault> {
        Ok(Skip::Yes)
    }

    fn end_game(&mut self) -> u64 {
        if self.is_player { self.count + u64::from(self.count > 0) } else { 0 }
    }
}

/// Searches the positions of a game, the last one first; `None` if it was stopped at the first.
fn analyse(
    worker: &mut Worker<'_>,
    (number, game): Numbered,
    progress: &Progress,
    most_puzzles: usize,
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
    let selection = &worker.batch.selection;
    let puzzles = match most_puzzles {
        0 => Vec::new(),
        most => puzzles::find(worker, &game, &found, selection, most),
    };
    Some(Ok(Analysed { number, game, found, verdicts, puzzles }))
}

/// Returns the score of a game that is over by the rules.
fn ended(position: &Position, past: &KeyHistory) -> Option<Outcome> {
    let end = position.outcome_with(past).filter(|end| !end.is_claim())?;
    let mut outcome = Outcome::default();
    outcome.score = if end.winner().is_some() { mated_in(0) } else { DRAW }.into();
    Some(outcome)
}

impl Analysed {
    /// Returns the annotated game, with an empty line before it unless it is the first.
    fn pgn(self, is_first: bool, opening: Option<OpeningName>) -> Result<String, String> {
        let Self { number, mut game, found, verdicts, .. } = self;
        annotate::annotate(&mut game, &found, &verdicts);
        opening.iter().for_each(|opening| annotate::name(&mut game, *opening));
        let text = game.to_pgn().map_err(|error| format!("game {number}: {error}"))?;
        Ok(if is_first { text } else { format!("\n{text}") })
    }

    fn record(&self, selection: &Selection, opening: Option<OpeningName>) -> GameRecord<'_> {
        let Self { number, game, found, verdicts, .. } = self;
        GameRecord::new(*number, game, found, verdicts, selection, opening)
    }

    /// Returns whether the game is shown: if only mistakes are, it must have one.
    fn is_shown(&self, selection: &Selection) -> bool {
        let shows =
            |verdict: &Verdict| selection.shows(&self.game, verdict.mover, verdict.cost.judgement);
        !selection.only_mistakes || self.verdicts.iter().flatten().any(shows)
    }
}

#[cfg(test)]
mod tests {
    use search::Limits;

    use std::sync::Arc;

    use engine::Numbers;

    use super::*;
    use uci::Size;

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
            selection: Selection::default(),
            puzzles: 0,
        };
        let control = Control::new();
        if is_stopped {
            control.stop();
        }
        let mut worker = Worker::new(&batch, &control, 0).unwrap();
        let text = Box::new(io::Cursor::new(text.to_owned()));
        let (number, game) = read(text, Reading::default(), Selection::default()).next().unwrap();
        let progress = Progress::new(|| None, "positions");
        analyse(&mut worker, (number, game), &progress, 0).map(Result::unwrap)
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
        let text = analysed(mate, true).unwrap().pgn(true, None).unwrap();
        assert!(text.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n") && !text.contains("eval"), "{text}");
        assert!(analysed("1. e4 *", true).is_none(), "nothing was found");
    }

    #[test]
    fn the_positions_of_a_file_are_counted_without_variations_and_broken_games() {
        let text = "1. e4 (1. d4 d5) e5 *\n\n[White \"A\"]\n\n*\n\n[White \"B\"]\n\n1. c4 {no end";
        let count = |selection: &Selection| count(text.as_bytes(), selection);
        assert_eq!(count(&Selection::default()), 5);
        let of_b = Selection { player: Some("b".into()), ..Selection::default() };
        assert_eq!(count(&of_b), 2, "the game of B alone");
    }
}
