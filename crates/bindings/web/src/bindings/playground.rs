//! The table that one looks into, for TypeScript.

use js_sys::Function;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{call, json, number, says_true};
use crate::playground::{Config, Playground as Table, SearchLimits};

/// A table that one looks into while a search fills it.
#[wasm_bindgen]
pub struct Playground(Table);

#[wasm_bindgen]
impl Playground {
    /// Creates an empty table.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str) -> Result<Playground, String> {
        Table::new(Config::read(config)?).map(Self)
    }

    /// Puts a position on the board.
    pub fn set_position(&self, fen: &str, moves: &str) -> Result<String, String> {
        self.0.set_position(fen, moves).map(|info| json(&info))
    }

    /// Searches the position on the board.
    pub fn search(&self, limits: &str, tick: Function, line: &Function) -> Result<String, String> {
        let limits: SearchLimits = serde_json::from_str(limits).map_err(|error| {
            format!("expected the limits of a search, found {limits:?}: {error}")
        })?;
        let tick = SendWrapper::new(tick);
        let tick = move |counters: &_| number(&call(&tick, &json(counters)));
        let answer = self.0.search(limits, tick, |report| drop(call(line, &json(report))))?;
        Ok(json(&answer))
    }

    /// Returns the counts of the search.
    pub fn counters(&self) -> String {
        json(&self.0.counters())
    }

    /// Returns a map of the table, a byte a cell.
    pub fn map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        self.0.map(by, cells)
    }

    /// Returns a map of the table of which every second cell is of the call before.
    pub fn next_map(&self, by: &str, cells: usize) -> Result<Vec<u8>, String> {
        self.0.next_map(by, cells)
    }

    /// Returns the number of buckets.
    pub fn buckets(&self) -> usize {
        self.0.buckets()
    }

    /// Returns the number of slots of a bucket.
    pub fn slots_per_bucket(&self) -> usize {
        self.0.slots_per_bucket()
    }

    /// Returns the records of a bucket.
    pub fn cell(&self, bucket: usize) -> Result<String, String> {
        self.0.cell(bucket).map(|records| json(&records))
    }

    /// Returns the bucket of a position.
    pub fn bucket_of(&self, fen: &str) -> Result<usize, String> {
        self.0.bucket_of(fen)
    }

    /// Returns the path of the best line through the table.
    pub fn path(&self) -> String {
        json(&self.0.path())
    }

    /// Returns false matches.
    pub fn collisions(&self) -> String {
        json(&self.0.collisions())
    }

    /// Empties the table.
    pub fn new_game(&mut self) -> Result<(), String> {
        self.0.new_game()
    }
}

/// Searches a position to each depth over two tables.
#[wasm_bindgen]
pub fn compare(
    config_a: &str,
    config_b: &str,
    fen: &str,
    depth: u32,
    tick: &Function,
) -> Result<String, String> {
    let configs = [Config::read(config_a)?, Config::read(config_b)?];
    let go_on = |half: &_| says_true(&call(tick, &json(half)));
    crate::compare(configs, fen, depth, go_on).map(|rows| json(&rows))
}

/// Returns the version of the engine.
#[wasm_bindgen]
pub fn version() -> JsValue {
    crate::version().into()
}
