//! The binary for testers and packagers: its speed, build and processor, completions for a shell
//! and pages of the manual.

use std::process::{Command, Output};

use crate::engine::{BINARY, Engine, skipped};

/// The names of the emulator of user programs in distributions.
const EMULATORS: [&str; 2] = ["qemu-x86_64", "qemu-x86_64-static"];

/// The emulator's names of processors, and the build for each: the second has AVX but neither AVX2
/// nor BMI.
const PROCESSORS: [(&str, &str); 3] =
    [("Nehalem", "x86-64-v2"), ("SandyBridge", "x86-64-v2"), ("Haswell", "x86-64-v3")];

fn palimpsest(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("the binary runs")
}

/// Returns the standard output of a run that must succeed.
fn text(args: &[&str]) -> String {
    let output = palimpsest(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The command of testing frameworks, `make EXE=name`, is printed but not run.
#[cfg(unix)]
#[test]
fn make_builds_the_engine_and_puts_it_where_a_testing_framework_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let make = |arguments: &[&str]| {
        let output = Command::new("make").args(["-n", "-C", root]).args(arguments).output();
        let Ok(output) = output else { return skipped("make", "it is not there") };
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let exe = arguments.first().map_or("palimpsest", |words| &words["EXE=".len()..]);
        assert!(text.contains("cargo build --release --package engine-cli"), "{text}");
        let copy = text.lines().find(|line| line.starts_with("cp ")).expect("it is copied");
        assert!(copy.ends_with(&format!("release/palimpsest\" \"{exe}\"")), "{copy}");
    };
    make(&[]);
    make(&["EXE=candidate-1234"]);
}

/// Returns the count of a line `N nodes M nps`.
fn nodes(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{line}") };
    assert!(speed.parse::<u64>().is_ok(), "{line}");
    nodes.parse().expect("a number")
}

#[test]
fn speedtest_names_the_machine_and_ends_as_bench_does() {
    let text = text(&["speedtest", "2", "4", "1"]);
    for words in ["Palimpsest ", "Built for ", "Machine: ", "Threads 2, hash 4 MB, 1 s", "% "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(nodes(text.lines().last().expect("a line")) > 1000);
}

#[test]
fn speedtest_over_uci_can_be_stopped_and_refuses_bad_words() {
    let mut engine = Engine::start(&["speedtest 1 x"]);
    assert!(engine.line().starts_with("info string speedtest hash: 'x' is not a valid size "));
    engine.send("speedtest 1 1 3600");
    engine.until("Threads 1, hash 1 MB, 3600 s");
    engine.send("stop");
    assert_eq!(engine.until("info string").last().unwrap(), "info string speedtest: stopped");
}

#[test]
fn compiler_names_commit_compiler_target_and_processor() {
    let text = text(&["compiler"]);
    let lines: Vec<&str> = text.lines().collect();
    let [build, rustc, asked, machine] = lines[..] else { panic!("{text}") };
    assert!(build.starts_with("Palimpsest ") && build.contains(", commit "), "{build}");
    assert!(rustc.starts_with("Compiled by rustc ") && rustc.contains(" for "), "{rustc}");
    assert!(asked.starts_with("Built for "), "{asked}");
    assert!(machine.starts_with("This processor: "), "{machine}");
    let git = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let checked_out = git.ok().filter(|git| git.status.success());
    let Some(commit) = checked_out.and_then(|git| String::from_utf8(git.stdout).ok()) else {
        return skipped("the commit that compiler names", "this is no checkout");
    };
    let (_, named) = build.split_once("commit ").expect("it was found above");
    let named = named.split(',').next().expect("a word");
    assert!(named == "unknown" || commit.starts_with(named), "{named}, {commit}");
}

#[test]
fn completions_know_the_subcommands_and_their_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&["completions", shell]);
        for word in ["palimpsest", "speedtest", "analyse", "multipv", "completions"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(palimpsest(&["completions", "dos"]).status.code(), Some(2));
}

/// Bash itself completes `palimpsest sp` and `palimpsest bench --we` with the script.
#[test]
fn bash_completes_by_the_script() {
    let complete = |line: &str, word: &str, index: usize| {
        let script = format!(
            "source <({BINARY} completions bash); COMP_WORDS=({line}); COMP_CWORD={index}; \
             _palimpsest palimpsest {word} ''; echo \"${{COMPREPLY[@]}}\""
        );
        Command::new("bash").args(["-c", &script]).output()
    };
    let Ok(output) = complete("palimpsest sp", "sp", 1) else {
        return skipped("completion by bash", "there is no bash");
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "speedtest\n", "{output:?}");
    let output = complete("palimpsest bench --we", "--we", 2).expect("bash is there");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--weights\n", "{output:?}");
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_subcommand() {
    let page = text(&["man"]);
    assert!(page.contains(".TH palimpsest 1"), "{page}");
    let verbs = ["uci", "analyse", "perft", "bench", "speedtest", "compiler", "completions"];
    for verb in verbs {
        assert!(page.contains(&format!("palimpsest\\-{verb}(1)")), "{verb}: {page}");
        let own = text(&["man", verb]);
        assert!(own.contains(&format!(".TH palimpsest-{verb} 1")), "{own}");
        let is_offered = !matches!(verb, "perft" | "compiler" | "completions");
        assert_eq!(own.contains("\\-\\-weights"), is_offered, "{verb}: {own}");
    }
    assert_eq!(palimpsest(&["man", "nonsense"]).status.code(), Some(2));
}

/// A build that uses what the processor lacks ends with one line that names another build.
#[test]
fn a_lesser_processor_gets_one_line_instead_of_an_illegal_instruction() {
    let installed = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let Some(emulator) = EMULATORS.into_iter().find(installed) else {
        return skipped("a lesser processor", "qemu-user is not installed");
    };
    for (processor, level) in PROCESSORS {
        let enough = if level == "x86-64-v3" {
            !cfg!(target_feature = "avx512f")
        } else {
            !cfg!(target_feature = "avx2")
        };
        if enough {
            skipped("a lesser processor", &format!("this build runs on {processor}"));
            continue;
        }
        let mut run = Command::new(emulator);
        run.args(["-cpu", processor, BINARY, "bench", "1", "1", "1"]);
        let output = run.output().expect("the emulator starts");
        assert_eq!(output.status.code(), Some(1), "{processor}: {output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        let ours: Vec<&str> = message.lines().filter(|line| !line.contains("warning")).collect();
        let [line] = ours[..] else { panic!("{processor}: {message}") };
        assert!(line.starts_with("error: this build needs "), "{message}");
        assert!(line.contains(&format!(": take the build for {level},")), "{message}");
    }
}
