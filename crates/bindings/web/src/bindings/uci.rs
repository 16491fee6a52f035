//! UCI, for TypeScript.

use std::cell::RefCell;

use js_sys::Function;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{call, call_with};
use crate::uci::{Uci as Session, Wish};

/// A session of the Universal Chess Interface.
#[wasm_bindgen]
pub struct Uci(RefCell<Session>);

#[wasm_bindgen]
impl Uci {
    /// Creates a session that calls `out` with each of its lines.
    #[wasm_bindgen(constructor)]
    pub fn new(out: Function) -> Result<Uci, String> {
        let out = SendWrapper::new(out);
        Session::new(move |line| drop(call(&out, line))).map(|uci| Self(RefCell::new(uci)))
    }

    /// Obeys a line; `poll` says during a search whether to go on.
    pub fn command(&self, line: &str, poll: Function) -> Result<bool, String> {
        let poll = SendWrapper::new(poll);
        let mut ask = || wish(&call_with(&poll, &JsValue::UNDEFINED));
        let busy = |_| "expected an engine at rest, found one that searches".to_owned();
        Ok(self.0.try_borrow_mut().map_err(busy)?.command(line, &mut ask))
    }
}

/// Returns the wish of the page: 2 is a ponder hit, any other true value a stop.
fn wish(value: &JsValue) -> Wish {
    match value.as_f64() {
        Some(2.0) => Wish::PonderHit,
        _ if value.is_truthy() => Wish::Stop,
        _ => Wish::None,
    }
}
