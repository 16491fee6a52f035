//! Each library as a dependency of a crate outside of the workspace, as users have it.
//!
//! A build of the workspace turns on every feature that any member asks of a dependency, and builds
//! the dependencies of our tests too. A crate outside has neither: a library that forgets to ask
//! for a feature builds here and fails there.

mod scratch;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use self::scratch::STRICT;
use crate::output::{Outcome, step};
use crate::process::{capture, cargo, root};
use crate::workspace::{Choice, Member, Workspace};

pub(crate) use self::scratch::{Crates, archive, lay_out};

/// A crate, and its features beside the default ones.
type Taken = (&'static str, &'static [&'static str]);

/// A crate that is not for publication, a program over it alone, and the input of the program.
const UNPUBLISHED: (&str, &str, &str) = (
    "engine",
    "crates/research/handbook/src/bin/hour.rs",
    "e4\nlevel 3\nNf3\nanalyse\n\nsave scratch.hash\nload scratch.hash\ngo\n",
);

/// Programs as strangers would write them, and the crates that each takes.
const FOREIGN: [(&str, &[Taken]); 2] = [
    ("foreign_table", &[("tt-core", &["laws"])]),
    ("foreign_evaluation", &[("search", &[]), ("movegen", &[]), ("tt-core", &[])]),
];

const FOLDER: &str = "outside";

/// The folder of the crates that speak to other languages, which nothing depends on.
const BINDINGS: &str = "crates/bindings/";

pub(crate) struct Usage {
    pub(crate) name: String,
    crates: Vec<(String, Choice)>,
    /// The program that is run; `None` if it is enough that the crates build.
    program: Option<Program>,
}

struct Program {
    file: PathBuf,
    input: &'static str,
}

impl Program {
    fn of_folder(name: &str) -> Self {
        Self { file: scratch::program(name), input: "" }
    }
}

impl Usage {
    /// Builds, and runs the program if there is one.
    pub(crate) fn run(&self, crates: &Crates<'_>) -> Result<Outcome> {
        match &self.program {
            None => crates.check(&self.name, &self.crates),
            Some(program) => crates.run(&self.name, program, &self.crates),
        }
    }
}

/// Returns the libraries that would be published if anything were.
pub(crate) fn published(workspace: &Workspace) -> impl Iterator<Item = &Member> {
    workspace.libraries().filter(|member| member.follows_the_workspace_in_publishing())
}

/// Returns every choice of features of each library: with the default features and with all, its
/// program, which takes what the library imports too, without a feature that the library does not
/// ask for; each other one is built alone.
pub(crate) fn usages(libraries: &[&Member]) -> Vec<Usage> {
    let choices = |member: &&Member| Choice::all_of(member).into_iter();
    let usages = libraries.iter().flat_map(|member| choices(member).map(|one| usage(member, one)));
    usages.collect()
}

fn usage(member: &Member, choice: Choice) -> Usage {
    let name = member.name.clone();
    if choice.has_default_features() {
        let imports = member.imports().map(|(import, _)| (import.to_owned(), Choice::none()));
        Usage {
            name: format!("use {name}, {}", choice.name()),
            program: Some(Program::of_folder(&name)),
            crates: imports.chain([(name, choice)]).collect(),
        }
    } else {
        let title = format!("{name}, {}", choice.name());
        Usage { name: title, crates: vec![(name, choice)], program: None }
    }
}

/// Returns the programs of strangers, which take more than one library's own.
pub(crate) fn foreign() -> impl Iterator<Item = Usage> {
    FOREIGN.iter().map(|(program, crates)| {
        let taken =
            |(name, features): &(&str, &[&str])| (str::to_owned(name), Choice::with(features));
        Usage {
            name: (*program).to_owned(),
            crates: crates.iter().map(taken).collect(),
            program: Some(Program::of_folder(program)),
        }
    })
}

fn unpublished() -> Usage {
    let (name, file, input) = UNPUBLISHED;
    let program = Some(Program { file: root().join(file), input });
    let crates = vec![(name.to_owned(), Choice::with(&[]))];
    Usage { name: format!("use {name}"), crates, program }
}

fn bindings(workspace: &Workspace) -> impl Iterator<Item = &Member> {
    workspace.members.iter().filter(|member| member.folder().starts_with(BINDINGS))
}

/// Checks a crate with no feature of a dependency but those that it asks for.
fn alone(member: &Member, target: &Path) -> Result<Outcome> {
    let mut check = cargo(["check", "--quiet", "--package", &member.package]);
    capture(check.env("CARGO_TARGET_DIR", target).envs(STRICT))?;
    Ok(Outcome::passed())
}

/// Runs all usages with the crates of the workspace's folders: a step of `ci`.
pub(crate) fn run() -> Result<Outcome> {
    let (mut built, mut ran) = (0, 0);
    each(&Workspace::load()?, &[], |usage, crates| {
        usage.run(crates).with_context(|| format!("usage `{}` failed", usage.name))?;
        *(if usage.program.is_some() { &mut ran } else { &mut built }) += 1;
        Ok(())
    })?;
    Ok(Outcome::Passed(format!("{built} choices of features, {ran} programs")))
}

/// Runs the usages of these libraries, and the other programs that take one of them; all if none is
/// named, and the crates that speak to other languages, each alone. Each is a step.
pub(crate) fn verb(only: &[String]) -> Result<()> {
    let workspace = Workspace::load()?;
    each(&workspace, only, |usage, crates| step(&usage.name, || usage.run(crates)))?;
    if !only.is_empty() {
        return Ok(());
    }
    let target = workspace.target.join(FOLDER);
    bindings(&workspace).try_for_each(|one| step(&one.folder(), || alone(one, &target)))
}

fn each(
    workspace: &Workspace,
    only: &[String],
    mut run: impl FnMut(&Usage, &Crates<'_>) -> Result<()>,
) -> Result<()> {
    let mut libraries: Vec<&Member> = published(workspace).collect();
    let mut programs: Vec<Usage> = foreign().chain([unpublished()]).collect();
    if !only.is_empty() {
        let named = only.iter().map(|name| workspace.member(name)).collect::<Result<Vec<_>>>()?;
        let is_named = |name: &str| named.iter().any(|member| member.name == name);
        libraries.retain(|member| is_named(&member.name));
        programs.retain(|usage| usage.crates.iter().any(|(name, _)| is_named(name)));
        ensure!(libraries.len() + programs.len() > 0, "{} is not tried outside", only.join(", "));
    }
    let (folders, target) =
        (workspace.libraries().collect::<Vec<_>>(), workspace.target.join(FOLDER));
    let crates = Crates::of_workspace(&folders, &target);
    usages(&libraries).iter().chain(&programs).try_for_each(|usage| run(usage, &crates))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_library_has_a_program_and_strangers_have_theirs() {
        let workspace = Workspace::load().unwrap();
        let foreign = FOREIGN.iter().map(|&(program, _)| program);
        for name in published(&workspace).map(|member| member.name.as_str()).chain(foreign) {
            assert!(scratch::program(name).is_file(), "{name}");
        }
        let (unpublished, program, _) = UNPUBLISHED;
        assert!(root().join(program).is_file(), "{program}");
        assert!(published(&workspace).all(|member| member.name != unpublished));
        assert!(published(&workspace).any(|member| member.name == "tt-core"));
        assert!(published(&workspace).all(|member| member.name != "self-play"));
        let mut names: Vec<&str> = bindings(&workspace).map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["c", "python", "web"]);
    }

    #[test]
    fn the_usages_of_a_library_are_its_own_and_the_programs_that_take_it() {
        let workspace = Workspace::load().unwrap();
        let usages = |only: &str| {
            let (mut found, only) = (Vec::new(), only.split(' ').map(String::from));
            let each = each(&workspace, &only.collect::<Vec<_>>(), |usage, _| {
                found.push((usage.name.clone(), usage.program.is_some()));
                Ok(())
            });
            each.map(|()| found)
        };
        let found = usages("tt-core").unwrap();
        for name in ["use tt-core, default features", "foreign_table", "foreign_evaluation"] {
            assert!(found.contains(&(name.to_owned(), true)), "{name}: {found:?}");
        }
        assert!(found.contains(&("tt-core, no features".to_owned(), false)), "{found:?}");
        assert!(found.iter().all(|(name, _)| !name.contains("movegen")), "{found:?}");
        let two = usages("tt-core zobrist-keys").unwrap();
        assert!(found.iter().all(|usage| two.contains(usage)) && two.len() > found.len());
        assert!(usages("lab").is_err() && usages("nothing").is_err());
        assert!(each(&workspace, &[], |_, _| anyhow::bail!("planted")).is_err());
    }
}
