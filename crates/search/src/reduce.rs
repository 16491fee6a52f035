//! Reductions: moves that come late in the order are searched less deep first.

use crate::candidate::Candidate;
use crate::evaluate::Evaluate;
use crate::node::{Node, NodeType, NonPv, Pv};
use crate::params::Params;
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

const PLY: i32 = 1_024;

/// The least depth at which late moves are reduced, in plies.
const LEAST_DEPTH: i32 = 2;

/// A node that has failed high so often makes later siblings' moves less likely to matter.
const MANY_FAIL_HIGHS: u32 = 3;

/// The unit of the slopes of re-searches: they are in 1/64 centipawn per ply.
const SLOPE_ONE: i32 = 64;

/// Returns a reduction in whole plies, rounded down: a negative one, which makes deeper, away from
/// zero.
#[inline]
pub(crate) fn plies(reduction: i32) -> i32 {
    reduction.div_euclid(PLY)
}

const LOG_ONE: i32 = 1 << LOG_BITS;

/// Bits of a logarithm behind the point.
const LOG_BITS: u32 = 10;

/// `LOG_ONE · log2(x)` for x in 1..256, rounded down; 0 for 0.
static LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut x = 1;
    while x < table.len() {
        table[x] = log2(x as u64);
        x += 1;
    }
    table
};

/// Returns `LOG_ONE · log2(x)`, rounded down, by squaring: one bit of the logarithm for each
/// square.
const fn log2(x: u64) -> i32 {
    const ONE: u64 = 1 << 31;
    let whole = x.ilog2();
    // In 1..2, with 31 bits behind the point.
    let mut rest = (x << 31) >> whole;
    let mut log = whole as i32;
    let mut bit = 0;
    while bit < LOG_BITS {
        rest = (rest * rest) >> 31;
        log <<= 1;
        if rest >= 2 * ONE {
            rest >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

impl Node {
    /// Returns the plies to take off a node that has no hash move although its depth says that a
    /// shallower search should have left one (internal iterative reduction, Schröder, 2020).
    #[inline]
    pub(crate) fn missing_hash_move<N: NodeType>(&self) -> i32 {
        const LEAST_DEPTH: i32 = 4;
        let missing = self.hash_move.is_none() && self.depth >= LEAST_DEPTH;
        i32::from(missing && (N::PV || self.cut_node))
    }
}

impl Params {
    /// Returns the plies to add to the search at full `depth` of a move whose reduced search was
    /// better than the best score by `gain`.
    #[inline]
    fn again_by(&self, gain: i32, depth: i32) -> i32 {
        let deeper = gain > self.deeper_margin + self.deeper_slope * depth / SLOPE_ONE;
        let shallower = gain < self.shallower_slope * depth / SLOPE_ONE;
        i32::from(deeper) - i32::from(shallower)
    }
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the plies to add to a node that was reached by a reduced search, now that both
    /// sides' evaluations about the move are known: the more reduced move was better than it
    /// seemed, or the position is so good for the side to move that the move was not.
    pub(crate) fn hindsight(&self, node: &Node) -> i32 {
        let before = self.stack.before(node.ply, 1);
        let (false, Some(theirs)) = (node.in_check, before.static_eval) else { return 0 };
        let gain = node.static_eval + theirs;
        if before.reduction >= self.params.hindsight_deeper && gain <= 0 {
            1
        } else if before.reduction >= 2 && node.depth >= 2 && gain > self.params.hindsight_margin {
            -1
        } else {
            0
        }
    }

    /// Returns the reduction by depth and move number alone, in 1/1024 ply.
    #[inline]
    pub(crate) fn base_reduction(&self, depth: i32, candidate: &Candidate) -> i32 {
        let (base, slope) = if candidate.tactical {
            (self.params.reduction_capture_base, self.params.reduction_capture_slope)
        } else {
            (self.params.reduction_quiet_base, self.params.reduction_quiet_slope)
        };
        let depth = LOG2[depth.clamp(0, 255) as usize];
        let number = LOG2[candidate.number.min(255) as usize];
        base + (depth * number / LOG_ONE) * slope / LOG_ONE
    }

    /// Returns the whole reduction of a move that has just been made, in 1/1024 ply. `raised`: an
    /// earlier move has raised alpha.
    fn reduction(&self, node: &Node, candidate: &Candidate, raised: bool) -> i32 {
        let params = self.params;
        let mut reduction = self.base_reduction(node.depth, candidate);
        if node.on_pv {
            reduction -= params.reduction_pv;
        }
        if node.cut_node {
            reduction += params.reduction_cut_node;
        }
        if !node.improving {
            reduction += params.reduction_worsening;
        }
        if self.stack[node.ply + 1].fail_highs > MANY_FAIL_HIGHS {
            reduction += params.reduction_fail_highs;
        }
        if candidate.check {
            reduction -= params.reduction_check;
        }
        if raised {
            reduction += params.reduction_raised;
        }
        if !candidate.tactical {
            // Between two moves of which one is good by its history, and one bad, that means more.
            let theirs = self.stack.before(node.ply, 1).history;
            if theirs < 0 && candidate.history >= 0 {
                reduction -= params.reduction_opponent;
            } else if theirs >= 0 && candidate.history < 0 {
                reduction += params.reduction_opponent;
            }
            if node.hash_move_is_tactical {
                reduction += params.reduction_tactical;
            }
            if self.stack[node.ply].killers.contains(&Some(candidate.mv)) {
                reduction -= params.reduction_killer;
            }
            reduction -= candidate.history * PLY / params.reduction_history;
        }
        reduction
    }

    /// Returns the score of a move that has just been made, for the node's own side. Late moves go
    /// first through a reduced search with a null window (late move reductions), then through a
    /// full one with a null window, and at last, on the principal variation, with the open window
    /// (Marsland and Campbell, 1982; Reinefeld, 1983).
    pub(crate) fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        depth: i32,
        window: Window,
        best: i32,
    ) -> i32 {
        let ply = node.ply + 1;
        let alpha = window.alpha;
        let scout = -Window::above(alpha);
        let late = candidate.number > 1;
        let mut score = alpha + 1;
        if late && node.depth >= LEAST_DEPTH && !self.plain {
            let reduction = self.reduction(node, candidate, alpha > node.window.alpha);
            let reduced = (depth - plies(reduction)).min(depth + i32::from(N::PV)).max(1);
            self.stack[node.ply].reduction = depth - reduced;
            score = -self.alpha_beta::<NonPv>(ply, reduced, scout, true);
            self.stack[node.ply].reduction = 0;
            if score > alpha && reduced < depth && !self.stopped {
                let depth = depth + self.params.again_by(score - best, depth);
                if reduced < depth {
                    score = -self.alpha_beta::<NonPv>(ply, depth, scout, !node.cut_node);
                }
                self.judge_reduction(node, candidate, score > alpha);
            }
        } else if late || !N::PV {
            score = -self.alpha_beta::<NonPv>(ply, depth, scout, !node.cut_node);
        }
        if N::PV && (!late || score > alpha) && !self.stopped {
            score = -self.alpha_beta::<Pv>(ply, depth, -window, false);
        }
        score
    }
}

#[cfg(test)]
mod tests;
