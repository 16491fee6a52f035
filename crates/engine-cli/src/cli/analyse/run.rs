//! The analysis of one position: the lines as they are found, the best move.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use engine::Engine;
use movegen::Position;
use search::Control;

use super::findings::{Findings, Task, find};
use super::view::View;
use crate::io::output::Output;
use crate::io::screen::Screen;
use crate::session::interrupt;

/// The time between two checks of whether the terminal must be redrawn.
const POLL: Duration = Duration::from_millis(100);

/// Searches the position and returns the findings, also when `control` stops it. On a screen it
/// shows them while the search runs, and ends with the best move.
pub(crate) fn run(
    task: &Task,
    engine: &mut Engine,
    output: &Output,
    screen: Option<Screen>,
    control: &Control,
) -> Findings {
    let Some(screen) = screen else {
        return find(task, engine, control, &mut |_, _| {});
    };
    let position = task.game.position();
    let continued = interrupt::continued();
    let view = Mutex::new(View::new(output, position, task.multi_pv, screen, continued));
    let mut tell = |told: &_, all: &_| locked(&view).tell(told, all);
    let findings = thread::scope(|scope| {
        let (ending, ended) = mpsc::channel::<()>();
        if screen.size().is_some() {
            let view = &view;
            scope.spawn(move || {
                while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                    locked(view).refresh();
                }
            });
        }
        let findings = find(task, engine, control, &mut tell);
        drop(ending);
        findings
    });
    locked(&view).finish(&findings);
    output.line(screen.style.bold(&verdict(position, &findings)));
    findings
}

fn locked<'a, 'b>(view: &'b Mutex<View<'a>>) -> MutexGuard<'b, View<'a>> {
    view.lock().unwrap_or_else(PoisonError::into_inner)
}

fn verdict(position: &Position, findings: &Findings) -> String {
    match findings.outcome.best {
        Some(mv) => format!("Best move: {}", position.san(mv)),
        None if position.in_check() => "No legal move: checkmate".into(),
        None => "No legal move: stalemate".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use search::Limits;

    use super::*;
    use crate::io::output::Capture;
    use engine::Game;

    fn analyse(fen: &str, multi_pv: usize, screen: Screen) -> String {
        let capture = Capture::default();
        let game = Game::new(Position::from_fen(fen).unwrap());
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let task = Task { game, limits, multi_pv };
        let mut engine = Engine::builder().hash(1 << 20).build().unwrap();
        run(&task, &mut engine, &capture.output(), Some(screen), &Control::new());
        capture.text()
    }

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";

    #[test]
    fn a_pipe_gets_plain_lines_and_the_best_move_last() {
        let text = analyse(BACK_RANK, 1, Screen::LINES);
        assert!(!text.contains('\x1b'));
        assert!(text.starts_with(BACK_RANK));
        assert!(text.contains("\n8  . [.] .  .  .  .  k  .  ##   White to move\n"), "{text}");
        assert!(text.contains("\n2  .  .  .  .  .  P  P  P  ##   time"), "{text}");
        assert!(text.contains("\n1  . (R) .  .  .  .  K  .  ##\n"), "{text}");
        assert!(text.contains(" #1  nodes"), "{text}");
        assert!(text.contains("1. Rb8#"), "{text}");
        assert_eq!(text.lines().last(), Some("Best move: Rb8#"));
    }

    #[test]
    fn scores_are_from_whites_view() {
        let text = analyse("1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1, Screen::LINES);
        assert!(text.contains(" #-1  nodes"), "{text}");
        assert!(text.contains("1... Rb1#"), "{text}");
    }

    #[test]
    fn a_terminal_is_redrawn_in_colour() {
        let text = analyse(BACK_RANK, 2, Screen::fixed(24, 80));
        assert!(text.contains("\x1b[12A"), "the board, a blank row and two lines: {text:?}");
        assert!(text.contains(";48;5;"), "{text:?}");
    }

    #[test]
    fn lines_that_the_terminal_is_too_low_for_are_shown_once_at_the_end() {
        let text = analyse(BACK_RANK, 9, Screen::fixed(6, 64));
        let rows = |text: &str| text.lines().filter(|line| line.contains("  1. ")).count();
        assert!(!text.contains("\x1b[6A") && text.contains("\x1b[5A"), "{text:?}");
        let (before, last) = text.rsplit_once("\x1b[5A").unwrap();
        assert_eq!((rows(last), last.matches("\x1b[2K").count()), (9, 19), "{last:?}");
        let (_, frame) = before.rsplit_once("\x1b[5A").unwrap();
        assert_eq!(rows(frame), 3, "below two rows of totals: {frame:?}");
    }

    #[test]
    fn positions_without_a_move() {
        let mate = analyse("1R4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1, Screen::LINES);
        assert_eq!(mate.lines().last(), Some("No legal move: checkmate"));
        let stalemate = analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, Screen::LINES);
        assert_eq!(stalemate.lines().last(), Some("No legal move: stalemate"));
    }

    #[test]
    fn the_newest_findings_are_drawn_again_when_the_process_goes_on() {
        let (capture, position) = (Capture::default(), Position::from_fen(BACK_RANK).unwrap());
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let task = Task { game: Game::new(position.clone()), limits, multi_pv: 1 };
        let mut engine = Engine::builder().hash(1 << 20).build().unwrap();
        let continued = Arc::new(AtomicBool::new(false));
        let (output, screen) = (capture.output(), Screen::fixed(24, 80));
        let mut view = View::new(&output, &position, 1, screen, continued.clone());
        find(&task, &mut engine, &Control::new(), &mut |told, all| view.tell(told, all));
        let before = capture.text().len();
        view.refresh();
        assert_eq!(capture.text().len(), before, "nothing has disturbed the screen");
        continued.store(true, Ordering::Relaxed);
        view.refresh();
        let text = capture.text();
        assert!(text[before..].contains("1. Rb8#"), "{:?}", &text[before..]);
    }
}
