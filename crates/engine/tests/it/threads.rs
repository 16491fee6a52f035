//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use std::sync::{Arc, RwLock};
use std::thread;

use engine::judge::{Cost, Judgement};
use engine::{
    Answer, BenchSettings, Book, BookFault, BookWriter, Choice, CountingHandle, Engine,
    EngineBuilder, EngineEvaluation, Event, Game, HandCrafted, Hash, HashError, Hits, IllegalMove,
    NumaPolicy, Numbers, OpeningName, OpeningNames, PreparedSearch, Request, Saved, Sharing,
    Strength,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Engine, EngineBuilder, EngineEvaluation, HandCrafted, Numbers, NumaPolicy)>();
    threads_share::<(
        Answer,
        Event<'_>,
        Game,
        IllegalMove,
        PreparedSearch<'_>,
        Request<'_>,
        Strength,
    )>();
    threads_share::<(Book, BookFault, BookWriter, Choice, OpeningName, OpeningNames)>();
    threads_share::<(CountingHandle<'_>, Hash, HashError, Hits, Saved, Sharing)>();
    threads_share::<(BenchSettings, Cost, Judgement)>();
}

/// A server keeps its engine behind a lock: some threads look, one searches.
#[test]
fn an_engine_behind_a_lock_serves_threads() {
    let engine = Arc::new(RwLock::new(Engine::builder().hash(1 << 20).build().expect("a table")));
    let threads = [(); 2].map(|()| {
        let engine = Arc::clone(&engine);
        thread::spawn(move || {
            let mut engine = engine.write().expect("no thread panics");
            engine.analyse(&Game::default(), &Request::depth(3), &mut |_| ()).depth
        })
    });
    assert_eq!(threads.map(|thread| thread.join().expect("an analysis")), [3, 3]);
    let looks = [engine.read(), engine.read()].map(|engine| engine.expect("unlocked").threads());
    assert_eq!(looks, [1, 1]);
}
