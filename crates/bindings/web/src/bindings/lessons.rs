//! The lessons, for TypeScript.

use wasm_bindgen::prelude::wasm_bindgen;

use super::json;
use crate::lessons;
use crate::playground::Policy;

/// Lesson 1: two orders of moves.
#[wasm_bindgen]
pub fn lesson_two_orders(fen: &str, depth: u32) -> Result<String, String> {
    lessons::two_orders(fen, depth).map(|lesson| json(&lesson))
}

/// Lesson 2: the features of a move.
#[wasm_bindgen]
pub fn lesson_keys(fen: &str, mv: &str) -> Result<String, String> {
    lessons::keys(fen, mv).map(|lesson| json(&lesson))
}

/// Lesson 2: keys that sum to zero.
#[wasm_bindgen]
pub fn lesson_dependent() -> Result<String, String> {
    lessons::dependent().map(|lesson| json(&lesson))
}

/// Lesson 3: an alpha-beta tree.
#[wasm_bindgen]
pub fn lesson_bounds(seed: u32, use_table: bool) -> Result<String, String> {
    lessons::bounds(seed.into(), use_table).map(|lesson| json(&lesson))
}

/// Lesson 4: a stream of records.
#[wasm_bindgen]
pub fn lesson_replacement(
    policy: &str,
    entries: usize,
    seed: u32,
    steps: usize,
) -> Result<String, String> {
    let policy: Policy = serde_json::from_value(policy.into())
        .map_err(|error| format!("expected a policy, found {policy:?}: {error}"))?;
    lessons::replacement(policy, entries, seed.into(), steps).map(|lesson| json(&lesson))
}

/// Lesson 5: the birthday curve.
#[wasm_bindgen]
pub fn lesson_birthday(bits: u32, tries: u32, seed: u32) -> Result<String, String> {
    lessons::birthday(bits, tries, seed.into()).map(|lesson| json(&lesson))
}

/// Lesson 5: the game that a false record loses.
#[wasm_bindgen]
pub fn lesson_false_record() -> Result<String, String> {
    lessons::false_record().map(|lesson| json(&lesson))
}

/// Lesson 6: two writers.
#[wasm_bindgen]
pub fn lesson_torn(order: &str, xor: bool) -> Result<String, String> {
    lessons::torn(order, xor).map(|lesson| json(&lesson))
}
