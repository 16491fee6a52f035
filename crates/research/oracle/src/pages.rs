//! The pages of figures beside other generators, movegen.md and peers.md in docs/records/bench.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The pages, and the head of the last section of the second, which holds the figures.
const MOVEGEN: &str = "docs/records/bench/movegen.md";
const PEERS: &str = "docs/records/bench/peers.md";
const HEAD: &str = "\n## Leaves a second\n";

/// The text before the figures of movegen.md, which holds for every level.
const EXPLANATION: &str = "\
Leaves of the tree of legal moves, counted by movegen and by cozy-chess in turns within one process
and thread. `ratio` is the median over the rounds of movegen's speed divided by cozy-chess's, with the
least and the greatest round; then come leaves a cycle. At the last ply, `bulk` counts the moves,
`made` makes each, `list` writes them into a list. In `bulk` movegen keeps no keys in the last two
plies; in the other walks it keeps all. cozy-chess's trees are walked in several ways, of which the
quickest counts: `its walk` names it (`crates/movegen/benches/versus/cozy.rs`). Both sides look up
slider attacks by PEXT, or both by magic multiplication. The means stand here, each position in
[movegen.csv](movegen.csv).
";

/// Measure movegen beside cozy-chess, built for each of some processors.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Processors to build for: names of the compiler's `target-cpu`
    #[arg(
        long,
        value_delimiter = ',',
        default_values_t = ["native", "x86-64-v3", "x86-64-v2"].map(String::from)
    )]
    levels: Vec<String>,
    /// Write the page of figures, by default to docs/records/bench/movegen.md
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = MOVEGEN)]
    write: Option<PathBuf>,
    /// Arguments of the bench: `--rounds`, `--shallower`, `--ways`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Measures movegen beside cozy-chess for this machine and for two older levels of the instruction
/// set, and writes the page of figures to a file.
pub(crate) fn movegen(options: &Options, report: impl Fn(String)) -> Result<()> {
    let (mut sections, mut figures) = (String::new(), FIGURES.to_owned());
    for level in &options.levels {
        report(format!("built for {level}"));
        let mut bench = Command::new("cargo");
        bench.args(["bench", "--quiet", "--package", "movegen", "--bench", "versus", "--"]);
        bench.args(&options.arguments).current_dir(root());
        bench.env("RUSTFLAGS", format!("-C target-cpu={level}"));
        if level != "native" {
            bench.args(["--label", &level.replace("x86-64-", "")]);
        }
        let printed = captured(&mut bench)?;
        report(printed.trim_end().to_owned());
        sections += &section(level, &printed);
        figures += &positions(level, &printed);
    }
    let Some(file) = &options.write else { return Ok(()) };
    let head = format!("# movegen beside {}", locked("cozy-chess")?);
    let log = captured(Command::new("git").args(["log", "-1", "--format=%h of %cs"]))?;
    let by =
        format!("Written by `cargo xtask bench movegen --write` at {}; do not edit.", log.trim());
    let file = root().join(file);
    fs::write(&file, format!("{head}\n\n{by}\n\n{EXPLANATION}{sections}"))
        .with_context(|| format!("cannot write {}", file.display()))?;
    fs::write(file.with_extension("csv"), figures).context("cannot write movegen.csv")
}

/// The names of the figures of each position.
const FIGURES: &str =
    "target-cpu,walk,position,depth,ratio,least,greatest,movegen,cozy-chess,its walk\n";

/// Returns whether a line of the bench is the row of one position, not of their mean.
fn is_position(line: &str) -> bool {
    ["| bulk |", "| made |", "| list |"].iter().any(|walk| line.starts_with(walk))
        && !line.contains("| geometric mean |")
}

fn positions(level: &str, printed: &str) -> String {
    let cells = |line: &str| line.trim_matches(['|', ' ']).replace(" | ", ",");
    let rows = printed.lines().filter(|line| is_position(line));
    rows.map(|line| format!("{level},{}\n", cells(line))).collect()
}

/// Returns the part of the page about one level: the bench's output before its list of figures.
fn section(level: &str, printed: &str) -> String {
    let lines = printed.lines().take_while(|line| !line.starts_with("figure "));
    let shown: Vec<&str> = lines.filter(|line| !is_position(line)).collect();
    format!("\n## `target-cpu={level}`\n\n{}\n", shown.join("\n").trim())
}

/// Replaces the section of peers.md by a table and the conditions under which it was measured.
pub(crate) fn write_peers(table: &str) -> Result<()> {
    let page = fs::read_to_string(root().join(PEERS)).context(PEERS)?;
    let (before, _) = page.split_once(HEAD).with_context(|| format!("{PEERS} has no{HEAD}"))?;
    let page = format!("{before}{HEAD}\n{}\n{table}", conditions()?);
    fs::write(root().join(PEERS), page).context(PEERS)
}

/// Returns the lines above the figures: by what and where they were measured.
fn conditions() -> Result<String> {
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let processor = read("/proc/cpuinfo");
    let processor =
        processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let load = read("/proc/loadavg");
    let peers = ["cozy-chess", "eschac", "shakmaty"].map(locked);
    let peers: Vec<String> = peers.into_iter().collect::<Result<_>>()?;
    let commit = captured(Command::new("git").args(["describe", "--always", "--dirty"]));
    Ok(format!(
        "Written by `cargo xtask bench peers --write`; do not edit. Millions of leaves a second of \
         processor time, one\nthread, no table; the last ply is counted.\n\n\
         - processor: {}, {} of them; load in the last minute: {}\n- ours: commit {}\n\
         - Rust: {}, `-C target-cpu=native`, release profile (fat LTO, one unit); {}\n",
        processor.map_or("unknown", |(_, name)| name),
        std::thread::available_parallelism().map_or(1, usize::from),
        load.split(' ').next().unwrap_or("unknown"),
        commit.as_deref().unwrap_or("unknown").trim(),
        captured(Command::new("rustc").arg("--version"))?.trim(),
        peers.join(", "),
    ))
}

/// Returns the name of a package and its version in Cargo.lock.
fn locked(package: &str) -> Result<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?;
    let entry = format!("name = \"{package}\"\nversion = \"");
    let rest = lock.split_once(&entry).with_context(|| format!("no {package} in Cargo.lock"))?.1;
    Ok(format!("{package} {}", rest.split('"').next().context("a version ends")?))
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// Runs a command to its end and returns its standard output.
fn captured(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{said}\n{command:?} failed ({})", output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_the_means_and_the_figures_the_positions() {
        let printed = "- processor: P\n\n| walk | position |\n|---|---|\n| bulk | startpos |\n\
                       | bulk | geometric mean |\n\nfigure movegen.bulk 1.0 x\n";
        assert_eq!(
            section("x86-64-v2", printed),
            "\n## `target-cpu=x86-64-v2`\n\n- processor: P\n\n| walk | position |\n|---|---|\n\
             | bulk | geometric mean |\n"
        );
        assert_eq!(positions("x86-64-v2", printed), "x86-64-v2,bulk,startpos\n");
    }

    #[test]
    fn the_conditions_name_compiler_commit_and_versions() {
        let text = conditions().unwrap();
        for word in ["rustc 1.", "target-cpu=native", "commit ", "shakmaty 0.", "load "] {
            assert!(text.contains(word), "{word}: {text}");
        }
        let page = fs::read_to_string(root().join(PEERS)).unwrap();
        assert_eq!(page.matches(HEAD).count(), 1);
    }
}
