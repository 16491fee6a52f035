use std::time::Duration;

use search::TimeControl;

use super::*;
use crate::io::output::tests::Capture;

#[test]
fn the_overhead_of_a_move_follows_the_clock_of_the_game() {
    let output = Capture::default().output();
    let mut session = Session::new(Numbers::default().into(), output, Arc::default());
    let mut overhead = |milliseconds, plies| {
        let remaining = Duration::from_millis(milliseconds);
        let time = Some(TimeControl { remaining, ..TimeControl::default() });
        let mut limits = Limits { time, ..Limits::default() };
        let used = session.clock(&mut limits, plies, Some(Instant::now()));
        used.expect("there is a clock").answered();
        limits.move_overhead
    };
    assert_eq!(overhead(60_500, 10), Duration::ZERO);
    // The answer took almost no time, and the clock lost most of a second.
    let lost = overhead(60_000, 12);
    assert!(lost > Duration::ZERO && lost <= Duration::from_secs(2), "{lost:?}");
    assert!(overhead(60_000, 14) < lost, "nothing was lost since");
}
