//! The order of moves: hash move, good captures, killers, quiet moves by history, losing captures.
//! Each stage is generated only when the ones before it have not failed high.

mod ranks;

use movegen::{CachedPosition, Generate, Move, MoveList, Position};

use crate::candidate::{EXCHANGE, value};
use crate::history::{Histories, QuietContext};
use ranks::Ranks;

/// The worth of a centipawn that a capture gains, in the order of captures, in units of history.
const GAIN_WEIGHT: i32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    GenerateTactical,
    GoodTactical,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    BadTactical,
}

/// Which quiet moves a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

/// Yields each legal move once, the most promising first.
pub(crate) struct MovePicker {
    stage: Stage,
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The quiet moves to be yielded from now on.
    quiets: Quiets,
    /// Losing captures are left out.
    good_only: bool,
    /// The least gain of a good capture, by static exchange.
    least_gain: i32,
    moves: MoveList,
    ranks: Ranks,
    /// Captures that win too little.
    bad: MoveList,
    bad_yielded: usize,
}

impl MovePicker {
    /// Creates a picker of all moves. `hash_move` is legal; the killers may be anything, but not
    /// the same move twice.
    #[inline]
    pub(crate) fn new(hash_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        Self {
            stage: Stage::HashMove,
            hash_move,
            killers,
            quiets: Quiets::All,
            good_only: false,
            least_gain: 0,
            // Not by the constants, which would be written whole.
            moves: MoveList::default(),
            ranks: Ranks::new(),
            bad: MoveList::default(),
            bad_yielded: 0,
        }
    }

    /// Creates a picker of captures and queen promotions that win at least `least_gain` by static
    /// exchange. `hash_move` is a capture or queen promotion, and comes first whatever it wins.
    #[inline]
    pub(crate) fn tactical(hash_move: Option<Move>, least_gain: i32) -> Self {
        let quiets = Quiets::None;
        Self { quiets, good_only: true, least_gain, ..Self::new(hash_move, [None; 2]) }
    }

    /// Creates a picker of captures and queen promotions that lose nothing, and then of the quiet
    /// moves that give check. `hash_move` may be a quiet check, too.
    #[inline]
    pub(crate) fn forcing(hash_move: Option<Move>) -> Self {
        Self { quiets: Quiets::Checks, ..Self::tactical(hash_move, 0) }
    }

    /// Leaves out the quiet moves that have not been yielded yet.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Leaves out the quiet moves that have not been yielded yet, except those that give check.
    pub(crate) fn skip_all_but_checks(&mut self, position: &CachedPosition) {
        if self.quiets == Quiets::All && self.stage == Stage::Quiets {
            let checks = position.checks();
            self.ranks.retain(&self.moves, |mv| !checks.rule_out(mv) && position.gives_check(mv));
        }
        if self.quiets == Quiets::All {
            self.quiets = Quiets::Checks;
        }
    }

    /// Returns the next move. The position and its context must be the same at each call.
    pub(crate) fn next(
        &mut self,
        position: &CachedPosition,
        histories: &Histories,
        context: &QuietContext,
    ) -> Option<Move> {
        // The stages in their order, each falling through to the next one.
        if self.stage == Stage::HashMove {
            self.stage = Stage::GenerateTactical;
            if self.hash_move.is_some() {
                return self.hash_move;
            }
        }
        if self.stage == Stage::GenerateTactical {
            self.generate_tactical(position, histories);
            self.stage = Stage::GoodTactical;
        }
        if self.stage == Stage::GoodTactical {
            if let Some(mv) = self.good_tactical(position) {
                return Some(mv);
            }
            let quiets = self.quiets != Quiets::None;
            self.stage = if quiets { Stage::FirstKiller } else { Stage::BadTactical };
        }
        if self.stage == Stage::FirstKiller {
            self.stage = Stage::SecondKiller;
            if let Some(mv) = self.killer(0, position) {
                return Some(mv);
            }
        }
        if self.stage == Stage::SecondKiller {
            self.stage = Stage::GenerateQuiets;
            if let Some(mv) = self.killer(1, position) {
                return Some(mv);
            }
        }
        if self.stage == Stage::GenerateQuiets {
            if self.quiets != Quiets::None {
                self.generate_quiets(position, histories, context);
            }
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            if let Some(mv) = self.quiet() {
                return Some(mv);
            }
            self.stage = Stage::BadTactical;
        }
        self.bad_tactical()
    }

    /// Generates the tactical moves. Not inlined, nor are the next two: what they prepare for their
    /// loops would be prepared at each call of [`Self::next`], most of which need none of it.
    #[inline(never)]
    fn generate_tactical(&mut self, position: &CachedPosition, histories: &Histories) {
        position.generate(Generate::Tactical, &mut self.moves);
        self.ranks.fill(&self.moves, |mv| {
            let victim = position.captured(mv);
            let gains = [victim, mv.promoted()].into_iter().flatten();
            let gain: i32 = gains.map(value).sum();
            let history = histories.capture(position.moved_piece(mv), mv, victim);
            GAIN_WEIGHT * gain + history
        });
    }

    #[inline(never)]
    fn generate_quiets(
        &mut self,
        position: &CachedPosition,
        histories: &Histories,
        context: &QuietContext,
    ) {
        self.moves.clear();
        if self.quiets == Quiets::All {
            histories.prefetch_quiets(context);
            position.generate(Generate::Quiets, &mut self.moves);
        } else {
            position.generate_quiet_checks(&mut self.moves);
        }
        let histories = histories.quiets(context);
        self.ranks.fill(&self.moves, |mv| histories.sum(position.moved_piece(mv), mv));
    }

    /// Takes the move of the highest rank from the list.
    #[inline]
    fn take_best(&mut self) -> Option<Move> {
        let place = self.ranks.take_best()?;
        Some(self.moves[place])
    }

    #[inline(never)]
    fn good_tactical(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.take_best() {
            if Some(mv) == self.hash_move {
                continue;
            }
            if position.see_ge(mv, self.least_gain, &EXCHANGE) {
                return Some(mv);
            }
            self.bad.push(mv);
        }
        None
    }

    #[inline]
    fn bad_tactical(&mut self) -> Option<Move> {
        if self.good_only {
            return None;
        }
        let mv = self.bad.get(self.bad_yielded).copied();
        self.bad_yielded += 1;
        mv
    }

    fn killer(&mut self, which: usize, position: &CachedPosition) -> Option<Move> {
        let killer = self.killers[which].filter(|&mv| {
            self.quiets != Quiets::None
                && Some(mv) != self.hash_move
                && position.is_legal(mv)
                && !position.is_tactical(mv)
                && (self.quiets == Quiets::All || position.gives_check(mv))
        });
        // A killer that is not yielded here must not hide the same move among the quiet ones.
        self.killers[which] = killer;
        killer
    }

    #[inline]
    fn quiet(&mut self) -> Option<Move> {
        if self.quiets == Quiets::None {
            return None;
        }
        loop {
            let mv = self.take_best()?;
            if Some(mv) != self.hash_move && !self.killers.contains(&Some(mv)) {
                return Some(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{CONTINUATIONS, Row};

    const STARTS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    /// Positions of random games with a random number for each; a third of them in check.
    fn walk(mut visit: impl FnMut(&Position, u64)) {
        let mut seed = 1_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for game in 0..60 {
            let mut position = Position::from_fen(STARTS[game % STARTS.len()]).expect("legal");
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                visit(&position, random());
                let checks: Vec<Move> =
                    moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
                let choice =
                    if checks.is_empty() || random() % 2 == 0 { &moves[..] } else { &checks };
                position = position.make(choice[random() as usize % choice.len()]);
            }
        }
    }

    /// The context of a position that no move led to.
    fn context(position: &Position) -> QuietContext {
        let rows = [Row::NONE; CONTINUATIONS.len()];
        QuietContext::new(position, position.legality().attacked(), 0, rows)
    }

    fn drain(mut picker: MovePicker, position: &Position, histories: &Histories) -> Vec<Move> {
        let (cached, context) = (CachedPosition::from(position.clone()), context(position));
        std::iter::from_fn(|| picker.next(&cached, histories, &context)).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_unstable();
        moves
    }

    #[test]
    fn each_legal_move_is_yielded_exactly_once() {
        let histories = Histories::new();
        let mut checks = 0;
        walk(|position, random| {
            checks += u32::from(position.in_check());
            let moves = position.legal_moves();
            let pick = |shift: u32| Some(moves[(random >> shift) as usize % moves.len()]);
            let hash_move = pick(4).filter(|_| random % 4 > 0);
            // Some killers are legal moves, maybe captures or the hash move; some are anything.
            let anything = Move::from_bits((random >> 40) as u16);
            let killers =
                if random & 16 == 0 { [pick(20), anything] } else { [anything, pick(20)] };
            let picked = drain(MovePicker::new(hash_move, killers), position, &histories);
            assert!(hash_move.is_none() || picked[0] == hash_move.unwrap());
            assert_eq!(sorted(picked), sorted(moves.to_vec()), "{position:?}");
        });
        assert!(checks > 300, "{checks}");
    }

    #[test]
    fn a_tactical_picker_yields_the_captures_that_win_enough() {
        let histories = Histories::new();
        walk(|position, random| {
            let least_gain = (random % 700) as i32 - 200;
            let mut wanted = MoveList::new();
            position.generate(Generate::Tactical, &mut wanted);
            let enough = |mv: &Move| position.see_ge(*mv, least_gain, &EXCHANGE);
            let wanted = wanted.iter().copied().filter(enough).collect();
            let picked = drain(MovePicker::tactical(None, least_gain), position, &histories);
            assert_eq!(sorted(picked), sorted(wanted), "{position:?}");
        });
    }

    #[test]
    fn skipped_quiets_are_not_yielded() {
        let histories = Histories::new();
        walk(|position, _| {
            let mut picker = MovePicker::new(None, [None; 2]);
            picker.skip_quiets();
            let picked = drain(picker, position, &histories);
            assert!(picked.iter().all(|&mv| position.is_tactical(mv)));
            let all = position.legal_moves();
            let tactical = all.iter().filter(|&&mv| position.is_tactical(mv)).count();
            assert_eq!(picked.len(), tactical);
        });
    }

    /// From any moment on, whatever the killers are: of the quiet moves checks alone come, once.
    #[test]
    fn checks_are_yielded_where_other_quiets_are_skipped() {
        let histories = Histories::new();
        let mut quiet_checks = 0;
        walk(|position, random| {
            let cached = CachedPosition::from(position.clone());
            let moves = position.legal_moves();
            let pick = |shift: u32| moves[(random >> shift) as usize % moves.len()];
            let hash_move = Some(pick(4)).filter(|_| random % 4 > 0);
            let mut picker = MovePicker::new(hash_move, [Some(pick(12)), None]);
            let mut picked = Vec::new();
            let skipped_from = (random >> 20) as usize % (moves.len() + 1);
            loop {
                if picked.len() == skipped_from {
                    picker.skip_all_but_checks(&cached);
                }
                let context = context(position);
                let Some(mv) = picker.next(&cached, &histories, &context) else { break };
                picked.push(mv);
            }
            let wanted = |mv: Move| position.is_tactical(mv) || position.gives_check(mv);
            let missing = moves.iter().filter(|mv| !picked.contains(mv));
            assert!(missing.copied().all(|mv| !wanted(mv)), "{position:?}");
            let late = picked.iter().skip(skipped_from).filter(|&&mv| Some(mv) != hash_move);
            assert!(late.copied().all(wanted), "{position:?}");
            assert_eq!(sorted(picked.clone()).windows(2).filter(|two| two[0] == two[1]).count(), 0);
            quiet_checks += picked.iter().filter(|&&mv| !position.is_tactical(mv)).count();

            let forcing = drain(MovePicker::forcing(None), position, &histories);
            let wins = |mv: Move| position.see_ge(mv, 0, &EXCHANGE);
            let forces = |mv: Move| {
                if position.is_tactical(mv) { wins(mv) } else { position.gives_check(mv) }
            };
            let all = moves.iter().copied().filter(|&mv| forces(mv)).collect();
            assert_eq!(sorted(forcing), sorted(all), "{position:?}");
        });
        assert!(quiet_checks > 300, "{quiet_checks}");
    }

    /// A node that the hash move cuts generates nothing.
    #[test]
    fn the_hash_move_comes_before_any_generation() {
        let position = Position::startpos();
        let hash_move = position.parse_uci("g1f3").ok();
        let mut picker = MovePicker::new(hash_move, [None; 2]);
        let context = context(&position);
        let first = picker.next(&position.into(), &Histories::new(), &context);
        assert_eq!(first, hash_move);
        assert!(picker.moves.is_empty());
    }

    #[test]
    fn learnt_moves_come_first_and_losing_captures_last() {
        // The queen may take a pawn that is protected, or the knight one that is not.
        let fen = "4k3/2p5/3p4/8/1p6/8/2N4Q/4K3 w - - 0 1";
        let position = Position::from_fen(fen).expect("legal");
        let learnt = position.parse_uci("c2e3").expect("legal");
        let mut histories = Histories::new();
        let piece = position.moved_piece(learnt);
        histories.update_quiet(&context(&position), piece, learnt, 500);
        let picked = drain(MovePicker::new(None, [None; 2]), &position, &histories);
        let names = [picked[0], picked[1], picked[picked.len() - 1]];
        assert_eq!(names.map(|mv| position.uci(mv)), ["c2b4", "c2e3", "h2d6"]);
    }

    #[test]
    fn an_equal_exchange_comes_before_the_quiet_moves() {
        let fen = "rk6/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let position = Position::from_fen(fen).expect("legal");
        let picked = drain(MovePicker::new(None, [None; 2]), &position, &Histories::new());
        assert_eq!(position.uci(picked[0]), "a1a8");
        assert!(picked.len() > 10);
    }

    #[test]
    fn captures_come_by_gain_and_then_by_history() {
        let order = |fen: &str, learnt: &str| {
            let position = Position::from_fen(fen).expect("legal");
            let mut histories = Histories::new();
            if let Ok(mv) = position.parse_uci(learnt) {
                let (piece, victim) = (position.moved_piece(mv), position.captured(mv));
                histories.update_capture(piece, mv, victim, 500);
            }
            let picked = drain(MovePicker::tactical(None, 0), &position, &histories);
            picked.into_iter().map(|mv| position.uci(mv)).collect::<Vec<_>>()
        };
        let two = "4k3/8/8/1p5p/8/8/1R5R/4K3 w - - 0 1";
        assert_eq!(order(two, "b2b5"), ["b2b5", "h2h5"]);
        assert_eq!(order(two, "h2h5"), ["h2h5", "b2b5"]);
        let promotes = "8/P3k3/8/7p/8/8/7R/4K3 w - - 0 1";
        assert_eq!(order(promotes, "h2h5"), ["a7a8q", "h2h5"], "a queen is more than a pawn");
    }
}
