//! Chess to a fixed depth by alpha-beta with null windows, on many ranks.

use std::collections::HashMap;

use cluster::{PackedPosition, Problem, TALLIES, Totals, Transport, Worker};
use movegen::{PieceType, Position};
use zobrist_keys::mix;

/// The score of a mate at depth 0; each ply that is left below a mate adds 1 to its score.
const MATE: i32 = 30_000;

const INFINITE: i32 = 32_000;

/// Material in centipawns, by the kind of piece.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// TDSAB (Kishimoto, Schaeffer, "Distributed Game-Tree Search Using Transposition Table Driven Work
/// Scheduling", ICPP 2002): the game tree to a fixed depth by [`MtdF`], of which a round is a pass.
/// A position goes to its home with the window's bound. There its successors are made, and the
/// first of them is sent to its own home; the others follow, all at once, when its value has come
/// back without a fail high. A fail high calls the others off. Two ways to a position to the same
/// depth meet at its home, and the value goes to both.
///
/// The value of a leaf is its material; that of a mate is the better, the sooner it comes.
/// Repetitions and the fifty-move rule count nothing: they are no property of the position.
#[derive(Clone, Debug, Default)]
pub(super) struct AlphaBeta {
    bounds: HashMap<u64, Bounds>,
    open: HashMap<u64, Open>,
    /// By ticket: the open node that waits for this answer.
    tickets: HashMap<u64, u64>,
    issued: u64,
    root_value: Option<i32>,
    nodes: u64,
}

/// The known bounds of a position's value at a depth.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: i32,
    upper: i32,
}

/// The receiver of an answer: the home of a key, which knows the ticket. None at the root.
type Reply = Option<(u64, u64)>;

/// A node that waits for answers.
#[derive(Clone, Debug)]
struct Open {
    key: u64,
    gamma: i32,
    best: i32,
    depth: u8,
    replies: Vec<Reply>,
    /// Successors that were not sent yet.
    later: Vec<Position>,
    /// Tickets of those that were, each with the successor's key and its name.
    waiting: Vec<(u64, u64, u64)>,
}

/// A message between ranks about the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Asks whether a position at a depth is worth `gamma` or more, and names the receiver.
    Search {
        position: PackedPosition,
        /// Plies left.
        depth: u8,
        gamma: i32,
        /// The receiver of the answer: a key and a ticket; none at the root.
        reply: Option<(u64, u64)>,
    },
    /// The answer: a bound of the value, from the view of the position that was asked about.
    Value { ticket: u64, value: i32 },
    /// The answer is no longer wanted.
    CallOff { node: u64, ticket: u64 },
}

impl AlphaBeta {
    fn search(
        &mut self,
        position: &Position,
        depth: u8,
        gamma: i32,
        reply: Reply,
        out: &mut Vec<(u64, Errand)>,
    ) -> bool {
        let node = name(position, depth);
        if let Some(bounds) = self.bounds.get(&node) {
            if bounds.lower >= gamma {
                return self.answer(reply, bounds.lower, out);
            }
            if bounds.upper < gamma {
                return self.answer(reply, bounds.upper, out);
            }
        }
        if let Some(open) = self.open.get_mut(&node) {
            open.replies.push(reply);
            return false;
        }
        self.nodes += 1;
        let mut later = successors(position);
        let Some(first) = later.pop() else {
            let value = if position.in_check() { -MATE - i32::from(depth) } else { 0 };
            return self.answer(reply, value, out);
        };
        if depth == 0 {
            return self.answer(reply, material(position), out);
        }
        let key = position.key();
        let replies = vec![reply];
        let (best, waiting) = (-INFINITE, Vec::new());
        self.open.insert(node, Open { key, gamma, best, depth, replies, later, waiting });
        self.send(node, &first, out);
        false
    }

    /// Asks for the value of a successor.
    fn send(&mut self, node: u64, child: &Position, out: &mut Vec<(u64, Errand)>) {
        self.issued += 1;
        let ticket = self.issued;
        let Some(open) = self.open.get_mut(&node) else { return };
        let (position, depth) = (PackedPosition::new(child), open.depth - 1);
        open.waiting.push((ticket, child.key(), name(child, depth)));
        self.tickets.insert(ticket, node);
        let reply = Some((open.key, ticket));
        let errand = Errand::Search { position, depth, gamma: 1 - open.gamma, reply };
        out.push((child.key(), errand));
    }

    /// Takes an answer. One that was called off meanwhile is ignored.
    fn value(&mut self, ticket: u64, value: i32, out: &mut Vec<(u64, Errand)>) -> bool {
        let Some(node) = self.tickets.remove(&ticket) else { return false };
        let Some(open) = self.open.get_mut(&node) else { return false };
        open.waiting.retain(|&(other, ..)| other != ticket);
        open.best = open.best.max(-value);
        if open.best < open.gamma {
            let later = std::mem::take(&mut open.later);
            // The last of them is expanded first: a rank takes what came last.
            for child in &later {
                self.send(node, child, out);
            }
        }
        let open = &self.open[&node];
        if open.best < open.gamma && !open.waiting.is_empty() {
            return false;
        }
        self.close(node, out)
    }

    /// Ends a node whose value is known as well as this pass wants it.
    fn close(&mut self, node: u64, out: &mut Vec<(u64, Errand)>) -> bool {
        let Some(open) = self.open.remove(&node) else { return false };
        let unknown = Bounds { lower: -INFINITE, upper: INFINITE };
        let bounds = self.bounds.entry(node).or_insert(unknown);
        if open.best >= open.gamma {
            bounds.lower = bounds.lower.max(open.best);
        } else {
            bounds.upper = bounds.upper.min(open.best);
        }
        self.call_off(&open.waiting, out);
        let mut stop = false;
        for &reply in &open.replies {
            stop |= self.answer(reply, open.best, out);
        }
        stop
    }

    fn call_off(&mut self, waiting: &[(u64, u64, u64)], out: &mut Vec<(u64, Errand)>) {
        for &(ticket, key, node) in waiting {
            self.tickets.remove(&ticket);
            out.push((key, Errand::CallOff { node, ticket }));
        }
    }

    /// Removes a node's ticket that is no longer wanted. A node without any other is given up.
    fn called_off(&mut self, node: u64, ticket: u64, out: &mut Vec<(u64, Errand)>) {
        let Some(open) = self.open.get_mut(&node) else { return };
        open.replies.retain(|reply| reply.is_none_or(|(_, other)| other != ticket));
        if open.replies.is_empty()
            && let Some(open) = self.open.remove(&node)
        {
            self.call_off(&open.waiting, out);
        }
    }

    /// Sends a value to the node that asked. The root's value ends the pass.
    fn answer(&mut self, reply: Reply, value: i32, out: &mut Vec<(u64, Errand)>) -> bool {
        match reply {
            Some((key, ticket)) => {
                out.push((key, Errand::Value { ticket, value }));
                false
            }
            None => {
                self.root_value = Some(value);
                true
            }
        }
    }
}

impl Problem for AlphaBeta {
    type State = Errand;

    const WORDS: usize = 4 + PackedPosition::WORDS;

    fn pack(state: &Errand, words: &mut Vec<u64>) {
        let number = |value: i32| u64::from(value as u32);
        match *state {
            Errand::Search { position, depth, gamma, reply } => {
                let (key, ticket) = reply.unwrap_or_default();
                let kind = if reply.is_some() { 1 } else { 0 };
                words.extend([kind | u64::from(depth) << 8, number(gamma), key, ticket]);
                words.extend(position.to_words());
            }
            Errand::Value { ticket, value } => words.extend([2, number(value), 0, ticket]),
            Errand::CallOff { node, ticket } => words.extend([3, 0, node, ticket]),
        }
        let rest = words.len().next_multiple_of(Self::WORDS);
        words.resize(rest, 0);
    }

    fn unpack(words: &[u64]) -> Errand {
        let kind = words[0] & 0xff;
        let value = words[1] as u32 as i32;
        let ticket = words[3];
        match kind {
            2 => Errand::Value { ticket, value },
            3 => Errand::CallOff { node: words[2], ticket },
            _ => {
                let mut position = [0; PackedPosition::WORDS];
                position.copy_from_slice(&words[4..]);
                let position = PackedPosition::from_words(position);
                let reply = (kind == 1).then_some((words[2], ticket));
                Errand::Search { position, depth: (words[0] >> 8) as u8, gamma: value, reply }
            }
        }
    }

    fn arrive(&mut self, state: Errand) -> Option<Errand> {
        Some(state)
    }

    fn expand(&mut self, state: Errand, children: &mut Vec<(u64, Errand)>) -> bool {
        match state {
            Errand::Search { position, depth, gamma, reply } => {
                self.search(&position.unpack(), depth, gamma, reply, children)
            }
            Errand::Value { ticket, value } => self.value(ticket, value, children),
            Errand::CallOff { node, ticket } => {
                self.called_off(node, ticket, children);
                false
            }
        }
    }

    fn tallies(&self) -> [u64; TALLIES] {
        let found = u64::from(self.root_value.is_some());
        let value = self.root_value.map_or(0, |value| u64::from(value as u32));
        [found, value, self.nodes, 0]
    }
}

/// Returns the name of a position at a depth. Different positions are assumed to have different
/// names.
fn name(position: &Position, depth: u8) -> u64 {
    mix(position.key() ^ mix(u64::from(depth)))
}

/// Returns the positions after each legal move, ordered by the captured piece's value, the greatest
/// last.
fn successors(position: &Position) -> Vec<Position> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(|&mv| position.captured(mv).map(|victim| VALUES[victim.index()]));
    moves.into_iter().map(|mv| position.make(mv)).collect()
}

/// Returns the material from the side to move's view.
fn material(position: &Position) -> i32 {
    let us = position.side_to_move();
    let count = |color, kind| position.colored(color, kind).count() as i32;
    let kinds = PieceType::ALL.into_iter().zip(VALUES);
    kinds.map(|(kind, value)| value * (count(us, kind) - count(!us, kind))).sum()
}

/// Returns the value of a position by negamax with alpha-beta on one thread, without a table: the
/// twin of [`AlphaBeta`].
pub(super) fn negamax(position: &Position, depth: u8) -> i32 {
    below(position, depth, -INFINITE, INFINITE)
}

fn below(position: &Position, depth: u8, mut alpha: i32, beta: i32) -> i32 {
    let children = successors(position);
    if children.is_empty() {
        return if position.in_check() { -MATE - i32::from(depth) } else { 0 };
    }
    if depth == 0 {
        return material(position);
    }
    let mut best = -INFINITE;
    for child in children.iter().rev() {
        best = best.max(-below(child, depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// MTD(f) (Plaat, Schaeffer, Pijls, de Bruin, 1996): passes with a null window, until the bounds of
/// the root meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct MtdF {
    lower: i32,
    upper: i32,
    gamma: i32,
}

impl MtdF {
    /// Creates a search that begins with a guess.
    pub(super) fn new(guess: i32) -> Self {
        Self { lower: -INFINITE, upper: INFINITE, gamma: guess }
    }

    /// Returns the bound of the next pass, which asks if the root is worth this much or more.
    pub(super) fn gamma(&self) -> i32 {
        self.gamma
    }

    /// Takes the totals of a pass. Returns the value of the root when it is known.
    pub(super) fn found(&mut self, totals: &Totals) -> Option<i32> {
        let value = totals.tallies[1] as u32 as i32;
        if value >= self.gamma {
            self.lower = value;
        } else {
            self.upper = value;
        }
        self.gamma = if value == self.lower { value + 1 } else { value };
        (self.lower >= self.upper).then_some(value)
    }
}

/// Returns the work of a pass: the root on its home, nothing on other ranks. The bounds that
/// earlier passes have found stay, for other roots too.
pub(super) fn pass<T: Transport>(
    worker: &mut Worker<AlphaBeta, T>,
    root: &Position,
    depth: u8,
    gamma: i32,
) -> Vec<Errand> {
    let here = worker.is_home(root.key());
    let problem = worker.problem_mut();
    // The nodes that the last pass left open are not to be waited for.
    (problem.open, problem.tickets) = (HashMap::new(), HashMap::new());
    (problem.root_value, problem.nodes) = (None, 0);
    let position = PackedPosition::new(root);
    if here { vec![Errand::Search { position, depth, gamma, reply: None }] } else { Vec::new() }
}
