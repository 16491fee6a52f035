//! One search of an ending over a table that was filled at another clock.

use std::sync::Arc;

use anyhow::{Context, Result};
use movegen::Position;
use search::{
    AnyTable, Limits, NoTable, Outcome, Pool, Search, Settings, Switches, TranspositionTable,
};
use self_play::Random;
use tt_core::{Bound, Table};

use super::audit::{Audited, Falsehood, Guide, Policy, PolicySum, SharedLine, judge};
use super::placement::{Placement, WhitePiece};
use super::solver::Endings;

/// The contents of a table when a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Cold,
    /// A search of the same position with a clock of 0; the search asks nearer to the limit.
    Fresh,
    /// A search of the same position nearer to the limit; the search asks with a clock of 0.
    Late,
}

impl Before {
    pub(super) const ALL: [Self; 3] = [Self::Cold, Self::Fresh, Self::Late];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::Fresh => "filled at clock 0, asked nearer to the limit",
            Self::Late => "filled nearer to the limit, asked at clock 0",
        }
    }

    /// Returns the clock of the search that fills the table.
    fn fill(self, clock: u32) -> Option<u32> {
        match self {
            Self::Cold => None,
            Self::Fresh => Some(0),
            Self::Late => Some(clock),
        }
    }

    /// Returns the clock of the search that is judged.
    fn asked(self, clock: u32) -> u32 {
        if self == Self::Late { 0 } else { clock }
    }
}

/// The size of each table: no entry has to give way.
const TABLE_BYTES: usize = 1 << 20;

/// The root of a search and its depth in plies.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) piece: WhitePiece,
    pub(super) placement: Placement,
    pub(super) depth: u32,
}

impl Root {
    /// Returns the depth to which the table is filled for searches to a depth: it knows longer
    /// mates than they find themselves.
    pub(super) fn filled(depth: u32) -> u32 {
        depth + depth / 2
    }

    /// Draws roots with one piece in which there is a move: half of them are won, if progress
    /// counts from now, in no more plies than the table is filled to; the others are any.
    pub(super) fn draw(
        endings: &Endings,
        piece: WhitePiece,
        count: usize,
        depth: u32,
        seed: u64,
    ) -> Vec<Self> {
        let mut random = Random::new(seed);
        let mut roots = Vec::new();
        while roots.len() < count {
            let placement = Placement::from_index(random.below(Placement::COUNT));
            let Some(position) = placement.position(piece, 0) else { continue };
            let plies = endings.plies(piece, placement, 0);
            let near = plies.is_some_and(|plies| (3..=Self::filled(depth)).contains(&plies));
            if position.count_legal() > 0 && (near || roots.len() % 2 == 1) {
                roots.push(Self { piece, placement, depth });
            }
        }
        roots
    }

    fn search<T: TranspositionTable>(
        &self,
        (table, pool): (&T, &mut Pool<Guide>),
        clock: u32,
        settings: Settings,
        switches: Switches,
    ) -> Result<(Position, Outcome)> {
        let position = self.placement.position(self.piece, clock).context("an illegal root")?;
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let table = AnyTable::new(table);
        let search = Search::new(&table).position(position.clone()).limits(limits);
        Ok((position, search.settings(settings).switches(switches).run(pool)))
    }

    /// Searches over a table of the policy.
    pub(super) fn judged(
        &self,
        endings: &Endings,
        policy: Policy,
        before: Before,
        clock: u32,
    ) -> Result<PolicySum> {
        let table = Table::new(TABLE_BYTES)?;
        let audited = Audited::new(endings, table, policy);
        let line = Arc::clone(&audited.line);
        let mut pool = Pool::new(move || Guide(Arc::clone(&line)));
        let settings = Settings { no_progress_limit: endings.limit(), ..Settings::default() };
        let table_ignores_clock = matches!(policy, Policy::Naive | Policy::ClockInKey);
        let clock_buckets = policy.buckets();
        let switches = Switches { table_ignores_clock, clock_buckets, ..Switches::NONE };
        if let Some(fill) = before.fill(clock) {
            let deep = Self { depth: Self::filled(self.depth), ..*self };
            deep.search((&audited, &mut pool), fill, settings, switches)?;
            audited.take_tally();
        }
        let (position, outcome) =
            self.search((&audited, &mut pool), before.asked(clock), settings, switches)?;
        let wrong_roots = root_fault(endings, &position, &outcome).is_some().into();
        Ok(PolicySum { nodes: outcome.nodes, wrong_roots, ..audited.take_tally() })
    }

    /// Returns how the score of a search without a table is wrong, if it is.
    pub(super) fn without_table(&self, endings: &Endings, clock: u32) -> Result<Option<Falsehood>> {
        let line = SharedLine::default();
        let mut pool = Pool::new(move || Guide(Arc::clone(&line)));
        let limit = endings.limit();
        let settings = Settings { no_progress_limit: limit, ..Settings::default() };
        let (position, outcome) =
            self.search((&NoTable, &mut pool), clock, settings, Switches::NONE)?;
        Ok(root_fault(endings, &position, &outcome))
    }
}

fn root_fault(endings: &Endings, position: &Position, outcome: &Outcome) -> Option<Falsehood> {
    judge(outcome.score.value(), Bound::Exact, endings.score(position)).flatten()
}
