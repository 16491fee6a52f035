//! Completions for a shell, and pages for a system's manual.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::ending::{refuse, verbs};
use crate::io::output::Output;

pub(super) const COMPLETIONS_EXAMPLES: &str = "Examples:\n  \
    palimpsest completions bash > ~/.local/share/bash-completion/completions/palimpsest\n  \
    palimpsest completions zsh > ~/.zfunc/_palimpsest\n  \
    palimpsest completions fish > ~/.config/fish/completions/palimpsest.fish";

pub(super) const MAN_EXAMPLES: &str = "Examples:\n  \
    palimpsest man > ~/.local/share/man/man1/palimpsest.1\n  \
    palimpsest man bench > ~/.local/share/man/man1/palimpsest-bench.1";

/// Prints the script for `command`.
pub(super) fn completions(shell: Shell, mut command: Command, output: &Output) {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    output.raw(String::from_utf8_lossy(&script));
}

/// Prints the page of `command` or of its subcommand. Without such a subcommand the process ends.
pub(super) fn manual(
    verb: Option<&str>,
    mut command: Command,
    output: &Output,
) -> Result<(), String> {
    let name = command.get_name().to_owned();
    // This copies global arguments into the subcommands.
    command.build();
    if let Some(verb) = verb {
        let Some(found) = command.find_subcommand(verb).cloned() else {
            let names = verbs(&command);
            refuse("VERB", format_args!("expected one of {names}, found '{verb}'"))
        };
        let verb = found.get_name().to_owned();
        command = found.display_name(format!("{name}-{verb}"));
    }
    output.raw(page(command).map_err(|error| error.to_string())?);
    Ok(())
}

fn page(command: Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
