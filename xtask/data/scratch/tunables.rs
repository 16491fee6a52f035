//! A number is declared once, set by name, and refused outside of its range.

use tunables::Tunables;

tunables::tunables! {
    /// Numbers of a game.
    struct Params {
        /// The distance to look ahead.
        horizon: 6, 1..=20, step 1, "plies";
    }
}

fn main() {
    let mut params = Params::default();
    params.set("horizon", 8).expect("8 is in the range");
    assert!(params.set("horizon", 21).is_err());
    println!("horizon {}", params.horizon);
}
