//! The order of moves: hash move, good captures, killers, quiet moves by history, losing captures. Each
//! stage is generated only when the ones before it have not failed high.

use arrayvec::ArrayVec;
use movegen::{Generate, Legality, Move, MoveList, PieceType, Position, SeeValues};

use crate::history::{Histories, QuietContext};

/// Where a picker stands.
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
    Done,
}

/// A move's rank as one number, the score above the place in the list: the greatest comes first, equal
/// scores in the order of generation.
///
/// ```text
/// bit  31 ......... 8 | 7 .......... 0
///      score, signed  | 255 - place
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    /// The rank of a move that was picked.
    const TAKEN: Self = Self(i32::MIN);

    #[inline]
    fn new(score: i32, place: usize) -> Self {
        const LARGEST: i32 = (1 << 23) - 1;
        Self(score.clamp(-LARGEST, LARGEST) << 8 | (255 - place as i32))
    }

    #[inline]
    fn place(self) -> usize {
        255 - (self.0 & 255) as usize
    }
}

/// Yields each legal move once, the most promising first.
pub(crate) struct MovePicker {
    stage: Stage,
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Quiet moves and losing captures are left out.
    tactical_only: bool,
    /// Quiet moves are left out from now on.
    skip_quiets: bool,
    /// What a good capture must win at least, by static exchange.
    least_gain: i32,
    moves: MoveList,
    ranks: ArrayVec<Rank, 256>,
    /// Captures that win too little.
    bad: MoveList,
    /// How many of them were yielded.
    bad_yielded: usize,
}

impl MovePicker {
    /// A picker of all moves. `hash_move` is legal; the killers may be anything.
    #[inline]
    pub(crate) fn new(hash_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        Self {
            stage: Stage::HashMove,
            hash_move,
            killers,
            tactical_only: false,
            skip_quiets: false,
            least_gain: 0,
            moves: MoveList::new(),
            ranks: ArrayVec::new(),
            bad: MoveList::new(),
            bad_yielded: 0,
        }
    }

    /// A picker of captures and queen promotions that win at least `least_gain`. `hash_move` is such a
    /// move.
    #[inline]
    pub(crate) fn tactical(hash_move: Option<Move>, least_gain: i32) -> Self {
        Self { tactical_only: true, least_gain, ..Self::new(hash_move, [None; 2]) }
    }

    /// Leaves out the quiet moves that have not been yielded yet.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move. The position and its context must be the same at each call.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        legality: &Legality,
        histories: &Histories,
        context: &QuietContext,
    ) -> Option<Move> {
        loop {
            let (next, mv) = match self.stage {
                Stage::HashMove => (Stage::GenerateTactical, self.hash_move),
                Stage::GenerateTactical => {
                    self.generate_tactical(position, legality, histories);
                    (Stage::GoodTactical, None)
                }
                Stage::GoodTactical => match self.good_tactical(position) {
                    None if self.tactical_only => (Stage::Done, None),
                    None => (Stage::FirstKiller, None),
                    mv => (Stage::GoodTactical, mv),
                },
                Stage::FirstKiller => (Stage::SecondKiller, self.killer(0, position, legality)),
                Stage::SecondKiller => (Stage::GenerateQuiets, self.killer(1, position, legality)),
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, legality, histories, context);
                    }
                    (Stage::Quiets, None)
                }
                Stage::Quiets => match self.quiet() {
                    None => (Stage::BadTactical, None),
                    mv => (Stage::Quiets, mv),
                },
                Stage::BadTactical => {
                    let mv = self.bad.get(self.bad_yielded).copied();
                    self.bad_yielded += 1;
                    (if mv.is_some() { Stage::BadTactical } else { Stage::Done }, mv)
                }
                Stage::Done => return None,
            };
            self.stage = next;
            if mv.is_some() {
                return mv;
            }
        }
    }

    fn generate_tactical(
        &mut self,
        position: &Position,
        legality: &Legality,
        histories: &Histories,
    ) {
        position.generate(legality, Generate::Captures, &mut self.moves);
        for (place, &mv) in self.moves.iter().enumerate() {
            let victim = position.captured(mv);
            let gains = [victim, mv.promoted()].into_iter().flatten();
            let gain: i32 = gains.map(value).sum();
            let history = histories.capture(position.moved_piece(mv), mv, victim);
            self.ranks.push(Rank::new(16 * gain + history, place));
        }
    }

    fn generate_quiets(
        &mut self,
        position: &Position,
        legality: &Legality,
        histories: &Histories,
        context: &QuietContext,
    ) {
        self.moves.clear();
        self.ranks.clear();
        position.generate(legality, Generate::Quiets, &mut self.moves);
        for (place, &mv) in self.moves.iter().enumerate() {
            let history = histories.quiet(context, position.moved_piece(mv), mv);
            self.ranks.push(Rank::new(history, place));
        }
    }

    /// Takes the move of the highest rank from the list.
    #[inline]
    fn take_best(&mut self) -> Option<Move> {
        let best = self.ranks.iter().copied().max().filter(|&rank| rank != Rank::TAKEN)?;
        self.ranks[best.place()] = Rank::TAKEN;
        Some(self.moves[best.place()])
    }

    fn good_tactical(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.take_best() {
            if Some(mv) == self.hash_move {
                continue;
            }
            if position.see_ge(mv, self.least_gain, &SeeValues::CLASSIC) {
                return Some(mv);
            }
            self.bad.push(mv);
        }
        None
    }

    fn killer(&mut self, which: usize, position: &Position, legality: &Legality) -> Option<Move> {
        let killer = self.killers[which].filter(|&mv| {
            !self.skip_quiets
                && Some(mv) != self.hash_move
                && position.is_legal_with(legality, mv)
                && !position.is_tactical(mv)
        });
        // A killer that is not played here comes no more: nor does it hide a quiet move.
        self.killers[which] = killer;
        killer
    }

    fn quiet(&mut self) -> Option<Move> {
        if self.skip_quiets {
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

/// The value of a piece for the order of captures, in centipawns.
#[inline]
fn value(kind: PieceType) -> i32 {
    SeeValues::CLASSIC.0[kind.index()]
}
