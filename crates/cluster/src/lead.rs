//! Rank 0's knowledge of the other ranks.

use std::time::Duration;

use crate::Opinion;
use crate::local::{Effort, Identity};
use crate::message::Order;

/// The time that rank 0 waits for the others when the cluster starts.
const GATHERING: Duration = Duration::from_secs(10);

/// The silence after which a rank is lost; the second holds when rank 0 concludes a search.
const LOST: Duration = Duration::from_secs(3);
const SUSPECT: Duration = Duration::from_millis(500);

/// The time after a stop that rank 0 waits for opinions before messages carry the stop too.
const GRACE: Duration = Duration::from_millis(5);

/// The opinions of all ranks except 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conclusion {
    /// Those that were there in time, by rank.
    pub opinions: Vec<Opinion>,
    /// The effort of the ranks that gave none, as far as it is known.
    pub lost: Effort,
}

/// The actions that [`Lead::look`] asks for.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) told: Vec<String>,
    pub(crate) orders: Vec<(usize, Order)>,
    pub(crate) lost: Vec<usize>,
    pub(crate) starts: bool,
    pub(crate) stops: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Expected,
    Greeted,
    Refused,
    Gone,
}

#[derive(Clone, Debug)]
struct Peer {
    standing: Standing,
    heard: Duration,
    orders: u64,
    effort: Effort,
    opinion: Option<Opinion>,
}

#[derive(Clone, Debug)]
struct Closing {
    since: Duration,
    patience: Duration,
    stop_sent: bool,
}

/// Rank 0's part of a [`Member`](crate::Member).
#[derive(Clone, Debug)]
pub(crate) struct Lead {
    /// By rank; the first is rank 0 itself.
    peers: Vec<Peer>,
    begun: Duration,
    looked: Duration,
    started: bool,
    refusals: Vec<(usize, String)>,
    /// The number of the last search with a reduction, and the effort of the others in it.
    summed: Option<(u64, Effort)>,
    search: u64,
    closing: Option<Closing>,
    pub(crate) conclusion: Option<Conclusion>,
    pub(crate) quits: bool,
}

impl Lead {
    pub(crate) fn new(size: usize) -> Self {
        let peer = Peer {
            standing: Standing::Expected,
            heard: Duration::ZERO,
            orders: 0,
            effort: Effort::default(),
            opinion: None,
        };
        let mut peers = vec![peer; size];
        peers[0].standing = Standing::Greeted;
        Self {
            peers,
            begun: Duration::ZERO,
            looked: Duration::ZERO,
            started: false,
            refusals: Vec::new(),
            summed: None,
            search: 0,
            closing: None,
            conclusion: None,
            quits: false,
        }
    }

    pub(crate) fn start(&mut self, now: Duration) {
        (self.begun, self.looked) = (now, now);
    }

    pub(crate) fn hear(&mut self, from: usize, now: Duration) {
        if let Some(peer) = self.peers.get_mut(from) {
            peer.heard = now;
        }
    }

    /// Accepts the greeting of a rank, or notes why the rank is refused.
    pub(crate) fn greeted(&mut self, from: usize, ours: Identity, theirs: Identity) {
        let late = self.started;
        let Some(peer) =
            self.peers.get_mut(from).filter(|peer| peer.standing == Standing::Expected)
        else {
            return;
        };
        let why = if late {
            "it came too late"
        } else if theirs.version != ours.version {
            "it is of another version"
        } else if theirs.schema != ours.schema {
            "its keys or records are made in another way"
        } else {
            peer.standing = Standing::Greeted;
            return;
        };
        peer.standing = Standing::Refused;
        self.refusals.push((from, why.to_owned()));
    }

    pub(crate) fn members(&self) -> Vec<bool> {
        self.peers.iter().map(|peer| peer.standing == Standing::Greeted).collect()
    }

    pub(crate) fn is_there(&self, rank: usize) -> bool {
        self.peers[rank].standing == Standing::Greeted
    }

    /// Returns the number of an order to a rank; none if it is not to be sent there.
    pub(crate) fn next_order(&mut self, rank: usize, order: &Order) -> Option<u64> {
        let peer = &mut self.peers[rank];
        (peer.standing == Standing::Greeted || matches!(order, Order::Leave(_))).then(|| {
            peer.orders += 1;
            peer.orders
        })
    }

    pub(crate) fn begin(&mut self) {
        self.search += 1;
        self.summed = None;
        self.closing = None;
        self.conclusion = None;
        for peer in &mut self.peers {
            (peer.effort, peer.opinion) = (Effort::default(), None);
        }
    }

    pub(crate) fn close(&mut self, now: Duration, patience: Duration) {
        self.closing = Some(Closing { since: now, patience, stop_sent: false });
    }

    pub(crate) fn opinion(&mut self, opinion: Opinion) {
        let Some(peer) = self.peers.get_mut(opinion.rank) else { return };
        peer.effort = Effort { nodes: opinion.nodes, tb_hits: opinion.tb_hits };
        peer.opinion = Some(opinion);
    }

    pub(crate) fn beat(&mut self, from: usize, effort: Effort) {
        if let Some(peer) = self.peers.get_mut(from).filter(|peer| peer.opinion.is_none()) {
            peer.effort = effort;
        }
    }

    pub(crate) fn summed(&mut self, search: u64, others: Effort) {
        self.summed = Some((search, others));
    }

    /// Returns the effort of the others in this search: of each count the greater of the
    /// reductions' and the messages', since both only lag behind.
    pub(crate) fn others(&self) -> Effort {
        let mut sum = Effort::default();
        for Peer { effort, .. } in &self.peers[1..] {
            sum.nodes += effort.nodes;
            sum.tb_hits += effort.tb_hits;
        }
        let summed = self.summed.filter(|&(search, _)| search == self.search);
        summed.map_or(sum, |(_, one)| Effort {
            nodes: sum.nodes.max(one.nodes),
            tb_hits: sum.tb_hits.max(one.tb_hits),
        })
    }

    /// Finds out which ranks are there, and whether a search may be concluded; `sums` says whether
    /// reductions work.
    pub(crate) fn look(&mut self, now: Duration, search: u64, sums: bool) -> Findings {
        self.search = search;
        let mut found = Findings::default();
        // A pause of this rank is no silence of the others.
        let slept = now.saturating_sub(self.looked);
        if slept > SUSPECT / 2 {
            self.peers.iter_mut().for_each(|peer| peer.heard += slept);
        }
        self.looked = now;
        for (rank, why) in std::mem::take(&mut self.refusals) {
            found.told.push(format!("cluster: rank {rank} is refused, because {why}"));
            found.orders.push((rank, Order::Leave(why)));
        }
        if !self.started {
            self.gather(now, &mut found);
        }
        if self.started {
            self.find_lost(now, LOST, &mut found);
            self.conclude(now, sums, &mut found);
        }
        found
    }

    fn gather(&mut self, now: Duration, found: &mut Findings) {
        let waits = now < self.begun + GATHERING;
        for (rank, peer) in self.peers.iter_mut().enumerate() {
            if peer.standing == Standing::Expected && !waits {
                found.told.push(format!(
                    "cluster: rank {rank} has not been heard of for {} s, and is left out",
                    GATHERING.as_secs()
                ));
                // If it comes after all, it finds this order.
                found.orders.push((rank, Order::Leave("it came too late".to_owned())));
                peer.standing = Standing::Gone;
            }
        }
        let waiting = self.peers.iter().any(|peer| peer.standing == Standing::Expected);
        if !waiting || !waits {
            self.started = true;
            found.starts = true;
            self.peers.iter_mut().for_each(|peer| peer.heard = now);
        }
    }

    fn find_lost(&mut self, now: Duration, limit: Duration, found: &mut Findings) {
        for (rank, peer) in self.peers.iter_mut().enumerate().skip(1) {
            if peer.standing != Standing::Greeted || now < peer.heard + limit {
                continue;
            }
            let silent = now.saturating_sub(peer.heard).as_secs_f64();
            found.told.push(format!(
                "cluster: rank {rank} is lost, not heard of for {silent:.1} s: with it its table \
                 and {} nodes of this search",
                peer.effort.nodes
            ));
            found.orders.push((rank, Order::Leave(format!("it was silent for {silent:.1} s"))));
            found.lost.push(rank);
            peer.standing = Standing::Gone;
        }
    }

    fn conclude(&mut self, now: Duration, sums: bool, found: &mut Findings) {
        let Some(closing) = &mut self.closing else { return };
        let waited = now.saturating_sub(closing.since);
        if !closing.stop_sent && (!sums || !found.lost.is_empty() || waited >= GRACE) {
            closing.stop_sent = true;
            found.stops = true;
        }
        let over = waited >= closing.patience;
        let silent = |peer: &Peer| peer.standing == Standing::Greeted && peer.opinion.is_none();
        let missing = self.peers[1..].iter().any(silent);
        if missing && !over {
            return;
        }
        let patience = closing.patience.as_millis();
        self.closing = None;
        self.find_lost(now, SUSPECT, found);
        let mut conclusion = Conclusion::default();
        for (rank, peer) in self.peers.iter().enumerate().skip(1) {
            if let Some(opinion) = &peer.opinion {
                conclusion.opinions.push(opinion.clone());
                continue;
            }
            conclusion.lost.nodes += peer.effort.nodes;
            conclusion.lost.tb_hits += peer.effort.tb_hits;
            if peer.standing == Standing::Greeted {
                found.told.push(format!("cluster: no answer from rank {rank} in {patience} ms"));
            }
        }
        self.conclusion = Some(conclusion);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn effort(nodes: u64, tb_hits: u64) -> Effort {
        Effort { nodes, tb_hits }
    }

    /// Returns rank 0 in its first search, of which ranks 1 and 2 have said how far they are, and
    /// rank 1 its opinion.
    fn lead() -> Lead {
        let mut lead = Lead::new(3);
        lead.start(at(0));
        let identity = Identity { version: 1, schema: 1 };
        [1, 2].into_iter().for_each(|rank| lead.greeted(rank, identity, identity));
        assert!(lead.look(at(1), 0, true).starts);
        lead.begin();
        lead.beat(1, effort(10, 1));
        lead.beat(2, effort(20, 5));
        assert_eq!(lead.others(), effort(30, 6));
        let Effort { nodes, tb_hits } = effort(50, 2);
        let (best, ponder, score, depth, pv) = (0, 0, 0, 1, Vec::new());
        lead.opinion(Opinion { rank: 1, best, ponder, score, depth, nodes, tb_hits, pv });
        lead
    }

    #[test]
    fn an_opinion_is_a_ranks_last_word_and_a_sum_counts_in_its_search() {
        let mut lead = lead();
        lead.beat(1, effort(11, 1));
        assert_eq!(lead.others(), effort(70, 7));
        lead.summed(1, effort(90, 3));
        assert_eq!(lead.others(), effort(90, 7));
        lead.summed(0, effort(900, 30));
        assert_eq!(lead.others(), effort(70, 7));
    }

    #[test]
    fn a_search_ends_without_the_rank_that_is_late_and_a_pause_loses_nobody() {
        let mut lead = lead();
        lead.close(at(10), at(100));
        assert!(!lead.look(at(11), 1, true).stops, "a sum may be under way");
        assert!(lead.look(at(12), 1, false).stops);
        assert_eq!(lead.look(at(111), 1, true).told, ["cluster: no answer from rank 2 in 100 ms"]);
        let Conclusion { opinions, lost } = lead.conclusion.take().expect("the search has ended");
        assert_eq!((opinions.len(), lost), (1, effort(20, 5)));
        assert!(lead.look(at(20_000), 1, true).lost.is_empty());
    }

    /// Rank 1 is heard of at each look.
    #[test]
    fn a_rank_that_is_silent_when_a_search_ends_is_lost_with_its_nodes_and_told_to_leave() {
        let mut lead = lead();
        let look = |lead: &mut Lead, now| {
            lead.hear(1, at(now));
            lead.look(at(now), 1, true)
        };
        for now in [200, 400, 600] {
            assert!(look(&mut lead, now).lost.is_empty());
        }
        lead.close(at(600), at(100));
        assert_eq!([604, 605, 606].map(|now| look(&mut lead, now).stops), [false, true, false]);
        assert!(lead.conclusion.is_none());
        let found = look(&mut lead, 701);
        let told = "cluster: rank 2 is lost, not heard of for 0.7 s: with it its table and 20 \
                    nodes of this search";
        assert_eq!((&found.lost[..], &found.told[..]), (&[2][..], &[told.to_owned()][..]));
        assert_eq!(found.orders, [(2, Order::Leave("it was silent for 0.7 s".to_owned()))]);
        let Conclusion { opinions, lost } = lead.conclusion.take().expect("the search has ended");
        assert_eq!((opinions.len(), lost), (1, effort(20, 5)));
        assert!(!lead.is_there(2) && look(&mut lead, 800).lost.is_empty());
    }

    #[test]
    fn a_rank_that_never_greeted_is_told_to_leave_and_nothing_else() {
        let mut lead = Lead::new(2);
        lead.start(at(0));
        let mut told = lead.look(at(10_000), 0, true).orders;
        let (rank, leave) = told.pop().expect("an order");
        assert_eq!((rank, lead.next_order(rank, &leave)), (1, Some(1)));
        assert_eq!(lead.next_order(rank, &Order::Obey("isready".to_owned())), None);
    }
}
