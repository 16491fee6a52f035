//! The buttons and options of the transposition table: what is done, and the line that reports it.

use engine::{Engine, HashError, Saved, Sharing};

use crate::output::Output;
use crate::size::name_of_size;

/// Gives the table `kib` KiB; a refusal is reported.
pub(super) fn resize(engine: &mut Engine, kib: usize, output: &impl Output) {
    if let Err(error) = engine.hash_mut().resize(bytes(kib)) {
        let (asked, kept) = (name_of_size(kib), size(engine));
        output.info_string(format_args!(
            "Hash: the table cannot have {asked} ({error}); the table keeps its {kept}"
        ));
    }
}

/// Attaches to the shared table called `name`, or leaves it if that is empty, and reports the
/// result. The wait for other processes ends when it is `called_off`.
pub(super) fn share(
    engine: &mut Engine,
    name: &str,
    kib: usize,
    called_off: &dyn Fn() -> bool,
    output: &impl Output,
) {
    match engine.hash_mut().share_unless(called_off, name, bytes(kib)) {
        Ok(Sharing::Unchanged) => {}
        Ok(Sharing::Left) => {
            let has = size(engine);
            output.info_string(format_args!("SharedHash: left; the engine's own table has {has}"));
        }
        Ok(Sharing::Attached(attached)) => {
            let has = size(engine);
            let mut text = format!("SharedHash: {name} has {has}, engines attached: {attached}");
            if engine.hash().bytes() >> 10 != kib {
                let asked = name_of_size(kib);
                text += "; the first engine chose this size, so ";
                text += &format!("{asked} of Hash is ignored");
            }
            output.info_string(text);
        }
        Err(error) => {
            output.info_string(format_args!(
                "SharedHash: {error}; the engine keeps its present table"
            ));
            resize(engine, kib, output);
        }
    }
}

/// Saves or fills the table by `work`, and reports the number of records.
pub(super) fn report(
    button: &str,
    path: &str,
    work: impl FnOnce(&str) -> Result<Saved, HashError>,
    output: &impl Output,
) {
    if path.is_empty() {
        let fault = "expected a path in HashFile, found none";
        return output.info_string(format_args!("{button}: {fault}"));
    }
    match work(path) {
        Ok(Saved { records, bytes }) => {
            output
                .info_string(format_args!("{button}: {records} records, {bytes} bytes in {path}"));
        }
        Err(error) => output.info_string(format_args!("{button}: {error}")),
    }
}

fn bytes(kib: usize) -> usize {
    kib.saturating_mul(1 << 10)
}

fn size(engine: &Engine) -> String {
    name_of_size(engine.hash().bytes() >> 10)
}
