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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_the_target_and_what_is_forced() {
        assert_eq!(rustflags("x86-64-v3", &[]), "-C target-cpu=x86-64-v3");
        let forced = [("movegen_lanes", "256"), ("tt_core_line", "scalar")];
        assert_eq!(
            rustflags(NATIVE, &forced),
            "-C target-cpu=native --cfg movegen_lanes=\"256\" --cfg tt_core_line=\"scalar\""
        );
    }
}
