//! The scale of the evaluation, which the search's margins are meant for.

use evaluation::Weights;

use super::model::Model;
use super::samples::Samples;

/// The start of the names of weights that count danger units: in the middle game centipawns grow
/// with their square.
const DANGER: &str = "danger_";

/// The largest search score, in centipawns either way, that leaves the game open: there margins
/// decide what is searched.
const OPEN: f64 = 200.0;

/// Returns the centipawns of `new` for one of `old`: the ratio of their root mean squares over the
/// samples whose game is open. A few won positions would outweigh them.
pub(crate) fn stretch(old: &Model, new: &Model, samples: &Samples) -> f64 {
    let (mut before, mut after) = (0.0, 0.0);
    let all = (0..samples.len()).map(|index| samples.get(index));
    for sample in all.filter(|sample| sample.score.abs() <= OPEN) {
        before += old.value(&sample).powi(2);
        after += new.value(&sample).powi(2);
    }
    if before > 0.0 && after > 0.0 { (after / before).sqrt() } else { 1.0 }
}

/// Multiplies what the weights that move add to the evaluation by `factor`.
pub(crate) fn rescale(model: &mut Model, moves: &[bool], factor: f64) {
    for (index, name) in Weights::names().iter().enumerate() {
        if !moves[index] {
            continue;
        }
        let is_danger = name.starts_with(DANGER);
        model.parameters[2 * index] *= if is_danger { factor.sqrt() } else { factor };
        model.parameters[2 * index + 1] *= factor;
    }
}

#[cfg(test)]
mod tests {
    use evaluation::coefficients;
    use movegen::Position;

    use super::*;

    #[test]
    fn stretch_is_what_the_evaluation_was_multiplied_with() {
        let mut samples = Samples::default();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/ppp2p1p/3b2p1/3Pn2q/4p1b1/2N1B1PP/PPPQBP2/R4RK1 b - - 0 16",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "8/8/4k3/8/8/3RK3/8/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            samples.push(&coefficients(&position, &Weights::default()), 0.5, 0.0);
        }
        let old = Model::new(&Weights::default());
        for factor in [0.9, 1.0, 1.2] {
            let mut new = old.clone();
            rescale(&mut new, &[true; Weights::COUNT], factor);
            let found = stretch(&old, &new, &samples);
            assert!((found - factor).abs() < 0.01, "{found} instead of {factor}");
        }
    }
    #[test]
    fn won_games_do_not_count() {
        let mut samples = Samples::default();
        for (fen, score) in [
            ("r4rk1/ppp2p1p/3b2p1/3Pn2q/4p1b1/2N1B1PP/PPPQBP2/R4RK1 b - - 0 16", 0.0),
            ("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1", 3000.0),
        ] {
            let position = Position::from_fen(fen).unwrap();
            samples.push(&coefficients(&position, &Weights::default()), 0.5, score);
        }
        let old = Model::new(&Weights::default());
        let queen = Weights::names().iter().position(|name| name == "material[4]").unwrap();
        let mut new = old.clone();
        new.parameters[2 * queen] += 500.0;
        new.parameters[2 * queen + 1] += 500.0;
        assert_eq!(stretch(&old, &new, &samples), 1.0, "each side has one queen in the open game");
    }
}
