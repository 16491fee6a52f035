//! Commands of cargo in texts that name a package, an example, a program, a test or a feature:
//! whether it is there.

use crate::workspace::{Member, Workspace};

/// The commands of cargo that build something of the workspace.
pub(super) const STARTS: [&str; 5] =
    ["cargo run ", "cargo test ", "cargo build ", "cargo bench ", "cargo check "];

/// Returns the fault of a command in the file `page`, if it has one. Without `-p` the command is
/// about the crate that `page` belongs to, if any; arguments after `--` are the program's business,
/// and a word in capitals is a placeholder.
pub(super) fn fault(command: &str, page: &str, workspace: &Workspace) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "--").collect();
    let named = |options: &[&str]| {
        let at = words.iter().position(|word| options.contains(word))?;
        let value = words.get(at + 1)?;
        value.chars().any(|c| c.is_ascii_lowercase()).then_some(*value)
    };
    let wrong = |what: &str, name: &str| Some(format!("there is no {what} `{name}`: `{command}`"));
    let member: Option<&Member> = match named(&["-p", "--package"]) {
        Some(name) => match workspace.members.iter().find(|member| member.package == name) {
            Some(member) => Some(member),
            None => return wrong("package", name),
        },
        None => {
            let of_page = |member: &&Member| page.starts_with(&format!("{}/", member.folder()));
            workspace.members.iter().find(of_page)
        }
    };
    let member = member?;
    for kind in ["example", "bin", "test", "bench"] {
        if let Some(name) = named(&[&format!("--{kind}")])
            && !member.has_target(kind, name)
        {
            return wrong(kind, name);
        }
    }
    let features = named(&["--features", "-F"]).into_iter().flat_map(|list| list.split(','));
    let mut unknown = features.filter(|feature| !member.features().any(|own| own == *feature));
    unknown.next().and_then(|feature| wrong("feature", feature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_command_names_must_be_there() {
        let workspace = Workspace::load().unwrap();
        let fault = |command: &str| fault(command, "crates/tt-core/README.md", &workspace);
        for right in [
            "cargo run --example NAME",
            "cargo test -p palimpsest-tt-core --features laws,shared --test hammer",
            "cargo run -p movegen --example perft -- --features nothing",
        ] {
            assert_eq!(fault(right), None, "{right}");
        }
        for (wrong, said) in [
            ("cargo test -p tt-core", "no package `tt-core`"),
            ("cargo run --example chequers", "no example `chequers`"),
            ("cargo test -p movegen --test nothing", "no test `nothing`"),
            ("cargo build -p engine-cli --features tuning,louder", "no feature `louder`"),
        ] {
            assert!(fault(wrong).is_some_and(|what| what.contains(said)), "{wrong}");
        }
    }
}
