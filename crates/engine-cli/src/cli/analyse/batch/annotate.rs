//! The annotations that an analysis adds to a game.

use engine::OpeningName;
use engine::judge::{self, Cost, Judgement};
use movegen::pgn::{Game, Line, MAX_DEPTH, Node};
use movegen::{Color, Move, Position};
use search::Outcome;

use crate::notation::{self, Score};

const LINE_PLIES: usize = 10;

/// The annotations that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The beginning of a command in a comment; a closing bracket ends it.
const COMMAND: &str = "[%";

const EVAL: &str = "[%eval";

const ANNOTATOR: &str = "Annotator";

#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) mover: Color,
    /// The score after the move, from White's view.
    pub(super) score: Score,
    /// The points that White may expect after the move, from 0 to 1, in thousandths.
    pub(super) white_points: f64,
    pub(super) cost: Cost,
}

/// Judges the moves of a game by the findings in its positions, the start first. A move next to a
/// position without findings is not judged, nor is a null move.
pub(super) fn verdicts(game: &Game, found: &[Option<Outcome>]) -> Vec<Option<Verdict>> {
    type Found<'a> = (&'a Option<Outcome>, &'a Option<Outcome>);
    let pairs = found.iter().zip(found.iter().skip(1));
    let moves = game.positions().zip(game.moves()).zip(pairs);
    let verdict = |((position, mv), (before, after)): ((Position, Move), Found<'_>)| {
        let (before, after) = (before.as_ref()?, after.as_ref().filter(|_| !mv.is_null())?);
        let mover = position.side_to_move();
        let cost = match before.best == Some(mv) {
            true => Cost::NONE,
            false => Cost::new(before.score.value(), -after.score.value()),
        };
        let score = notation::for_white(after.score.value(), !mover);
        let points = judge::points(after.score.value());
        let points = if mover == Color::Black { points } else { 1.0 - points };
        let white_points = (1_000.0 * points).round() / 1_000.0;
        Some(Verdict { mover, score, white_points, cost })
    };
    moves.map(verdict).collect()
}

/// Adds to each move that was judged the evaluation after it and, if it was a bad one, an
/// annotation and the better line. Annotations by others stay: only an evaluation in a comment is
/// replaced, a move with a judgement keeps it, and the better line continues one that begins as it
/// does.
pub(super) fn annotate(game: &mut Game, found: &[Option<Outcome>], verdicts: &[Option<Verdict>]) {
    let Line { nags: of_line, moves, .. } = game.line_mut();
    for (index, ((node, verdict), before)) in moves.iter_mut().zip(verdicts).zip(found).enumerate()
    {
        // The annotations of the line are those of its first move.
        let of_line = if index == 0 { &of_line[..] } else { &[] };
        let (Some(verdict), Some(before)) = (verdict, before) else { continue };
        evaluate(node, verdict.score);
        let Some(judgement) = verdict.cost.judgement else { continue };
        if !node.nags.iter().chain(of_line).any(|nag| JUDGEMENTS.contains(nag)) {
            let behind = node.nags.len().min(node.nags_before as usize);
            node.nags.insert(behind, judgement.nag());
        }
        add_line(node, better(Some(before), Some(judgement)));
    }
    if game.tag(ANNOTATOR).is_none() {
        let name = concat!("Palimpsest ", env!("CARGO_PKG_VERSION"));
        // A game that has all the tags that it may have goes without this one.
        let _ = game.set_tag(ANNOTATOR, name);
    }
}

/// Adds the tags with the code and the name of a game's opening, unless the game has either.
pub(super) fn name(game: &mut Game, opening: OpeningName) {
    let tags = opening.tags();
    if tags.iter().all(|(tag, _)| game.tag(tag).is_none_or(|value| matches!(value, "" | "?"))) {
        // A game that has all the tags that it may have goes without these.
        tags.iter().for_each(|(tag, value)| drop(game.set_tag(tag, value)));
    }
}

/// Adds a line in place of a move. Moves of it that stand there already are not repeated: the line
/// continues them, and where another move follows them, it is a variation there.
fn add_line(mut node: &mut Node, mut ours: &[Move]) {
    for _ in 0..MAX_DEPTH {
        let Some(first) = ours.first() else { return };
        let begins = |line: &Line| line.moves.first().is_some_and(|node| node.mv == *first);
        let Some(known) = node.variations.iter().position(begins) else {
            let moves = ours.iter().copied().map(Node::new).collect();
            return node.variations.push(Line { moves, ..Line::default() });
        };
        let moves = &mut node.variations[known].moves;
        let same = moves.iter().zip(ours).take_while(|(node, mv)| node.mv == **mv).count();
        ours = &ours[same..];
        if same == moves.len() {
            return moves.extend(ours.iter().copied().map(Node::new));
        }
        node = &mut moves[same];
    }
}

/// Makes one comment of a move's comments: the evaluation, in place of an older one, then the other
/// commands (`[%clk …]`), then the text.
fn evaluate(node: &mut Node, score: Score) {
    let comments = std::mem::take(&mut node.comments).join(" ");
    let mut commands: Vec<String> =
        notation::eval(score).map(|eval| format!("{EVAL} {eval}]")).into_iter().collect();
    let (mut texts, mut rest) = (String::new(), comments.as_str());
    while let Some(start) = rest.find(COMMAND) {
        let end = rest[start..].find(']').map_or(rest.len(), |end| start + end + 1);
        texts.extend([&rest[..start], " "]);
        let command = &rest[start..end];
        commands.extend((!command.starts_with(EVAL)).then(|| command.to_owned()));
        rest = &rest[end..];
    }
    let words = commands.iter().flat_map(|text| text.split_whitespace());
    let words = words.chain(texts.split_whitespace()).chain(rest.split_whitespace());
    let comment = words.collect::<Vec<_>>().join(" ");
    node.comments.extend((!comment.is_empty()).then_some(comment));
}

/// Returns the moves of the better line beside a bad move; none beside another.
pub(super) fn better(before: Option<&Outcome>, judgement: Option<Judgement>) -> &[Move] {
    let line = before.filter(|_| judgement.is_some()).map_or(&[][..], |before| &before.pv);
    &line[..line.len().min(LINE_PLIES)]
}

#[cfg(test)]
mod tests {
    use movegen::pgn::games;
    use search::score::{mate_in, mated_in};

    use super::*;

    fn outcome(position: &Position, score: i32, line: &[&str]) -> Option<Outcome> {
        let (mut position, mut outcome) = (position.clone(), Outcome::default());
        for san in line {
            let mv = position.parse_san(san).unwrap();
            position = position.make(mv);
            outcome.pv.push(mv);
        }
        outcome.score = score.into();
        outcome.best = outcome.pv.first().copied();
        Some(outcome)
    }

    /// Annotates the fool's mate as if a search had returned these scores and moves.
    fn annotated(text: &str) -> (Game, Vec<Option<Verdict>>) {
        let mut game = games(text.as_bytes()).next().unwrap().unwrap();
        let positions: Vec<Position> = game.positions().collect();
        let found = [
            outcome(&positions[0], 30, &["e4", "e5"]),
            outcome(&positions[1], 60, &["e5", "Nc3"]),
            outcome(&positions[2], -70, &["Nc3", "d5", "e4"]),
            outcome(&positions[3], mate_in(1), &["Qh4#"]),
            outcome(&positions[4], mated_in(0), &[]),
        ];
        let verdicts = verdicts(&game, &found);
        annotate(&mut game, &found, &verdicts);
        (game, verdicts)
    }

    #[test]
    fn bad_moves_get_a_sign_and_the_better_line() {
        let (game, verdicts) = annotated("[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
        let lost: Vec<u32> =
            verdicts.iter().flatten().map(|verdict| verdict.cost.centipawns).collect();
        assert_eq!(lost, [90, 0, 930, 0]);
        let points: Vec<f64> = verdicts.iter().flatten().map(|one| one.white_points).collect();
        assert!(points.is_sorted_by(|one, next| one >= next) && points[0] < 0.5, "{points:?}");
        assert_eq!(points[2..], [0.0, 0.0]);
        let text = game.to_pgn().unwrap();
        assert!(text.contains("[Annotator \"Palimpsest "), "{text}");
        let moves = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "1. f3 $6 { [%eval -0.60] } ( 1. e4 e5 ) 1... e5 { [%eval -0.70] } \
                        2. g4 $4 { [%eval #-1] } ( 2. Nc3 d5 3. e4 ) 2... Qh4# 0-1";
        assert!(moves.ends_with(expected), "{text}");
        assert_eq!(games(text.as_bytes()).next(), Some(Ok(game)));
    }

    #[test]
    fn what_others_said_stays() {
        let text = "1. f3 $1 $14 {Bold! [%eval 0.10] [%clk 0:05:00]} (1. e4 {Usual.}) (1. d4) \
                    1... e5 {[%eval 9.99]} 2. g4 $4 (2. h4) 2... Qh4# {Mate.} 0-1";
        let (game, _) = annotated(text);
        let moves = &game.line().moves;
        assert_eq!(moves[0].nags, [1, 14], "a judgement that was there is kept");
        assert_eq!(moves[0].comments, ["[%eval -0.60] [%clk 0:05:00] Bold!"]);
        assert_eq!(moves[0].variations.len(), 2, "1. e4 stood there already");
        assert_eq!(moves[0].variations[0].moves[0].comments, ["Usual."]);
        assert_eq!(moves[1].comments, ["[%eval -0.70]"]);
        assert_eq!((moves[2].nags.as_slice(), moves[2].variations.len()), (&[4][..], 2));
        assert_eq!(moves[3].comments, ["Mate."]);
        let (again, _) = annotated(&game.to_pgn().unwrap());
        assert_eq!(again, game, "a second analysis that finds the same changes nothing");
    }

    /// The better line is 2. Nc3 d5 3. e4.
    #[test]
    fn a_better_line_continues_the_variation_that_begins_with_it() {
        for (theirs, expected) in [
            ("(2. Nc3 {Theirs.})", "( 2. Nc3 { Theirs. } 2... d5 3. e4 )"),
            ("(2. Nc3 d5 $1) (2. h4)", "( 2. Nc3 d5 $1 3. e4 ) ( 2. h4 )"),
            ("(2. Nc3 d5 3. e4 d4)", "( 2. Nc3 d5 3. e4 d4 )"),
            ("(2. h4) (2. Nc3 d6)", "( 2. h4 ) ( 2. Nc3 d6 ( 2... d5 3. e4 ) )"),
            (
                "(2. Nc3 d6 (2... d5 3. a3) 3. a4)",
                "( 2. Nc3 d6 ( 2... d5 3. a3 ( 3. e4 ) ) 3. a4 )",
            ),
            ("($142 2. Nc3)", "( $142 2. Nc3 d5 3. e4 )"),
            ("({Nothing.})", "( { Nothing. } ) ( 2. Nc3 d5 3. e4 )"),
        ] {
            let (game, _) = annotated(&format!("1. f3 e5 2. g4 {theirs} Qh4# 0-1"));
            let text = game.to_pgn().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            let expected = format!("2. g4 $4 {{ [%eval #-1] }} {expected} 2... Qh4# 0-1");
            assert!(text.ends_with(&expected), "{theirs}: {text}");
            let (again, _) = annotated(&text);
            assert_eq!(again, game, "{theirs}: a second analysis that finds the same");
        }
    }

    #[test]
    fn judgements_before_a_move_are_kept() {
        for (text, expected) in [
            ("$1 1. f3 e5 2. $2 g4 Qh4# 0-1", "$1 1. f3 { [%eval -0.60] }"),
            ("1. $3 f3 e5 2. $2 g4 Qh4# 0-1", "1. $3 f3 { [%eval -0.60] }"),
            ("$10 1. $14 f3 $15 e5 2. $2 g4 Qh4# 0-1", "$10 1. $14 f3 $6 $15 { [%eval -0.60] }"),
        ] {
            let (game, _) = annotated(text);
            let text = game.to_pgn().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(expected) && text.contains("2. $2 g4 { [%"), "{text}");
        }
    }

    #[test]
    fn a_null_move_is_not_judged() {
        let game = games(b"1. e4 -- 2. a3 *").next().unwrap().unwrap();
        let found: Vec<_> = game.positions().map(|position| outcome(&position, 300, &[])).collect();
        let judged: Vec<_> = verdicts(&game, &found).iter().map(Option::is_some).collect();
        assert_eq!(judged, [true, false, true]);
    }

    #[test]
    fn moves_next_to_what_was_not_searched_are_left_alone() {
        let mut game = games(b"1. f3 e5 {[%eval 0.10]} *").next().unwrap().unwrap();
        let found = [outcome(game.start(), 30, &["e4"]), None, None];
        let verdicts = verdicts(&game, &found);
        assert!(verdicts.iter().all(Option::is_none));
        annotate(&mut game, &found, &verdicts);
        assert_eq!(game.line().moves[1].comments, ["[%eval 0.10]"]);
    }
}
