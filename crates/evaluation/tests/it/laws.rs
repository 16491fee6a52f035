//! Laws that hold for every position: symmetry, bounds, and the equality of trace and value.

use evaluation::{Coefficients, EVAL_LIMIT, Evaluator, Score, Term, Weights, coefficients};
use movegen::{Color, Piece, Position, Square};

/// Positions to start random games from: openings, middle games and endings of many kinds.
const STARTS: &str = include_str!("positions.txt");

const GAMES: usize = 16;

/// A xorshift generator (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn starts() -> impl Iterator<Item = Position> {
    STARTS
        .lines()
        .filter(|line| !line.is_empty())
        .map(|fen| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Returns the positions of random games from every start, at most 40 plies each.
fn random_positions(seed: u64) -> Vec<Position> {
    positions_of(GAMES, seed)
}

/// Returns the positions of `games` random games from each start, at most 40 plies each.
fn positions_of(games: usize, seed: u64) -> Vec<Position> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    for start in starts() {
        for _ in 0..games {
            let mut position = start.clone();
            for _ in 0..40 {
                positions.push(position.clone());
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.make(moves[random.below(moves.len())]);
            }
        }
    }
    positions
}

/// Returns the position with every square moved by `place`, and the colours exchanged if
/// `exchange`. Castling rights survive only an exchange.
fn transformed(position: &Position, exchange: bool, place: impl Fn(Square) -> Square) -> Position {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row = String::new();
        for file in 0..8 {
            let from = Square::ALL.into_iter().find(|&s| place(s).index() == rank * 8 + file);
            let piece = from.and_then(|from| position.piece_at(from));
            row.push(match piece {
                Some(piece) if exchange => Piece::new(!piece.color(), piece.kind()).letter(),
                Some(piece) => piece.letter(),
                None => '1',
            });
        }
        rows.push(row);
    }
    let side = if (position.side_to_move() == Color::White) != exchange { 'w' } else { 'b' };
    // Shredder notation names the files of the rooks that may castle.
    let rights: String = position
        .castling_rooks()
        .into_iter()
        .filter(|_| exchange)
        .map(|rook| {
            let letter = rook.file().letter();
            if place(rook).rank().index() == 0 { letter.to_ascii_uppercase() } else { letter }
        })
        .collect();
    let rights = if rights.is_empty() { "-".to_owned() } else { rights };
    let en_passant = position.en_passant().map_or("-".to_owned(), |s| place(s).to_string());
    let fen = format!("{} {side} {rights} {en_passant} 0 1", rows.join("/"));
    Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns weights shifted from those that the engine plays with, so that no zero hides a fault.
fn shifted_weights() -> Weights {
    let mut random = Random(4);
    let mut flat = Weights::default().as_flat();
    for weight in &mut flat {
        let mut shift = |value: i32| (value + random.below(31) as i32 - 15) as i16;
        *weight = Score::new(shift(weight.middle_game()), shift(weight.end_game()));
    }
    Weights::from_flat(&flat).expect("the count is right")
}

#[test]
fn exchanging_the_colours_changes_nothing() {
    exchange_the_colours(Evaluator::new(), 1);
    exchange_the_colours(Evaluator::with_weights(shifted_weights()), 11);
}

fn exchange_the_colours(mut evaluator: Evaluator, seed: u64) {
    for position in random_positions(seed) {
        let flipped = transformed(&position, true, Square::flip);
        let fen = position.to_fen();
        assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&flipped), "{fen}");
        let (one, other) = (evaluator.trace(&position), evaluator.trace(&flipped));
        for term in Term::ALL {
            for color in Color::ALL {
                assert_eq!(one.term(term, color), other.term(term, !color), "{term:?} of {fen}");
            }
        }
    }
}

#[test]
fn mirroring_the_wings_changes_nothing() {
    mirror_the_wings(Evaluator::new(), 2);
    mirror_the_wings(Evaluator::with_weights(shifted_weights()), 12);
}

fn mirror_the_wings(mut evaluator: Evaluator, seed: u64) {
    let mut without_rights = 0;
    for position in random_positions(seed) {
        if !position.castling_rooks().is_empty() {
            continue;
        }
        without_rights += 1;
        let mirrored = transformed(&position, false, Square::mirror);
        let fen = position.to_fen();
        let (one, other) = (evaluator.trace(&position), evaluator.trace(&mirrored));
        assert_eq!(one, other, "{fen}");
        assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirrored), "{fen}");
    }
    assert!(without_rights > 1_000, "the test must see positions: {without_rights}");
}

/// The value does not depend on what the tables remember: one evaluator goes through the games as
/// they were played, another goes through them from their ends.
#[test]
fn the_value_does_not_depend_on_what_was_evaluated_before() {
    let positions = positions_of(90, 3);
    assert!(positions.len() >= 100_000, "{} positions", positions.len());
    let mut old = Evaluator::new();
    let mut values = Vec::new();
    for position in &positions {
        let value = old.evaluate(position);
        assert!(value.abs() <= EVAL_LIMIT);
        assert_eq!(value, old.evaluate(position), "a second time");
        let white = if position.side_to_move() == Color::White { value } else { -value };
        assert_eq!(white, old.trace(position).value(), "the trace computes without memory");
        values.push(value);
    }
    let mut from_the_end = Evaluator::new();
    for (position, value) in positions.iter().zip(values).rev() {
        assert_eq!(from_the_end.evaluate(position), value, "{}", position.to_fen());
    }
}

/// The law holds on 100,000 positions.
#[test]
fn the_coefficients_times_the_weights_are_the_evaluation() {
    // Other weights show that no number hides outside of them.
    for (weights, games) in [(Weights::default(), 90), (shifted_weights(), GAMES)] {
        let flat = weights.as_flat();
        let evaluator = Evaluator::with_weights(weights.clone());
        let positions = positions_of(games, 5);
        assert!(games == GAMES || positions.len() >= 100_000, "{} positions", positions.len());
        for position in positions {
            let counted = coefficients(&position, &weights);
            let trace = evaluator.trace(&position);
            let fen = position.to_fen();
            assert_eq!(counted.value(&flat), trace.value(), "{fen}");
            assert_eq!((counted.phase, counted.scale), (trace.phase(), trace.scale()), "{fen}");
            assert_eq!(counted.middle_game_scale, trace.middle_game_scale(), "{fen}");
        }
    }
}

#[test]
fn the_counts_do_not_depend_on_the_weights() {
    let ones = Weights::from_flat(&vec![Score::new(1, 1); Weights::COUNT]).expect("right count");
    // The weights that decide which features are looked at stay: the gate of danger, and the pawns
    // before a king that may castle.
    let Weights { danger_gate, shelter, storm, storm_rammed, king_pawnless_flank, .. } =
        Weights::default();
    let other = Weights { danger_gate, shelter, storm, storm_rammed, king_pawnless_flank, ..ones };
    for position in random_positions(6).iter().step_by(7) {
        let one = coefficients(position, &Weights::default());
        let two = coefficients(position, &other);
        let counts = |c: Coefficients| (c.linear, c.danger, c.initiative, c.phase);
        assert_eq!(counts(one), counts(two), "{}", position.to_fen());
    }
}

#[test]
fn every_weight_is_used_or_zero() {
    let weights = Weights::default();
    let mut used = vec![false; Weights::COUNT];
    for position in random_positions(7) {
        let counted = coefficients(&position, &weights);
        let [white, black] = counted.danger;
        let linear = counted.linear.into_iter().chain(counted.initiative);
        for (index, _) in linear.chain(white).chain(black) {
            used[index] = true;
        }
    }
    // A weight is zero where no pawn can be, as on the first rank. Scales and the gate are not
    // added up.
    for ((name, weight), used) in Weights::names().iter().zip(weights.as_flat()).zip(used) {
        let used = used || name.starts_with("scale_") || name == "danger_gate";
        assert!(used || weight == Score::ZERO, "{name} = {weight:?} never counts");
    }
}

#[test]
fn the_start_position_is_worth_the_move() {
    let trace = Evaluator::new().trace(&Position::startpos());
    let initiative = Color::ALL.map(|us| trace.term(Term::Initiative, us));
    assert_eq!(trace.total(), Weights::default().tempo + initiative[0] - initiative[1]);
    assert_eq!((trace.phase(), trace.scale()), (24, 64));
}
