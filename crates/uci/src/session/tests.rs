use std::time::Duration;

use ::search::TimeControl;

use super::*;

#[test]
fn the_overhead_of_a_move_follows_the_clock_of_the_game() {
    let (mut session, _) = Session::new(Numbers::default().into());
    let mut overhead = |milliseconds, plies| {
        let remaining = Duration::from_millis(milliseconds);
        let time = Some(TimeControl { remaining, ..TimeControl::default() });
        let mut limits = Limits { time, ..Limits::default() };
        let used = session.clock(&mut limits, plies, Some(MonotonicClock::start()));
        used.expect("there is a clock").answered();
        limits.move_overhead
    };
    assert_eq!(overhead(60_500, 10), Duration::ZERO);
    // The answer took almost no time, and the clock lost most of a second.
    let lost = overhead(60_000, 12);
    assert!(lost > Duration::ZERO && lost <= Duration::from_secs(2), "{lost:?}");
    assert!(overhead(60_000, 14) < lost, "nothing was lost since");
}
