//! The exports to TypeScript: no more than calls, JSON and functions of the page.
//!
//! Functions of the page are not `Send`, which the search asks for although it has one thread here;
//! `SendWrapper` checks that they stay on it.

mod lessons;
mod player;
mod playground;
mod uci;

use js_sys::Function;
use wasm_bindgen::JsValue;

fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("an answer has text keys and finite numbers")
}

/// Calls a function of the page with a text; what it throws counts as `undefined`.
fn call(function: &Function, text: &str) -> JsValue {
    call_with(function, &text.into())
}

/// Calls a function of the page with a value; what it throws counts as `undefined`.
fn call_with(function: &Function, value: &JsValue) -> JsValue {
    function.call1(&JsValue::NULL, value).unwrap_or(JsValue::UNDEFINED)
}

/// Returns a number of the page as a number of nodes; 0 if it is none.
fn number(value: &JsValue) -> u64 {
    // The conversion saturates.
    value.as_f64().unwrap_or(0.0) as u64
}

/// Returns whether the page answered with anything but a false value.
fn says_true(value: &JsValue) -> bool {
    value.is_truthy()
}
