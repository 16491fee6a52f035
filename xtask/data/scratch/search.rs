//! Without a table and in silence, the search finds a mate in one.

use movegen::Position;
use search::{
    Control, Limits, MonotonicClock, NoTable, Pool, SearchRequest, Settings, Silent, score,
};

fn main() {
    let request = SearchRequest {
        position: Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
            .expect("a legal position"),
        limits: Limits { depth: Some(3), ..Limits::default() },
        ..SearchRequest::default()
    };
    let (settings, control, clock) = (Settings::default(), Control::new(), MonotonicClock::start());
    let outcome = Pool::new().search(&NoTable, &request, &settings, &control, &clock, &mut Silent);
    assert_eq!(outcome.score, score::mate_in(1));
    let best = outcome.best.expect("there is a move");
    println!("mate by {}", request.position.san(best));
}
