//! Tablebases at the root: which moves keep what the position is worth.

use movegen::{KeyHistory, Position};

use super::EndgameResult;
use super::access::{Access, score_of};
use crate::root::{RootMove, RootMoves};
use crate::score::DRAW;

/// The class of a move that wins whatever the clock says. If the plies that are needed and those on
/// the clock could be too many, they are subtracted; a greater class is a better move.
const SAFE: i32 = 1 << 18;

/// Plies without progress that make a draw.
const LIMIT: i32 = 100;

/// The distance to zeroing of a move that zeroes the clock, by the result that it leads to.
const ZEROING: [i32; 5] = [-1, -LIMIT - 1, 0, LIMIT + 1, 1];

/// The outcome of ranking the root's moves by the tablebases.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) hits: u64,
    /// The search is still to probe the tablebases.
    pub(crate) keep_probing: bool,
}

impl Access<'_> {
    /// Gives each of the root's moves a class and a score, if the tablebases know all of them: by
    /// distance to zeroing where they can, else by result. The search then tries the best class
    /// only, and chooses in it as it would without them.
    ///
    /// `None`, and nothing is changed, if they do not know the root.
    pub(crate) fn rank(
        &self,
        root: &Position,
        history: &KeyHistory,
        moves: &mut RootMoves,
    ) -> Option<Ranked> {
        if !self.holds(root) {
            return None;
        }
        let clock = root.halfmove_clock() as i32;
        // A side that has repeated a position must make progress now.
        let repeated = history.has_repeated(root.key(), root.halfmove_clock());
        let mut line = history.clone();
        line.push(root.key());
        let each = |class: &dyn Fn(&RootMove) -> Option<(i32, i32)>| {
            moves.as_slice().iter().map(class).collect::<Option<Vec<_>>>()
        };
        let by_distance = each(&|root_move| {
            let class = class_of(self.distance(root, root_move, &line)?, clock, repeated);
            Some((class, self.worth(class)))
        });
        let exact = by_distance.is_some();
        let classes = by_distance.or_else(|| {
            each(&|root_move| {
                let result = self.ruled(-self.tablebases.probe_wdl(&root.make(root_move.mv))?);
                Some((result as i32, score_of(result, 0)))
            })
        })?;
        let hits = classes.len() as u64;
        let best = classes.iter().map(|&(_, score)| score).max().unwrap_or(DRAW);
        moves.classify(&classes);
        // With distances the way is known. Without, results on the way to a win help to find it.
        Some(Ranked { hits, keep_probing: !exact && best > DRAW })
    }

    /// Returns the distance to zeroing by way of a root move, from the view of the side that moves.
    /// The keys end in the root's.
    fn distance(&self, root: &Position, root_move: &RootMove, keys: &KeyHistory) -> Option<i32> {
        let child = root.make(root_move.mv);
        let mated = child.in_check() && child.count_legal() == 0;
        if mated {
            return Some(1);
        }
        if child.halfmove_clock() == 0 {
            let result = -self.tablebases.probe_wdl(&child)?;
            return Some(ZEROING[result as usize]);
        }
        let clock = child.halfmove_clock();
        let over = self.fifty_moves && clock >= LIMIT as u32;
        if over || keys.repetitions(child.key(), clock) > 1 {
            return Some(0);
        }
        let distance = -self.tablebases.probe_dtz(&child)?;
        Some(distance + distance.signum())
    }

    fn worth(&self, class: i32) -> i32 {
        let certain = if self.fifty_moves { SAFE - LIMIT } else { 1 };
        let result = match class {
            0 => EndgameResult::Draw,
            _ if class >= certain => EndgameResult::Win,
            _ if class <= -certain => EndgameResult::Loss,
            _ if class > 0 => EndgameResult::Cursed,
            _ => EndgameResult::Blessed,
        };
        score_of(result, 0)
    }
}

/// Returns the class of a move: those that certainly win are equal, unless there is need to hurry;
/// and so are those that certainly lose.
fn class_of(distance: i32, clock: i32, repeated: bool) -> i32 {
    // A tablebase may give one ply too few. It does not where the move itself zeroes the clock or
    // mates, and with the clock at zero a distance is always on the right side of the limit.
    let rounding = i32::from(clock > 0 && distance.abs() > 1);
    let latest = distance.abs() + clock + rounding;
    match distance.signum() {
        1 if distance + clock < LIMIT && !repeated => SAFE,
        1 => SAFE - latest,
        -1 if -2 * distance + clock < LIMIT => -SAFE,
        -1 => -SAFE + latest,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::harness::Everywhere;
    use crate::{Settings, Tablebases};

    #[test]
    fn a_result_is_certain_if_it_comes_before_the_limit() {
        let last = LIMIT - 1;
        for (distance, clock, class) in [
            (60, last - 60, SAFE),
            (60, LIMIT - 60, SAFE - LIMIT - 1),
            (LIMIT, 0, SAFE - LIMIT),
            (1, last, SAFE - LIMIT),
            (-30, last - 60, -SAFE),
            (-30, LIMIT - 60, -SAFE + LIMIT - 29),
            (-LIMIT, 0, -SAFE + LIMIT),
            (-1, last, -SAFE + LIMIT),
            (0, last, 0),
        ] {
            assert_eq!(class_of(distance, clock, false), class, "{distance} {clock}");
        }
        assert_eq!(class_of(1, 0, true), SAFE - 1, "a repeated position has need to hurry");
    }

    #[test]
    fn a_class_beyond_the_limit_is_worth_next_to_a_draw() {
        use EndgameResult::{Blessed, Cursed, Draw, Loss, Win};
        let ruled = |fifty_moves| Settings { tb_fifty_moves: fifty_moves, ..Settings::default() };
        let certain = SAFE - LIMIT;
        for (class, result, without_rule) in [
            (SAFE, Win, Win),
            (certain, Win, Win),
            (certain - 1, Cursed, Win),
            (0, Draw, Draw),
            (1 - certain, Blessed, Loss),
            (-certain, Loss, Loss),
            (-SAFE, Loss, Loss),
        ] {
            for (fifty_moves, result) in [(true, result), (false, without_rule)] {
                let settings = ruled(fifty_moves);
                let access = Access::new(&Six, &settings).expect("they know three pieces");
                assert_eq!(access.worth(class), score_of(result, 0), "{class}");
            }
        }
    }

    /// Tablebases that know a loss in six plies, of every position.
    struct Six;

    impl Tablebases for Six {
        fn largest(&self) -> u32 {
            3
        }

        fn probe_wdl(&self, _: &Position) -> Option<EndgameResult> {
            Some(EndgameResult::Loss)
        }

        fn probe_dtz(&self, _: &Position) -> Option<i32> {
            Some(-6)
        }
    }

    /// Kings and rook go to and fro: a move to a position that occurred twice is a draw.
    #[test]
    fn a_move_draws_if_its_position_occurs_for_the_third_time() {
        let access = Access::new(&Six, &Settings::default()).expect("they know three pieces");
        let mut root = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").expect("legal");
        let mv = root.parse_uci("a1b1").expect("legal");
        let mut keys = KeyHistory::new();
        let mut distances = Vec::new();
        for _ in 0..3 {
            keys.push(root.key());
            let moves = RootMoves::new(&root, &[mv]);
            distances.push(access.distance(&root, moves.best(), &keys));
            keys.pop();
            for text in ["a1b1", "d5e5", "b1a1", "e5d5"] {
                keys.push(root.key());
                root = root.make(root.parse_uci(text).expect("legal"));
            }
        }
        assert_eq!(distances, [Some(7), Some(7), Some(0)]);
    }
    /// Each child is lost for its side to move, at a distance of six where the clock runs.
    #[test]
    fn a_distance_is_that_of_the_side_that_moves() {
        let access = Access::new(&Six, &Settings::default()).expect("they know three pieces");
        let distance = |fen: &str, text: &str| {
            let root = Position::from_fen(fen).expect("legal");
            let mv = root.parse_uci(text).expect("legal");
            access.distance(&root, RootMoves::new(&root, &[mv]).best(), &KeyHistory::new())
        };
        let rook = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
        assert_eq!(distance(rook, "a1b1"), Some(7));
        assert_eq!(distance("k7/8/8/3n4/8/8/3R4/3K4 w - - 9 9", "d2d5"), Some(1), "it zeroes");
        assert_eq!(distance("7k/8/6K1/8/8/8/8/R7 w - - 9 9", "a1a8"), Some(1), "it mates");
        let late = rook.replace("0 1", "99 99");
        assert_eq!(distance(&late, "a1b1"), Some(0), "the fifty moves are over");
    }

    #[test]
    fn a_win_is_probed_for_below_a_root_without_distances() {
        let root = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").expect("legal");
        let keeps = |tablebases: &dyn Tablebases| {
            let access = Access::new(tablebases, &Settings::default()).expect("three pieces");
            let mut moves = RootMoves::new(&root, &[]);
            access.rank(&root, &KeyHistory::new(), &mut moves).expect("known").keep_probing
        };
        let results = [EndgameResult::Loss, EndgameResult::Draw, EndgameResult::Win];
        assert_eq!(
            results.map(|of_children| keeps(&Everywhere(of_children))),
            [true, false, false]
        );
        assert!(!keeps(&Six), "the distances show the way");
    }
}
