//! A tree of records as a suite of positions.

use movegen::{Epd, EpdOperation};
use tt_core::Bound;

use super::{Node, RecordTree};
use crate::notation;

/// Returns a line of EPD for each position with a record: `bm`, the best move, unless the score is
/// an upper bound, where no move was proved to be good; `ce`, an exact score in centipawns; `acd`,
/// the draft; and `c0`, the bound of another score in words.
pub(crate) fn suite(tree: &RecordTree) -> String {
    tree.nodes.iter().filter_map(line).map(|line| format!("{line}\n")).collect()
}

fn line(node: &Node) -> Option<Epd> {
    let known = node.known?;
    let mut epd = Epd::new(node.position.clone());
    if let Some(best) = known.best.filter(|_| known.assured().is_some()) {
        epd.put(EpdOperation::moves("bm", &node.position, &[best]));
    }
    epd.put(EpdOperation::number("acd", known.draft.max(0).into()));
    if let Some((score, bound)) = known.score {
        let ce = notation::centipawns(score);
        match bound {
            Bound::Lower => epd.put(EpdOperation::text("c0", &format!("score at least {ce}"))),
            Bound::Upper => epd.put(EpdOperation::text("c0", &format!("score at most {ce}"))),
            Bound::Exact | Bound::None => epd.put(EpdOperation::number("ce", ce)),
        }
    }
    Some(epd)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{meeting, tree};
    use super::*;

    #[test]
    fn a_line_says_what_was_proved() {
        let suite = suite(&tree(&meeting(), 100));
        let lines: Vec<&str> = suite.lines().collect();
        assert_eq!(lines.len(), 7);
        assert!(lines[0].ends_with("w KQkq - bm Nf3; acd 9; ce 30;"), "{suite}");
        assert!(lines[2].ends_with(" acd 8; c0 \"score at most -10\";"), "{suite}");
        assert!(lines[4].contains(" bm Nf3; acd 7; c0 \"score at least 20\";"), "{suite}");
        for line in lines {
            let read = Epd::parse(line).unwrap();
            assert_eq!(read.to_string(), line);
            assert!(read.best_moves().is_ok());
        }
    }
}
