//! Any words after `go` are read without a panic, and say the same limits as the search is given:
//! a search ends by itself exactly if it has a limit and is not infinite, and no depth or mate
//! distance is zero.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use movegen::Color;
use uci::Go;

fuzz_target!(|words: &str| {
    let go = Go::parse(words.split_whitespace());
    for side in [Color::White, Color::Black] {
        let limits = go.limits(side, Duration::ZERO);
        let counted = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        let limited = counted || limits.time.is_some() || limits.movetime.is_some();
        assert_eq!(go.is_limited(), limited && !limits.infinite, "{words}");
        assert!(limits.depth != Some(0) && limits.mate != Some(0), "{words}");
        assert_eq!((limits.infinite, limits.ponder), (go.infinite, go.ponder), "{words}");
    }
    let named = |text: &&str| words.split_whitespace().any(|word| word == *text);
    assert!(go.search_moves.iter().all(named), "{words}");
});
