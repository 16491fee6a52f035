//! A tree of records as a game with variations.

use movegen::Color;
use movegen::pgn::{Game, Line, MAX_DEPTH, Node as Move, PgnFault};
use tt_core::Bound;

use super::{Next, RecordTree};
use crate::cli::hash::known::{Known, opposite};
use crate::notation;

/// The comment on a move that leads to a position of another line.
const TRANSPOSITION: &str = "transposes";

/// Returns a game whose main line is that of the best moves, with the other moves as variations,
/// and the number of lines that were left out because no reader goes so deep into variations.
/// Behind each move stand the score from White's view, in pawns, and the draft: `[%eval 0.34,12]`.
///
/// # Errors
/// If a move cannot be written, which no tree leads to.
pub(crate) fn game(tree: &RecordTree, event: &str) -> Result<(String, usize), PgnFault> {
    let Some(root) = tree.nodes.first() else { return Ok((String::new(), 0)) };
    let mut game = Game::new(root.position.clone());
    game.set_tag("Event", event)?;
    game.set_tag("Annotator", concat!("Palimpsest ", env!("CARGO_PKG_VERSION")))?;
    let mut left_out = 0;
    *game.line_mut() = line(tree, 0, 0, &mut left_out);
    let own = root.known.map(|known| comments(&known, root.position.side_to_move()));
    game.line_mut().comments = own.unwrap_or_default();
    Ok((game.to_pgn()?, left_out))
}

/// Returns the moves from a node on; `depth` is the number of variations around them.
fn line(tree: &RecordTree, node: usize, depth: usize, left_out: &mut usize) -> Line {
    let mut line = Line::default();
    let mut next = Next::Node(node);
    while let Next::Node(number) = next {
        // A tree that was interrupted lacks its last nodes.
        let Some(node) = tree.nodes.get(number) else { break };
        let mut moves = node.edges.iter().map(|edge| {
            let mut mv = Move::new(edge.mv);
            let known = edge.known.as_ref();
            let said = known.map(|known| comments(known, node.position.side_to_move()));
            mv.comments = said.unwrap_or_default();
            if edge.next == Next::Transposition {
                mv.comments.push(TRANSPOSITION.into());
            }
            (mv, edge.next)
        });
        let Some((mut first, after)) = moves.next() else { break };
        for (other, after) in moves {
            if depth == MAX_DEPTH {
                *left_out += 1;
                continue;
            }
            let mut variation = match after {
                Next::Node(number) => self::line(tree, number, depth + 1, left_out),
                Next::Transposition | Next::Nothing => Line::default(),
            };
            variation.moves.insert(0, other);
            first.variations.push(variation);
        }
        line.moves.push(first);
        next = after;
    }
    line
}

/// Returns the comments on a record that is told from the view of `side`.
fn comments(known: &Known, side: Color) -> Vec<String> {
    let Some((score, bound)) = known.score else { return Vec::new() };
    let Some(eval) = notation::eval(notation::for_white(score, side)) else { return Vec::new() };
    let bound = match if side == Color::White { bound } else { opposite(bound) } {
        Bound::Lower => " at least",
        Bound::Upper => " at most",
        Bound::Exact | Bound::None => "",
    };
    vec![format!("[%eval {eval},{}]{bound}", known.draft)]
}

#[cfg(test)]
pub(in crate::cli::hash) mod tests {
    use movegen::Position;
    use movegen::pgn::games;

    use super::super::tests::{meeting, records, tree};
    use super::super::{Edge, Node};
    use super::*;

    /// Each node's second move leads on, so each ply is a variation within the one before.
    pub(in crate::cli::hash) fn deep(plies: usize) -> RecordTree {
        let mut position = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let mut nodes = Vec::new();
        for number in 0..plies {
            let mut legal = position.legal_moves().into_iter();
            let (first, second) = (legal.next().unwrap(), legal.next().unwrap());
            let edge = |mv, next| Edge { mv, known: None, next };
            let edges = vec![edge(first, Next::Nothing), edge(second, Next::Node(number + 1))];
            let child = position.make(second);
            nodes.push(Node { position, known: None, edges });
            position = child;
        }
        RecordTree { nodes, is_cut: false }
    }

    fn moves(text: &str) -> String {
        let moves = text.split("\n\n").nth(1).expect("moves behind the tags");
        moves.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variations_hold_the_other_moves_and_comments_the_scores() {
        let (text, left_out) = game(&tree(&meeting(), 100), "a file").unwrap();
        assert_eq!(left_out, 0);
        let expected = "{ [%eval 0.30,9] } 1. Nf3 { [%eval 0.28,8] } \
                        ( 1. Nc3 { [%eval 0.10,8] at least } 1... Nf6 \
                        { [%eval 0.20,7] at least } 2. Nf3 { [%eval 0.25,6] } { transposes } \
                        ( 2. Nb1 { [%eval 0.00,6] } { transposes } ) ) \
                        1... Nf6 { [%eval 0.26,7] } 2. Nc3 { [%eval 0.25,6] } \
                        ( 2. Ng1 { [%eval 0.00,6] } 2... Ng8 { [%eval 0.30,9] } { transposes } ) \
                        2... Nc6 *";
        assert_eq!(moves(&text), expected);
        let read = games(text.as_bytes()).strict().next().expect("a game").expect("no fault");
        assert_eq!(read.to_pgn().unwrap(), text);
    }

    #[test]
    fn variations_deeper_than_a_reader_goes_are_left_out() {
        let (text, left_out) = game(&deep(2 * MAX_DEPTH), "deep").unwrap();
        assert_eq!(left_out, 1);
        assert!(games(text.as_bytes()).strict().next().expect("a game").is_ok());
    }

    #[test]
    fn a_position_of_black_keeps_whites_view() {
        let known = records(&[("e4", -20, Bound::Lower, 5, "e5")]);
        let root = Position::startpos();
        let root = root.make(root.parse_san("e4").unwrap());
        let tree = RecordTree::new(&root, &known, 9, || true);
        let (text, _) = game(&tree, "x").unwrap();
        assert_eq!(moves(&text), "{ [%eval 0.20,5] at most } 1... e5 *");
    }
}
