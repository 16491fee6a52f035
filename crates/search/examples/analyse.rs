//! A position, given as FEN or else the start position, analysed for two seconds: depth, score and
//! line of each iteration.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::time::Duration;

use search::movegen::{Move, PieceType, Position};
use search::{Info, Limits, Pool, Reporter, Search, tt_core};

/// Material, and a little for each move that there is.
fn evaluate(position: &Position) -> i32 {
    let us = position.side_to_move();
    let count = |color, kind| position.colored(color, kind).count() as i32;
    let values = PieceType::ALL.into_iter().zip([100, 300, 320, 500, 900, 0]);
    let material = values.map(|(kind, value)| value * (count(us, kind) - count(!us, kind)));
    material.sum::<i32>() + 2 * position.count_legal() as i32
}

fn san(root: &Position, line: &[Move]) -> String {
    let mut position = root.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(position.san(mv));
        position = position.make(mv);
    }
    texts.join(" ")
}

struct Rows<'a>(&'a Position);

impl Reporter for Rows<'_> {
    fn iteration(&mut self, info: &Info<'_>) {
        let Info { depth, score, nodes, pv, .. } = *info;
        println!("{depth:>3} {score:>8} {nodes:>9} nodes  {}", san(self.0, pv));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen: Vec<String> = std::env::args().skip(1).collect();
    let position =
        if fen.is_empty() { Position::startpos() } else { Position::from_fen(&fen.join(" "))? };
    let two_seconds = Some(Duration::from_secs(2));
    analyse(&position, Limits { movetime: two_seconds, ..Limits::default() })?;
    Ok(())
}

fn analyse(position: &Position, limits: Limits) -> Result<String, tt_core::AllocError> {
    let table = tt_core::Table::new(16 << 20)?;
    let outcome = Search::new(&table)
        .position(position.clone())
        .limits(limits)
        .reporter(&mut Rows(position))
        .run(&mut Pool::new(|| evaluate));
    Ok(san(position, &outcome.pv))
}

#[test]
fn a_mate_is_shown_to_its_end() {
    // Buckle against an amateur, London 1840.
    let fen = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
    let position = Position::from_fen(fen).unwrap();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    assert_eq!(analyse(&position, limits).unwrap(), "Nf6+ gxf6 Bxf7#");
}
