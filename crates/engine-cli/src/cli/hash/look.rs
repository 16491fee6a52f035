//! The words of `hash look`.

use std::path::PathBuf;

use clap::Args;

use super::{at, open};
use crate::cli::position::PositionWords;
use crate::hash::look::Look;
use crate::io::output::Output;

#[derive(Args)]
#[command(after_help = "Scores are from the view of the side to move of the position.\n\n\
    Examples:\n  \
    palimpsest hash look analysis.hsh\n  \
    palimpsest hash look analysis.hsh moves e4 e5 Nf3 --json\n  \
    palimpsest hash look analysis.hsh '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -'")]
pub(in crate::cli) struct LookWords {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionWords,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl LookWords {
    /// Prints the records.
    pub(super) fn obey(&self, output: &Output) -> Result<(), String> {
        open(&self.file);
        let game = self.position.game();
        let look = Look::new(&self.file, game.position()).map_err(|error| at(&self.file, error))?;
        match self.json {
            true => output.line(look.json()),
            false => output.line(look),
        }
        Ok(())
    }
}
