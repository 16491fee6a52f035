//! Verb `hot-path`: repeats one hot path of the libraries, so that a program that counts
//! instructions sees little else.

use std::hint::black_box;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use engine::{Engine, EngineEvaluation, Game, Numbers, Request};
use movegen::Position;
use pawn_hash::PawnStructure;
use search::Evaluate;
use tt_core::{Entry, Table};
use zobrist_keys::SplitMix64;

use crate::evaluation_kind::EvaluationKind;

#[derive(Args)]
pub(crate) struct HotPathArguments {
    path: HotPath,
    /// Repetitions
    repeats: u64,
}

/// The paths; each is a word of the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum HotPath {
    /// A probe of the table that finds its key
    ProbeHit,
    /// A probe that does not
    ProbeMiss,
    /// A record of a key that the table has not
    StoreNew,
    /// A deeper record of a key that it has
    StoreOwn,
    /// The number of legal moves of a middle game
    CountMoves,
    /// Their list
    ListMoves,
    /// A move made, with all keys
    MakeMove,
    /// A FEN read
    ReadFen,
    /// The pawn structure of a middle game
    PawnStructure,
    /// A move made, and the hand-crafted evaluation after it
    HandCrafted,
    /// A move made, and the network's evaluation after it
    Network,
    /// A node of a search
    SearchNode,
}

/// A middle game with castling, pins and captures.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &HotPathArguments) -> Result<()> {
    let HotPathArguments { path, repeats } = *arguments;
    let root = Position::from_fen(KIWIPETE)?;
    match path {
        HotPath::ProbeHit | HotPath::ProbeMiss | HotPath::StoreNew | HotPath::StoreOwn => {
            table(path, repeats)?;
        }
        HotPath::CountMoves => repeat(repeats, || black_box(&root).count_legal()),
        HotPath::ListMoves => repeat(repeats, || black_box(&root).legal_moves()),
        HotPath::MakeMove => {
            let mut moves = root.legal_moves().into_iter().cycle();
            repeat(repeats, || moves.next().map(|mv| black_box(&root).make(mv)));
        }
        HotPath::ReadFen => repeat(repeats, || Position::from_fen(black_box(KIWIPETE))),
        HotPath::PawnStructure => {
            use movegen::{Color, PieceType};
            let pawns = Color::ALL.map(|color| root.colored(color, PieceType::Pawn).0);
            repeat(repeats, || PawnStructure::of(black_box(pawns)));
        }
        HotPath::HandCrafted => evaluate(&root, EvaluationKind::HandCrafted.create(), repeats),
        HotPath::Network => evaluate(&root, EvaluationKind::Network.create(), repeats),
        HotPath::SearchNode => {
            let engine = Engine::builder().hash(BYTES).numbers(Numbers::hand_crafted()).build();
            let mut engine = engine.context("no memory for a table")?;
            engine.analyse(&Game::new(root), &Request::nodes(repeats), &mut |_| ());
        }
    }
    Ok(())
}

/// Repeats an operation whose result is not looked at.
fn repeat<T>(repeats: u64, mut operation: impl FnMut() -> T) {
    for _ in 0..repeats {
        black_box(operation());
    }
}

/// Repeats a path of the table. Half of its slots are taken by keys that come again.
///
/// Stays a function of its own, so that its instructions do not depend on the other paths.
#[inline(never)]
fn table(path: HotPath, repeats: u64) -> Result<()> {
    let table: Table = Table::new(BYTES)?;
    let entry = |draft| Entry { mv: 1, draft, ..Entry::default() };
    let keys: Vec<u64> = {
        let mut random = SplitMix64::new(1);
        (0..table.capacity() / 2).map(|_| random.next()).collect()
    };
    keys.iter().for_each(|&key| table.store(key, entry(1)));
    let mut again = keys.iter().copied().cycle();
    let mut fresh = SplitMix64::new(2);
    let mut draft = 1;
    match path {
        HotPath::ProbeHit => repeat(repeats, || again.next().and_then(|key| table.probe(key))),
        HotPath::ProbeMiss => repeat(repeats, || table.probe(fresh.next())),
        HotPath::StoreNew => repeat(repeats, || table.store(fresh.next(), entry(1))),
        _ => repeat(repeats, || {
            draft = draft % 60 + 1;
            again.next().into_iter().for_each(|key| table.store(key, entry(draft)));
        }),
    }
    Ok(())
}

fn evaluate(root: &Position, mut evaluation: EngineEvaluation, repeats: u64) {
    evaluation.new_root(root);
    let quiet = root.legal_moves().into_iter().filter(|&mv| !root.make(mv).in_check());
    let children: Vec<_> = quiet.map(|mv| (mv, root.make(mv))).collect();
    let mut children = children.iter().cycle();
    repeat(repeats, || {
        children.next().map(|(mv, child)| {
            evaluation.make(root, *mv, child);
            let value = evaluation.evaluate(child);
            evaluation.unmake();
            value
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_can_be_repeated() {
        for path in HotPath::value_variants() {
            run(&HotPathArguments { path: *path, repeats: 50 }).unwrap();
        }
    }
}
