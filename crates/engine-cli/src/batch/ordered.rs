//! Work by several threads, whose results come out in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use search::Control;

use crate::session::driver::SEARCH_STACK;

/// The largest number of results that wait for an earlier one, so that a file of any length takes
/// little memory.
const WINDOW: usize = 256;

/// The number of inputs that are read ahead.
const READ_AHEAD: usize = 64;

/// The time between two checks of a waiting thread for a stop.
const POLL: Duration = Duration::from_millis(20);

/// Reads inputs in a thread of its own, which nobody waits for, because reading from a terminal or
/// a pipe may block for ever.
///
/// # Errors
/// If the system starts no thread.
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

/// The queue from which the workers take inputs.
struct Queue<I> {
    inputs: Receiver<I>,
    taken: usize,
}

impl<I> Queue<I> {
    /// Takes the next input and its number; `None` at the end, or if `control` was stopped.
    fn take(&mut self, control: &Control, written: &AtomicUsize) -> Option<(usize, I)> {
        while !control.is_stopped() {
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

/// Has each input worked on by one of the workers, a thread each, and hands the results to `sink`
/// in the order of the inputs. When `control` is stopped, no other input is taken, and the finished
/// results go to `sink` even if one before them is missing. `work` returns `None` for an input that
/// it could not finish.
///
/// # Errors
/// The first error of `sink`, which stops the work; or an error if the system starts no threads.
pub(super) fn map<W: Send, I: Send, O: Send>(
    inputs: Receiver<I>,
    workers: Vec<W>,
    control: &Control,
    work: impl Fn(&mut W, I) -> Option<O> + Sync,
    mut sink: impl FnMut(O) -> Result<(), String>,
) -> Result<(), String> {
    let queue = Mutex::new(Queue { inputs, taken: 0 });
    let written = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let (queue, written, work) = (&queue, &written, &work);
    thread::scope(|scope| {
        for mut worker in workers {
            let sender = sender.clone();
            let run = move || {
                loop {
                    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                    let next = queue.take(control, written);
                    drop(queue);
                    let Some((number, input)) = next else { break };
                    if sender.send((number, work(&mut worker, input))).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(SEARCH_STACK).spawn_scoped(scope, run);
            if let Err(error) = thread {
                control.stop();
                return Err(error.to_string());
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut hand_on = |output: Option<O>| output.map_or(Ok(()), &mut sink);
        let mut next = 0;
        for (number, output) in results {
            waiting.insert(number, output);
            while let Some(output) = waiting.remove(&next) {
                next += 1;
                written.store(next, Ordering::Relaxed);
                hand_on(output).inspect_err(|_| control.stop())?;
            }
        }
        waiting.into_values().try_for_each(hand_on)
    })
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
        map(inputs, vec![(); workers], &Control::new(), work, sink).unwrap();
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
        map(inputs, vec![()], &control, work, sink).unwrap();
        assert_eq!(done, [0, 2, 3], "1 was not finished");
        drop(held);
    }

    #[test]
    fn a_sink_that_fails_ends_the_work() {
        let control = Control::new();
        let inputs = read_ahead(0..).unwrap();
        let sink = |input: i32| if input < 5 { Ok(()) } else { Err("full".to_owned()) };
        let done = map(inputs, vec![(); 2], &control, |(), input| Some(input), sink);
        assert_eq!(done, Err("full".to_owned()));
        assert!(control.is_stopped());
    }
}
