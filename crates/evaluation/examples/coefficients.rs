//! The least tuner: it sees a position as counts of weights, and descends on them (Texel's method:
//! Österlund, 2014).
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use evaluation::movegen::Position;
use evaluation::{Coefficients, FULL_PHASE, FULL_SCALE, Score, Weights, coefficients};

/// Positions and the results of their games: 1 if White won, 0.5 for a draw, 0 if Black won.
const GAMES: [(&str, f64); 6] = [
    ("r1bq1rk1/pp2npbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", 0.5),
    ("r4rk1/1b3ppp/pq2p3/1p1p4/3P4/P1PB1Q2/5PPP/1R2R1K1 w - - 0 20", 1.0),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1", 1.0),
    ("2b2rk1/5ppp/8/8/8/8/5PPP/2N1NRK1 w - - 0 1", 1.0),
    ("2b1bk2/5ppp/8/8/8/8/5PPP/2N1NK2 w - - 0 1", 0.0),
    ("8/5pk1/6p1/8/1P6/6P1/5PK1/8 b - - 0 40", 1.0),
];

/// The lead that makes winning e times as likely, in centipawns.
const SPREAD: f64 = 200.0;

const RATE: f64 = 200.0;

fn expected(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SPREAD).exp())
}

/// Returns the mean squared error of the predictions.
fn loss(games: &[(Coefficients, f64)], weights: &Weights) -> f64 {
    let flat = weights.as_flat();
    let error = |(counts, result): &(Coefficients, f64)| {
        (expected(counts.value(&flat).into()) - result).powi(2)
    };
    games.iter().map(error).sum::<f64>() / games.len() as f64
}

/// Takes one step down the slope of the loss. The weights of the king's danger do not count
/// linearly and stay as they are.
fn step(games: &[(Coefficients, f64)], weights: &Weights) -> Weights {
    let mut flat = weights.as_flat();
    let mut moved = vec![(0.0, 0.0); Weights::COUNT];
    for (counts, result) in games {
        let chance = expected(counts.value(&flat).into());
        let slope = (chance - result) * chance * (1.0 - chance);
        let phase = f64::from(counts.phase) / f64::from(FULL_PHASE);
        let middle_game = phase * f64::from(counts.middle_game_scale) / f64::from(FULL_SCALE);
        let end_game = (1.0 - phase) * f64::from(counts.scale) / f64::from(FULL_SCALE);
        for &(index, count) in &counts.linear {
            moved[index].0 -= RATE * slope * middle_game * f64::from(count);
            moved[index].1 -= RATE * slope * end_game * f64::from(count);
        }
    }
    for (weight, (middle_game, end_game)) in flat.iter_mut().zip(moved) {
        *weight += Score::new(middle_game.round() as i16, end_game.round() as i16);
    }
    Weights::from_flat(&flat).expect("as many as there were")
}

#[cfg_attr(test, test)]
fn main() {
    let before = Weights::default();
    let games = GAMES.map(|(fen, result)| {
        let position = Position::from_fen(fen).expect("a legal position");
        (coefficients(&position, &before), result)
    });
    let (counts, names) = (&games[5].0, Weights::names());
    println!("what counts in {}:", GAMES[5].0);
    for &(index, count) in &counts.linear {
        println!("{count:>4} of {}", names[index]);
    }
    let mut after = before.clone();
    for _ in 0..10 {
        after = step(&games, &after);
    }
    println!("loss {:.4} -> {:.4}", loss(&games, &before), loss(&games, &after));
    assert!(loss(&games, &after) < 0.8 * loss(&games, &before));
    // The pair of bishops has beaten the knights.
    assert!(after.bishop_pair.end_game() > before.bishop_pair.end_game());
}
