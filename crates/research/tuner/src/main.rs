//! The tuner: data from self-play, the weights of the evaluation fitted to them, and matches.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod adam;
mod arena;
mod chances;
mod datagen;
mod dataset;
mod distil;
mod fastchess;
mod label;
mod ladder;
mod levels;
mod sprt;
mod spsa;
mod texel;
mod train;

use std::io::{self, Write};

use anyhow::Result;
use clap::{Parser, Subcommand};

use arena::{
    ClientsArguments, DelayArguments, GamesArguments, LatencyArguments, LoadArguments,
    SelfPlayArguments,
};
use chances::ChancesArguments;
use datagen::DatagenArguments;
use dataset::RowsArguments;
use distil::DistilArguments;
use label::LabelArguments;
use ladder::LadderArguments;
use levels::LevelsArguments;
use sprt::SprtArguments;
use spsa::SpsaArguments;
use texel::TexelArguments;
use train::TrainArguments;

/// Data from self-play, and the weights of the evaluation fitted to them.
#[derive(Parser)]
#[command(name = "tuner", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Play games against itself and keep their quiet positions for tuning
    Datagen(DatagenArguments),
    /// Print such positions, one a line: FEN | White's points | score from White's view
    Rows(RowsArguments),
    /// Find which advantage wins how many games, by the material on the board
    Chances(ChancesArguments),
    /// Fit the weights of the evaluation to such positions
    Texel(TexelArguments),
    /// Collect positions that searches ask the hand-crafted evaluation about, for a network
    Distil(DistilArguments),
    /// Score positions near such positions by short searches, for a network
    Label(LabelArguments),
    /// Train a small network on such positions
    Train(TrainArguments),
    /// Tune numbers of the search and weights of the evaluation by games of self-play
    Spsa(SpsaArguments),
    /// Play a match of two engines until it is known which is stronger
    Sprt(SprtArguments),
    /// Rate the levels of our engine by games against each other and against a known Elo
    Ladder(LadderArguments),
    /// Count how the levels of our engine err, judged by its full strength
    Levels(LevelsArguments),
    /// Play strict games of an engine against another program, if fastchess is there
    Games(GamesArguments),
    /// Play very fast strict games of an engine against itself, if fastchess is there: two sizes of
    /// the table, one thread and two, standard chess and Chess960
    SelfPlay(SelfPlayArguments),
    /// Play games beside a load that was made for it, if fastchess and Stockfish are there: the
    /// engine loses no more of them by the clock
    Load(LoadArguments),
    /// Run a program whose answers come late, for `load`
    #[command(hide = true)]
    Delay(DelayArguments),
    /// Run the engine with the programs that people use engines with, as far as they are there:
    /// python-chess, lichess-bot, PolyGlot, fastchess; and take the time of its answers
    Clients(ClientsArguments),
    /// Take the time of an engine's answers: `isready` and `stop` in a search, `go movetime 100`
    Latency(LatencyArguments),
}

fn main() -> Result<()> {
    run(Cli::parse().verb)
}

fn run(verb: Verb) -> Result<()> {
    match verb {
        Verb::Datagen(arguments) => println!("{}", datagen::run(&arguments)?),
        Verb::Rows(arguments) => dataset::print_rows(&arguments, &mut io::stdout().lock())?,
        Verb::Chances(arguments) => chances::run(&arguments, |line| say(&mut io::stdout(), &line))?,
        Verb::Texel(arguments) => texel::run(&arguments, |line| say(&mut io::stdout(), &line))?,
        Verb::Distil(arguments) => println!("{}", distil::run(&arguments)?),
        Verb::Label(arguments) => println!("{}", label::run(&arguments)?),
        Verb::Train(arguments) => train::run(&arguments, |line| say(&mut io::stdout(), &line))?,
        Verb::Spsa(arguments) => spsa::run(&arguments, |text| say(&mut io::stdout(), text))?,
        Verb::Ladder(arguments) => ladder::run(&arguments, |line| say(&mut io::stdout(), &line))?,
        Verb::Levels(arguments) => levels::run(&arguments, |line| say(&mut io::stdout(), &line))?,
        Verb::Games(arguments) => arena::games(&arguments)?,
        Verb::SelfPlay(arguments) => arena::self_play(&arguments)?,
        Verb::Load(arguments) => arena::load(&arguments)?,
        Verb::Delay(arguments) => arena::delay(&arguments)?,
        Verb::Clients(arguments) => arena::clients(&arguments)?,
        Verb::Latency(arguments) => arena::latency(&arguments)?,
        Verb::Sprt(arguments) => sprt::run(&arguments, |line| say(&mut io::stdout(), &line))?,
    }
    Ok(())
}

/// Prints a line. A reader that has seen enough and closes the output does not end the games.
fn say(output: &mut impl Write, line: &str) {
    writeln!(output, "{line}").ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_output_ends_nothing() {
        let mut full = [0; 4];
        say(&mut full.as_mut_slice(), "abc");
        say(&mut full.as_mut_slice(), "too long");
        assert_eq!(&full, b"too ");
    }
}
