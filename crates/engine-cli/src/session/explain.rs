//! The evaluation of a position, part by part, and in a sentence that says no more than the parts.

use engine::network::Network;
use engine::{EngineEvaluation, Numbers};
use evaluation::{Evaluator, FULL_PHASE, FULL_SCALE, Term, Trace, is_special_ending};
use movegen::{Color, File, Piece, PieceType, Position, Rank, Square};

/// The value below which the sides are about equal, in centipawns.
const EQUAL: i32 = 25;

/// A term is a reason from this value on, in centipawns, and from this share of the whole value.
const TERM: i32 = 15;
const SHARE: i32 = 6;

/// A piece is strong or weak if its worth differs so much from the median of its kind, in pawns.
const OUTSTANDING: f64 = 0.5;

const REASONS: usize = 3;

const KINDS: [(PieceType, &str); 5] = [
    (PieceType::Queen, "queen"),
    (PieceType::Rook, "rook"),
    (PieceType::Bishop, "bishop"),
    (PieceType::Knight, "knight"),
    (PieceType::Pawn, "pawn"),
];

/// Returns the worth of each piece to the network, if there is one and it decides the value, or the
/// hand-crafted terms.
pub(super) fn evaluation(numbers: &Numbers, position: &Position) -> String {
    let terms = || {
        let evaluator = Evaluator::with_weights(numbers.weights.clone());
        by_terms(&evaluator.trace(position), position)
    };
    let Some(network) = &numbers.network else { return terms() };
    if is_special_ending(position) {
        return format!("the network leaves this ending to the terms\n{}", terms());
    }
    if network.evaluate(position).abs() >= EngineEvaluation::DECIDED {
        let least = f64::from(EngineEvaluation::DECIDED) / 100.0;
        let head = format!("the network leaves this to the terms, from {least:.2} on");
        return format!("{head}\n{}", terms());
    }
    by_pieces(network, position)
}

/// Returns a value of the side to move in pawns, from White's view.
fn white(position: &Position, value: i32) -> f64 {
    match position.side_to_move() {
        Color::White => f64::from(value) / 100.0,
        Color::Black => -f64::from(value) / 100.0,
    }
}

/// Returns the terms of the hand-crafted evaluation, and the sentence.
fn by_terms(trace: &Trace, position: &Position) -> String {
    let value = trace.value();
    let leader = leader(value);
    let other = !leader;
    let least = TERM.max(value.abs() / SHARE);
    let mut leads: Vec<(Term, i32)> =
        Term::ALL.into_iter().map(|term| (term, lead(trace, term, leader))).collect();
    leads.sort_by_key(|(_, lead)| -lead.abs());
    let words = |side: Color, sign: i32| {
        let terms = leads.iter().filter(move |(_, lead)| lead * sign >= least).take(REASONS);
        terms.map(|(term, _)| of_term(*term, position, side)).collect::<Vec<_>>()
    };
    let against = words(other, -1);
    let against = match against.is_empty() {
        true => String::new(),
        false => format!("; {} has {}", name(other), against.join(", ")),
    };
    format!("{trace}\n{}", sentence(position, value, &words(leader, 1), &against))
}

/// Returns the part of a term in the value, in centipawns from a side's view.
fn lead(trace: &Trace, term: Term, side: Color) -> i32 {
    let score = trace.term(term, side) - trace.term(term, !side);
    let middle_game = score.middle_game() * trace.phase() * trace.middle_game_scale();
    let end_game = score.end_game() * (FULL_PHASE - trace.phase()) * trace.scale();
    (middle_game + end_game) / (FULL_PHASE * FULL_SCALE)
}

/// Returns the advantage that a term gives to a side, in words.
fn of_term(term: Term, position: &Position, side: Color) -> String {
    let words = match term {
        Term::Material => match material(position, side) {
            words if words.is_empty() => "more material",
            words => return words.join(", "),
        },
        Term::Passed => {
            let squares = passed(position, side);
            let noun = if squares.len() == 1 { "passed pawn" } else { "passed pawns" };
            return [noun.to_owned(), squares.join(", ")].join(" ").trim_end().to_owned();
        }
        Term::PieceSquare => "better placed pieces",
        Term::Imbalance => "pieces that go together better",
        Term::Pawns => "sounder pawns",
        Term::Mobility => "more mobile pieces",
        Term::Minors => "better minor pieces",
        Term::Rooks => "better rooks",
        Term::Queens => "a safer queen",
        Term::Threats => "threats",
        Term::Shelter => "a better shelter of the king",
        Term::Danger => "a safer king",
        Term::Space => "more space",
        Term::MopUp => "a king to drive to the edge",
        Term::Endings => "a won ending",
        Term::Tempo => "the move",
        Term::Initiative => "more to play for",
        _ => term.name(),
    };
    words.to_owned()
}

/// Returns the squares of a side's passed pawns: no pawn of the other side can stop or take them.
fn passed(position: &Position, side: Color) -> Vec<String> {
    let ahead = |own: Square, their: Square| match side {
        Color::White => their.rank() > own.rank(),
        Color::Black => their.rank() < own.rank(),
    };
    let stops = |own: Square, their: Square| {
        own.file().index().abs_diff(their.file().index()) <= 1 && ahead(own, their)
    };
    let theirs: Vec<Square> = position.colored(!side, PieceType::Pawn).into_iter().collect();
    let own = position.colored(side, PieceType::Pawn).into_iter();
    let passed = own.filter(|own| !theirs.iter().any(|their| stops(*own, *their)));
    passed.map(|square| square.to_string()).collect()
}

/// Returns what a side has more and less than the other: `1 more rook`, `2 fewer pawns`.
fn material(position: &Position, side: Color) -> Vec<String> {
    let words = |(kind, name): (PieceType, &str)| {
        let [own, theirs] = [side, !side].map(|side| position.colored(side, kind).count());
        let count = own.abs_diff(theirs);
        let (more, plural) =
            (if own > theirs { "more" } else { "fewer" }, if count == 1 { "" } else { "s" });
        (count > 0).then(|| format!("{count} {more} {name}{plural}"))
    };
    KINDS.into_iter().filter_map(words).collect()
}

/// Returns a network's value of a position, the worth of each piece to it, which is the value less
/// that without the piece, and the sentence. Values are in pawns, from White's view; kings have no
/// worth.
fn by_pieces(network: &Network, position: &Position) -> String {
    let white = |value: i32| white(position, value);
    let whole = network.evaluate(position);
    let value = white(whole);
    let mut text = String::from("worth of each piece to the network, in pawns\n");
    let mut all = Vec::new();
    for rank in Rank::ALL.into_iter().rev() {
        let [mut pieces, mut worths] = [format!("{} ", rank.index() + 1), "  ".to_owned()];
        for square in File::ALL.map(|file| Square::new(file, rank)) {
            let piece = position.piece_at(square);
            let letter = piece.map_or('.', Piece::letter);
            let worth = piece.filter(|piece| piece.kind() != PieceType::King).map(|piece| {
                let worth = value - white(network.evaluate_without(position, square));
                all.push((piece, square, worth));
                format!("{worth:+.2}")
            });
            pieces += &format!("{letter:>7}");
            worths += &format!("{:>7}", worth.unwrap_or_default());
        }
        text += &format!("{pieces}\n{}\n", worths.trim_end());
    }
    text += "         a      b      c      d      e      f      g      h\n\n";
    let counted = white(EngineEvaluation::counted(position, whole));
    if counted != value {
        text += &format!("hard to win: of {value:+.2} only {counted:+.2} count\n");
    }
    let value = (100.0 * counted).round() as i32;
    let leader = leader(value);
    let reasons = [material(position, leader), outstanding(&all, leader)].concat();
    text + &format!("evaluation {value} centipawns, White's view\n")
        + &sentence(position, value, &reasons, "")
}

/// Returns the leader's strong and the other side's weak pieces, compared with the median of all
/// pieces of the kind on the board.
fn outstanding(all: &[(Piece, Square, f64)], leader: Color) -> Vec<String> {
    let mut found = Vec::new();
    for (kind, name) in KINDS {
        let sign = |piece: Piece| if piece.color() == Color::White { 1.0 } else { -1.0 };
        let own = all.iter().filter(|(piece, ..)| piece.kind() == kind);
        let own: Vec<_> = own.map(|&(piece, at, worth)| (piece, at, sign(piece) * worth)).collect();
        let usual = median(own.iter().map(|(.., worth)| *worth).collect());
        for (piece, square, worth) in own {
            let (more, quality) = match piece.color() == leader {
                true => (worth - usual, "strong".to_owned()),
                false => (usual - worth, format!("{}'s weak", self::name(!leader))),
            };
            if more >= OUTSTANDING {
                let words =
                    format!("{quality} {name} {square} (worth {worth:.2}, usual {usual:.2})");
                found.push((more, words));
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().take(REASONS).map(|(_, words)| words).collect()
}

/// Returns the median, 0 of an empty list.
fn median(mut worths: Vec<f64>) -> f64 {
    worths.sort_by(f64::total_cmp);
    let [low, high] = [worths.len().saturating_sub(1) / 2, worths.len() / 2];
    worths.get(low).zip(worths.get(high)).map_or(0.0, |(low, high)| (low + high) / 2.0)
}

/// Returns the value in words, with its reasons unless the sides are about equal.
fn sentence(position: &Position, value: i32, reasons: &[String], against: &str) -> String {
    let pawns = f64::from(value.abs()) / 100.0;
    let check = if position.in_check() { " The check counts for nothing here." } else { "" };
    if value.abs() < EQUAL {
        return format!("The sides are about equal.{check}");
    }
    let why = match reasons.is_empty() {
        true => "no part by itself explains it".to_owned(),
        false => reasons.join(", "),
    };
    format!("{} is better by {pawns:.2}: {why}{against}.{check}", name(leader(value)))
}

/// Returns the side that a value from White's view favours.
fn leader(value: i32) -> Color {
    if value < 0 { Color::Black } else { Color::White }
}

fn name(side: Color) -> &'static str {
    if side == Color::White { "White" } else { "Black" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_reason_is_named_first() {
        let mut many = 0;
        for (position, _) in engine::bench_positions() {
            let trace = Evaluator::new().trace(&position);
            let (value, side) = (trace.value(), leader(trace.value()));
            let all = Term::ALL.into_iter().map(|term| (lead(&trace, term, side), term));
            let all: Vec<_> =
                all.filter(|(lead, _)| *lead >= TERM.max(value.abs() / SHARE)).collect();
            if value.abs() < EQUAL || all.len() <= REASONS {
                continue;
            }
            many += 1;
            let most = all.iter().map(|(lead, _)| *lead).max();
            let said = by_terms(&trace, &position);
            let is_first =
                |term: Term| said.contains(&format!(": {}", of_term(term, &position, side)));
            let mut firsts = all.iter().filter(|(lead, _)| Some(*lead) == most);
            assert!(firsts.any(|&(_, term)| is_first(term)), "{said}");
        }
        assert!(many > 0);
    }

    #[test]
    fn pieces_half_a_pawn_from_the_usual_are_outstanding() {
        let knight = Piece::new(Color::White, PieceType::Knight);
        let all = [(knight, Square::A1, 3.0), (knight, Square::B1, 3.0), (knight, Square::C1, 3.5)];
        let said = outstanding(&all, Color::White);
        assert_eq!(said, ["strong knight c1 (worth 3.50, usual 3.00)"]);
        assert_eq!(outstanding(&all, Color::Black), [""; 0], "none is weaker than usual");
    }
}
