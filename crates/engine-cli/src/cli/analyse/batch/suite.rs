//! Suites: a position a line, in EPD.

use std::io::Read;
use std::time::Duration;

use movegen::text::TextLine;
use movegen::{Epd, EpdOperation, EpdRead, EpdRemark, GameResult, KeyHistory, Variant};
use search::{Control, Outcome};
use serde::Serialize;

use super::ledger::{Kinds, Ledger, Sums};
use super::place::Input;
use super::worker::Worker;
use super::{Batch, End, Reading, number_of, ordered};
use crate::io::input;
use crate::io::out_file::OutFile;
use crate::io::progress::Progress;
use crate::notation::{self, MoveNames, Score, line_in_san, line_in_uci};

const REMARK: char = '#';

/// The opcode that states whether the best move was found: 1, or 0.
const SOLVED: &str = "solved";

struct Record {
    line: usize,
    epd: Epd,
    repairs: Option<String>,
    remarks: Vec<EpdRemark>,
    outcome: Outcome,
    /// Whether what the line demands was found; `None` if it demands nothing.
    solved: Option<bool>,
}

#[derive(Serialize)]
struct PositionRecord<'a> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    fen: String,
    best: Option<MoveNames>,
    score: Score,
    depth: u32,
    nodes: u64,
    pv_uci: Vec<String>,
    pv_san: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
}

#[derive(Default, Serialize)]
struct SuiteTally {
    positions: usize,
    /// The number of positions with `bm` or `am`.
    judged: usize,
    solved: usize,
    nodes: u64,
    faults: usize,
    /// The departures from the standard that the reader tolerated, by their kind.
    remarks: Kinds,
}

/// Analyses the positions of a file and writes a line for each, in the order of the file: EPD with
/// the operations `acd`, `acn`, `ce`, `pm` and `pv`, and `solved` where there is `bm` or `am`; or
/// JSON, with a summary as the last object. Standard error receives bad lines and the summary.
pub(crate) fn suite(
    batch: &Batch,
    source: Input,
    sink: OutFile,
    control: &Control,
) -> Result<End, String> {
    let count = || source.again().map(|file| lines(file).count() as u64);
    let progress = Progress::new(count, "positions");
    let mut ledger = Ledger::<SuiteTally>::new(batch, source.name(), Some(sink), &progress);
    let inputs = ordered::read_ahead(lines(source.into_reader()))?;
    let work = |worker: &mut Worker<'_>, line| analyse(worker, line, batch.reading);
    let hire = (batch.threads as usize, |others| Worker::new(batch, control, others));
    let done = ordered::map(inputs, hire, control, work, |record| {
        progress.add(1);
        match record {
            Ok(record) => {
                if let Some(repairs) = &record.repairs {
                    ledger.note(format_args!("line {}: {repairs}", record.line));
                }
                for remark in &record.remarks {
                    if batch.reading.verbose || !remark.is_read() {
                        ledger.note(format_args!("line {}: {remark}", record.line));
                    }
                }
                ledger.tally.add(&record);
                let text = if batch.json { record.json() } else { record.epd() };
                ledger.write(&(text + "\n"))
            }
            Err(fault) => {
                ledger.fault(fault);
                Ok(())
            }
        }
    });
    ledger.end(done, control, |_| Ok(()))
}

/// Returns the lines of a file that are neither empty nor a remark. A failure to read ends them.
fn lines(reader: impl Read) -> impl Iterator<Item = Result<TextLine, String>> {
    input::text_lines(reader).filter(|line| {
        let text = line.as_ref().map_or("", |line| line.text.trim());
        line.is_err() || !(text.is_empty() || text.starts_with(REMARK))
    })
}

/// Reads a line and searches its position; `None` if the search was stopped.
fn analyse(
    worker: &mut Worker<'_>,
    line: Result<TextLine, String>,
    reading: Reading,
) -> Option<Result<Record, String>> {
    let TextLine { number, text } = match line {
        Ok(line) => line,
        Err(error) => return Some(Err(error)),
    };
    let fault = |what: String| format!("line {number}: {what}");
    let by_letters = Variant::of_fen(&text);
    let variant = if reading.chess960 { Variant::Chess960 } else { by_letters };
    let read = Epd::read(&text, variant).map_err(|error| match error.position() {
        Some(position) => uci::first_fault(position),
        None => error.to_string(),
    });
    let read = read.and_then(|EpdRead { epd, repairs, remarks }| {
        let repairs = uci::repairs(&repairs);
        let refused = repairs.clone().or_else(|| Some(remarks.first()?.error().to_string()));
        match refused.filter(|_| reading.strict) {
            Some(refused) => Err(refused),
            None => Ok((epd, repairs, remarks)),
        }
    });
    let (epd, repairs, remarks) = match read {
        Ok(read) => read,
        Err(what) => return Some(Err(fault(what))),
    };
    worker.forget();
    let outcome = worker.analyse(epd.position(), &KeyHistory::new())?;
    let solved = solved(&epd, &outcome);
    Some(Ok(Record { line: number, epd, repairs, remarks, outcome, solved }))
}

/// Returns whether the move found is one of `bm` and none of `am`; if they name no move, whether a
/// mate of at most as many moves as `dm` was found, for the same side. `None` if the line demands
/// none of it.
fn solved(epd: &Epd, outcome: &Outcome) -> Option<bool> {
    let [best, avoid] = ["bm", "am"].map(|opcode| epd.legal_moves_of(opcode));
    if best.is_empty() && avoid.is_empty() {
        let demanded = epd.number("dm").filter(|&moves| moves != 0)?;
        let found = outcome.score.mate().map(i64::from);
        let is_met = |moves: i64| {
            moves.signum() == demanded.signum() && moves.unsigned_abs() <= demanded.unsigned_abs()
        };
        return Some(found.is_some_and(is_met));
    }
    let is_wanted = |mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
    Some(outcome.best.is_some_and(is_wanted))
}

impl Record {
    /// Returns the line of EPD, with the operations of an earlier analysis replaced.
    fn epd(self) -> String {
        let Self { mut epd, outcome, solved, .. } = self;
        let position = epd.position().clone();
        let mut put = |opcode: &str, operation: Option<EpdOperation>| {
            epd.remove(opcode);
            operation.into_iter().for_each(|operation| epd.put(operation));
        };
        let number = |opcode: &str, number| Some(EpdOperation::number(opcode, number));
        put("acd", number("acd", outcome.depth.into()));
        put("acn", number("acn", outcome.nodes.try_into().unwrap_or(i64::MAX)));
        put("ce", number("ce", notation::centipawns(outcome.score.value())));
        put("pm", outcome.best.map(|mv| EpdOperation::moves("pm", &position, &[mv])));
        let pv = (!outcome.pv.is_empty()).then(|| notation::pv(&position, &outcome.pv));
        put("pv", pv);
        put(SOLVED, solved.and_then(|solved| number(SOLVED, solved.into())));
        epd.to_string()
    }

    fn json(&self) -> String {
        let Self { line, epd, outcome, solved, .. } = self;
        let position = epd.position();
        super::json(&PositionRecord {
            line: *line,
            id: epd.id(),
            fen: position.to_fen(),
            best: outcome.best.map(|mv| MoveNames::new(position, mv)),
            score: Score::new(outcome.score.value()),
            depth: outcome.depth,
            nodes: outcome.nodes,
            pv_uci: line_in_uci(position, &outcome.pv),
            pv_san: line_in_san(position, &outcome.pv),
            solved: *solved,
            result: epd.result().map(GameResult::as_str),
        })
    }
}

impl SuiteTally {
    fn add(&mut self, record: &Record) {
        self.positions += 1;
        self.judged += usize::from(record.solved.is_some());
        self.solved += usize::from(record.solved == Some(true));
        self.nodes += record.outcome.nodes;
        self.remarks.add(record.remarks.iter().map(EpdRemark::kind));
    }
}

impl Sums for SuiteTally {
    fn faults(&mut self) -> &mut usize {
        &mut self.faults
    }

    fn text(&self, elapsed: Duration) -> String {
        let Self { positions, judged, solved, nodes, faults, remarks } = self;
        let mut text = number_of(*positions, "position");
        if *judged > 0 {
            let share = 100.0 * *solved as f64 / *judged as f64;
            text.push_str(&format!(", {solved} of {judged} solved ({share:.1} %)"));
        }
        if *faults > 0 {
            text.push_str(", ");
            text.push_str(&number_of(*faults, "bad line"));
        }
        text + &format!(", {nodes} nodes, {:.2} s", elapsed.as_secs_f64()) + &remarks.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let text = "\u{feff}a\r\n\n# b\n  \nc; \u{feff}d\0\re\u{1a}";
        let read = lines(text.as_bytes()).map(|line| line.unwrap());
        let read: Vec<_> = read.map(|line| (line.number, line.text)).collect();
        let expected = [(1, "a"), (5, "c; \u{feff}d"), (6, "e")];
        assert_eq!(read, expected.map(|(number, text)| (number, text.to_owned())));
    }

    #[test]
    fn a_source_that_fails_is_one_fault_and_the_end() {
        struct Broken(bool);
        impl Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(std::io::Error::other("no disk"));
                }
                buffer[..2].copy_from_slice(b"a\n");
                Ok(2)
            }
        }
        let read: Vec<_> = lines(Broken(false)).map(|line| line.map(|line| line.text)).collect();
        assert_eq!(read, [Ok("a".to_owned()), Err("no disk".to_owned())]);
    }
}
