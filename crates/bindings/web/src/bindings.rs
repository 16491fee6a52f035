//! The exports to TypeScript: no more than calls, JSON and functions of the page. Of each the
//! comment stands at the function that it calls.
//!
//! Functions of the page are not `Send`, which the search asks for although it has one thread here;
//! `SendWrapper` checks that they stay on it.

use std::cell::{RefCell, RefMut};

use js_sys::Function;
use movegen::Position;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lessons;
use crate::player::{self, GoRequest};
use crate::playground::{self, Config, Policy, SearchLimits};
use crate::uci::{self, Wish};

/// The refusal of a call during a search.
const BUSY: &str = "expected an engine at rest, found one that searches";

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

#[wasm_bindgen]
pub fn lesson_two_orders(fen: &str, depth: u32) -> Result<String, String> {
    lessons::two_orders(fen, depth).map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub fn lesson_keys(fen: &str, mv: &str) -> Result<String, String> {
    lessons::keys(fen, mv).map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub fn lesson_dependent() -> Result<String, String> {
    lessons::dependent().map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub fn lesson_bounds(seed: u32, use_table: bool) -> Result<String, String> {
    lessons::bounds(seed.into(), use_table).map(|lesson| json(&lesson))
}

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

#[wasm_bindgen]
pub fn lesson_birthday(bits: u32, tries: u32, seed: u32) -> Result<String, String> {
    lessons::birthday(bits, tries, seed.into()).map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub fn lesson_false_record() -> Result<String, String> {
    lessons::false_record().map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub fn lesson_torn(order: &str, xor: bool) -> Result<String, String> {
    lessons::torn(order, xor).map(|lesson| json(&lesson))
}

#[wasm_bindgen]
pub struct Player(RefCell<player::Player>);

impl Player {
    fn idle(&self) -> Result<RefMut<'_, player::Player>, String> {
        self.0.try_borrow_mut().map_err(|_| BUSY.to_owned())
    }
}

#[wasm_bindgen]
impl Player {
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mib: usize) -> Result<Player, String> {
        player::Player::new(hash_mib).map(|game| Self(RefCell::new(game)))
    }

    pub fn set_up(&self, fen: &str, moves: &str) -> Result<String, String> {
        self.idle()?.set_up(fen, moves).map(|state| json(&state))
    }

    pub fn state(&self) -> Result<String, String> {
        Ok(json(&self.idle()?.state()))
    }

    pub fn make(&self, text: &str) -> Result<String, String> {
        self.idle()?.make(text).map(|state| json(&state))
    }

    pub fn undo(&self) -> Result<String, String> {
        self.idle()?.undo().map(|state| json(&state))
    }

    pub fn go(&self, request: &str, poll: Function, event: &Function) -> Result<String, String> {
        let request: GoRequest = serde_json::from_str(request)
            .map_err(|error| format!("expected a request, found {request:?}: {error}"))?;
        let poll = SendWrapper::new(poll);
        let mut go_on = |nodes: u64| call_with(&poll, &(nodes as f64).into()).is_truthy();
        let mut player = self.idle()?;
        let answer = player.go(request, &mut go_on, |line| drop(call(event, &json(line))))?;
        Ok(json(&answer))
    }

    pub fn pgn(&self, tags: &str) -> Result<String, String> {
        self.idle()?.pgn(tags)
    }

    pub fn open_file(&self, file: &[u8]) -> Result<String, String> {
        self.idle()?.open_file(file).map(|rows| json(&rows))
    }

    pub fn opened_game(&self, index: usize) -> Result<String, String> {
        self.idle()?.opened_game(index).map(|game| json(&game))
    }

    pub fn save_hash(&self) -> Result<Vec<u8>, String> {
        self.idle()?.save_hash()
    }

    pub fn load_hash(&self, file: &[u8]) -> Result<String, String> {
        self.idle()?.load_hash(file)
    }

    pub fn resize(&self, hash_mib: usize) -> Result<(), String> {
        self.idle()?.resize(hash_mib)
    }

    pub fn hash_mib(&self) -> Result<usize, String> {
        Ok(self.idle()?.hash_mib())
    }

    pub fn new_game(&self) -> Result<(), String> {
        self.idle()?.new_game();
        Ok(())
    }
}

#[wasm_bindgen]
pub fn chess960_fen(number: u32) -> Result<String, String> {
    let position = Position::chess960(number);
    let position = position.ok_or_else(|| format!("expected 0 to 959, found {number}"))?;
    Ok(position.to_fen())
}

#[wasm_bindgen]
pub fn judge(game: &str) -> Result<String, String> {
    let game = serde_json::from_str(game)
        .map_err(|error| format!("expected the values of a game, found {game:?}: {error}"))?;
    Ok(json(&player::judge(&game)))
}

#[wasm_bindgen]
pub fn level_elos() -> String {
    json(&player::level_elos())
}

#[wasm_bindgen]
pub struct Playground(playground::Playground);

#[wasm_bindgen]
impl Playground {
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<Playground, String> {
        playground::Playground::new(Config::read(config)?).map(Self)
    }

    pub fn set_position(&self, fen: &str, moves: &str) -> Result<String, String> {
        self.0.set_position(fen, moves).map(|info| json(&info))
    }

    pub fn search(&self, limits: &str, tick: Function, line: &Function) -> Result<String, String> {
        let limits: SearchLimits = serde_json::from_str(limits).map_err(|error| {
            format!("expected the limits of a search, found {limits:?}: {error}")
        })?;
        let tick = SendWrapper::new(tick);
        let tick = move |counters: &_| number(&call(&tick, &json(counters)));
        let answer = self.0.search(limits, tick, |report| drop(call(line, &json(report))))?;
        Ok(json(&answer))
    }

    pub fn counters(&self) -> String {
        json(&self.0.counters())
    }

    pub fn map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        self.0.map(by, cells)
    }

    pub fn next_map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        self.0.next_map(by, cells)
    }

    pub fn buckets(&self) -> usize {
        self.0.buckets()
    }

    pub fn slots_per_bucket(&self) -> usize {
        self.0.slots_per_bucket()
    }

    pub fn cell(&self, bucket: usize) -> Result<String, String> {
        self.0.cell(bucket).map(|records| json(&records))
    }

    pub fn bucket_of(&self, fen: &str) -> Result<usize, String> {
        self.0.bucket_of(fen)
    }

    pub fn path(&self) -> String {
        json(&self.0.path())
    }

    pub fn collisions(&self) -> String {
        json(&self.0.collisions())
    }

    pub fn new_game(&mut self) -> Result<(), String> {
        self.0.new_game()
    }
}

#[wasm_bindgen]
pub fn compare(
    config_a: &str,
    config_b: &str,
    fen: &str,
    depth: u32,
    tick: &Function,
) -> Result<String, String> {
    let configs = [Config::read(config_a)?, Config::read(config_b)?];
    let go_on = |half: &_| call(tick, &json(half)).is_truthy();
    crate::compare(configs, fen, depth, go_on).map(|rows| json(&rows))
}

#[wasm_bindgen]
pub fn version() -> JsValue {
    crate::version().into()
}

#[wasm_bindgen]
pub struct Uci(RefCell<uci::Uci>);

#[wasm_bindgen]
impl Uci {
    #[wasm_bindgen(constructor)]
    pub fn new(out: Function) -> Result<Uci, String> {
        let out = SendWrapper::new(out);
        uci::Uci::new(move |line| drop(call(&out, line))).map(|uci| Self(RefCell::new(uci)))
    }

    /// Obeys a line; `poll` says during a search whether to go on.
    pub fn command(&self, line: &str, poll: Function) -> Result<bool, String> {
        let poll = SendWrapper::new(poll);
        let mut ask = || wish(&call_with(&poll, &JsValue::UNDEFINED));
        let mut session = self.0.try_borrow_mut().map_err(|_| BUSY.to_owned())?;
        Ok(session.command(line, &mut ask))
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
