//! Work by several threads, whose results come out in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use search::Control;

use crate::session::driver::SEARCH_STACK;

/// The largest number of results that wait for an earlier one, so that a file of any length takes
/// little memory.
const WINDOW: usize = 256;

const READ_AHEAD: usize = 64;

/// The time between two checks of a waiting thread for a stop.
const POLL: Duration = Duration::from_millis(20);

/// Reads inputs in a thread of its own, which nobody waits for, because reading from a terminal or
/// a pipe may block for ever.
pub(super) fn read_ahead<I: Send + 'static>(
    inputs: impl Iterator<Item = I> + Send + 'static,
) -> Result<Receiver<I>, String> {
    let (sender, receiver) = mpsc::sync_channel(READ_AHEAD);
    let read = move || {
        for input in inputs {
            if sender.send(input).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("reader".into()).spawn(read).map_err(|error| error.to_string())?;
    Ok(receiver)
}

struct Queue<I> {
    inputs: Receiver<I>,
    /// The input of a worker for whom the system had no memory.
    returned: Option<(usize, I)>,
    taken: usize,
    workers: usize,
    /// Whether the system refused a worker or its thread.
    refused: bool,
}

impl<I> Queue<I> {
    /// Takes the next input and its number; `None` at the end, or if `control` was stopped.
    fn take(&mut self, control: &Control, written: &AtomicUsize) -> Option<(usize, I)> {
        while !control.is_stopped() {
            if self.returned.is_some() {
                return self.returned.take();
            }
            if self.taken >= written.load(Ordering::Relaxed) + WINDOW {
                thread::sleep(POLL);
                continue;
            }
            match self.inputs.recv_timeout(POLL) {
                Ok(input) => {
                    self.taken += 1;
                    return Some((self.taken - 1, input));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

struct Team<'a, I, H, F> {
    queue: Mutex<Queue<I>>,
    written: AtomicUsize,
    control: &'a Control,
    most: usize,
    hire: H,
    work: F,
}

/// A finished input with its number, or the reason why there is not one worker.
type Finished<O> = Result<(usize, Option<O>), String>;

impl<I: Send, H, F> Team<'_, I, H, F> {
    /// Starts a thread, which waits for an input, then hires a worker and starts the next thread.
    fn start<'scope, W, O: Send + 'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        results: Sender<Finished<O>>,
    ) -> Result<(), String>
    where
        H: Fn(usize) -> Result<W, String> + Sync,
        F: Fn(&mut W, I) -> Option<O> + Sync,
    {
        let run = move || {
            let mut hired = None;
            loop {
                let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
                let Some((number, input)) = queue.take(self.control, &self.written) else { break };
                if hired.is_none() {
                    match (self.hire)(queue.workers) {
                        Ok(worker) => hired = Some(worker),
                        Err(error) if queue.workers == 0 => {
                            let _ = results.send(Err(error));
                            break;
                        }
                        Err(_) => {
                            (queue.returned, queue.refused) = (Some((number, input)), true);
                            break;
                        }
                    }
                    queue.workers += 1;
                    if queue.workers < self.most {
                        queue.refused = self.start(scope, results.clone()).is_err();
                    }
                }
                drop(queue);
                let Some(worker) = &mut hired else { break };
                if results.send(Ok((number, (self.work)(worker, input)))).is_err() {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().stack_size(SEARCH_STACK).spawn_scoped(scope, run);
        thread.map(drop).map_err(|error| error.to_string())
    }
}

/// Has each input worked on by one of the workers, a thread each, and hands the results to `sink`
/// in the order of the inputs. When `control` is stopped, no other input is taken, and the finished
/// results go to `sink` even if one before them is missing. `work` returns `None` for an input that
/// it could not finish.
///
/// There are at most as many workers as `hire` says first, and as inputs. Each is hired when it has
/// an input, by the function, which receives the number of the others. Returns the number of
/// workers that there would have been without a refusal by the system, or that there were.
///
/// # Errors
/// The first error of `sink`, which stops the work; or an error if the system gives no worker.
pub(super) fn map<W, I: Send, O: Send>(
    inputs: Receiver<I>,
    (most, hire): (usize, impl Fn(usize) -> Result<W, String> + Sync),
    control: &Control,
    work: impl Fn(&mut W, I) -> Option<O> + Sync,
    mut sink: impl FnMut(O) -> Result<(), String>,
) -> Result<usize, String> {
    let queue = Queue { inputs, returned: None, taken: 0, workers: 0, refused: false };
    let (queue, written) = (Mutex::new(queue), AtomicUsize::new(0));
    let team = Team { queue, written, control, most, hire, work };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        team.start(scope, sender)?;
        let mut waiting = BTreeMap::new();
        let mut hand_on = |output: Option<O>| output.map_or(Ok(()), &mut sink);
        let mut next = 0;
        for finished in results {
            let (number, output) = finished.inspect_err(|_| control.stop())?;
            waiting.insert(number, output);
            while let Some(output) = waiting.remove(&next) {
                next += 1;
                team.written.store(next, Ordering::Relaxed);
                hand_on(output).inspect_err(|_| control.stop())?;
            }
        }
        waiting.into_values().try_for_each(hand_on)
    })?;
    let queue = team.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(if queue.refused { queue.workers } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(count: usize, workers: usize) -> Vec<usize> {
        let inputs = read_ahead(0..count).unwrap();
        let mut squares = Vec::new();
        let work = |_: &mut (), input: usize| {
            // One input in seven takes longer than the others.
            thread::sleep(Duration::from_micros(if input.is_multiple_of(7) { 300 } else { 0 }));
            Some(input * input)
        };
        let sink = |square| {
            squares.push(square);
            Ok(())
        };
        let most = map(inputs, (workers, |_| Ok(())), &Control::new(), work, sink);
        assert_eq!(most, Ok(workers));
        squares
    }

    #[test]
    fn results_come_in_the_order_of_the_inputs() {
        for workers in [1, 2, 5] {
            for count in [0, 1, 3, 2 * WINDOW] {
                let expected: Vec<usize> = (0..count).map(|input| input * input).collect();
                assert_eq!(squares(count, workers), expected, "{count} by {workers}");
            }
        }
    }

    #[test]
    fn a_stop_keeps_what_is_done_and_ends_though_the_source_has_no_end() {
        let control = Control::new();
        let (held, inputs) = mpsc::channel();
        (0..4).for_each(|input| held.send(input).unwrap());
        let mut done = Vec::new();
        let work = |_: &mut (), input: i32| {
            if input == 3 {
                control.stop();
            }
            (input != 1).then_some(input)
        };
        let sink = |input| {
            done.push(input);
            Ok(())
        };
        map(inputs, (1, |_| Ok(())), &control, work, sink).unwrap();
        assert_eq!(done, [0, 2, 3], "1 was not finished");
        drop(held);
    }

    #[test]
    fn a_sink_that_fails_ends_the_work() {
        let control = Control::new();
        let inputs = read_ahead(0..).unwrap();
        let sink = |input: i32| if input < 5 { Ok(()) } else { Err("full".to_owned()) };
        let done = map(inputs, (2, |_| Ok(())), &control, |(), input| Some(input), sink);
        assert_eq!(done, Err("full".to_owned()));
        assert!(control.is_stopped());
    }

    /// Has inputs squared by workers who are refused from that number on; returns how many were
    /// hired, what [`map`] returns, and the results.
    fn hired(count: usize, most: usize, refused: usize) -> (usize, Result<usize, String>, usize) {
        let hired = AtomicUsize::new(0);
        let hire = |others| {
            if others >= refused {
                return Err("refused".to_owned());
            }
            hired.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let mut done = 0;
        let sink = |input: usize| {
            assert_eq!(input, done);
            done += 1;
            Ok(())
        };
        let inputs = read_ahead(0..count).unwrap();
        let work = |(): &mut (), input| {
            thread::sleep(Duration::from_millis(1));
            Some(input)
        };
        let mapped = map(inputs, (most, hire), &Control::new(), work, sink);
        (hired.into_inner(), mapped, done)
    }

    #[test]
    fn there_are_no_more_workers_than_inputs() {
        assert_eq!(hired(0, 9, 9), (0, Ok(9), 0));
        assert_eq!(hired(1, 9, 9), (1, Ok(9), 1));
        let (count, mapped, done) = hired(3, 1_000, 1_000);
        assert_eq!((mapped, done), (Ok(1_000), 3));
        assert!((1..=3).contains(&count), "{count}");
    }

    #[test]
    fn work_is_done_by_as_many_workers_as_could_be_had() {
        for refused in 1..4 {
            assert_eq!(hired(100, 50, refused), (refused, Ok(refused), 100));
        }
        assert_eq!(hired(100, 50, 0), (0, Err("refused".to_owned()), 0));
    }
}
