//! Makes the bindings of a WebAssembly module by the library of the program `wasm-bindgen`. `web`
//! runs this; it is a program of its own so that no other verb waits for the library.

use std::ffi::OsString;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    let mut word = |what| words.next().with_context(|| format!("expected {what}, found nothing"));
    let (module, folder, name) = (word("a module")?, word("a folder")?, word("a name")?);
    let name = OsString::into_string(name).map_err(|name| anyhow::anyhow!("no text: {name:?}"))?;
    let mut bindings = Bindgen::new();
    bindings.input_path(module).out_name(&name).web(true)?;
    bindings.typescript(true).omit_default_module_path(false);
    bindings.remove_name_section(true).remove_producers_section(true);
    bindings.generate(folder)
}
