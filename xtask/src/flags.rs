//! Compiler flags of builds for another target or with a forced back end.

/// The `target-cpu` that a checkout builds for: the machine that it is on.
pub(crate) const NATIVE: &str = "native";

/// Levels of vector instructions: of this machine, of 256 bits, of 128 bits.
pub(crate) const LEVELS: [&str; 3] = [NATIVE, "x86-64-v3", "x86-64-v2"];

/// Returns the value of `RUSTFLAGS` for a `target-cpu` and forced back ends, each a `--cfg` flag
/// and its value (see docs/architecture.md, "Back ends"). The variable replaces the flags of
/// `.cargo/config.toml`, so it always names the target.
pub(crate) fn rustflags(cpu: &str, forced: &[(&str, &str)]) -> String {
    let target = format!("-C target-cpu={cpu}");
    forced.iter().fold(target, |flags, (name, value)| format!("{flags} --cfg {name}=\"{value}\""))
}
