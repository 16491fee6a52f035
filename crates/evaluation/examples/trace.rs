//! The evaluation of a position, given as FEN or else an attack on the king, as a table, and the
//! terms that decide it.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use evaluation::movegen::{Color, Position};
use evaluation::{Evaluator, FULL_PHASE, FULL_SCALE, Term, Trace};

/// Black's king has no pawn before it, and White's queen and bishop look at it.
const ATTACK: &str = "r1b2rk1/ppq2p1p/2n1pp2/3p3Q/3P4/2PB1N2/P1P2PPP/R4RK1 w - - 0 14";

/// Returns a term's contribution to the value, in centipawns from White's side: its two halves,
/// mixed by the phase like those of the total.
fn share(trace: &Trace, term: Term) -> i32 {
    let lead = trace.term(term, Color::White) - trace.term(term, Color::Black);
    let middle_game = lead.middle_game() * trace.phase() * trace.middle_game_scale() / FULL_SCALE;
    let end_game = lead.end_game() * (FULL_PHASE - trace.phase()) * trace.scale() / FULL_SCALE;
    (middle_game + end_game) / FULL_PHASE
}

/// Prints the table and returns the terms with their shares, the largest share first.
fn explain(position: &Position) -> Vec<(&'static str, i32)> {
    let trace = Evaluator::new().trace(position);
    println!("{trace}\n");
    let mut shares = Term::ALL.map(|term| (term.name(), share(&trace, term)));
    shares.sort_by_key(|&(_, share)| -share.abs());
    for (name, share) in shares.into_iter().take(4) {
        println!("{name:<12} {share:>+5}");
    }
    // Each share was rounded by less than two centipawns.
    let sum: i32 = shares.iter().map(|(_, share)| share).sum();
    assert!((sum - trace.value()).abs() < 2 * Term::ALL.len() as i32);
    shares.to_vec()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen: Vec<String> = std::env::args().skip(1).collect();
    let fen = if fen.is_empty() { ATTACK.to_owned() } else { fen.join(" ") };
    explain(&Position::from_fen(&fen)?);
    Ok(())
}

#[test]
fn the_attack_is_seen() {
    let shares = explain(&Position::from_fen(ATTACK).unwrap());
    assert_eq!(shares[0].0, "king danger");
    assert!(shares[0].1 > 0, "it is Black's king");
}
