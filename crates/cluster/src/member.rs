//! A rank of a cluster that searches one position together.

use std::time::Duration;

use crate::lead::{Conclusion, Lead};
use crate::local::{Effort, Ending, Identity, Local};
use crate::message::{Message, Order, Orders};
use crate::ring::Ring;
use crate::{Opinion, Totals, Transport};

/// The time between two signs of life of a rank.
const BEAT: Duration = Duration::from_millis(100);

/// The silence of rank 0 after which another rank ends.
const ORPHANED: Duration = Duration::from_secs(20);

/// The least time between two reductions, while a search runs and between searches.
const PACE: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// A rank: the design of Stockfish's cluster branch. Each rank searches the root with threads and a
/// table of its own. Deep records travel round a ring of ranks with their full keys. The counts of
/// nodes and the stop go by reductions that nobody waits for. In the end the ranks
/// [vote](crate::vote).
///
/// Rank 0 leads: it begins searches and ends them, and sends the others the lines of UCI that they
/// are to obey. A rank that it has not heard of for three seconds is lost, and the others go on
/// without it: from then on messages carry everything that reductions carried, because a reduction
/// without one of its ranks never ends.
///
/// Its owner steps it with the time since its start; a step never waits.
#[derive(Debug)]
pub struct Member<T> {
    transport: T,
    identity: Identity,
    /// Rank 0's part; `None` on other ranks.
    lead: Option<Lead>,
    greeted: bool,
    orders: Orders,
    /// By rank: whether it takes part, once that is known.
    members: Option<Vec<bool>>,
    ring: Ring,
    /// The number of the last search that this rank began; 0 before the first.
    search: u64,
    /// The number of the last search that rank 0 has ended, as far as this rank knows.
    stopped: u64,
    /// The number of the last search that this rank's engine was made to end.
    obeyed_stop: u64,
    reduction: Pulse,
    last_beat: Option<Duration>,
    heard_of_lead: Duration,
    ending: Option<Ending>,
}

/// The sums over all ranks.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    /// Whether sums arrive: while all ranks take part.
    works: bool,
    under_way: bool,
    last: Duration,
    /// The effort that this rank gave to the one that is under way.
    given: Effort,
}

impl<T: Transport> Member<T> {
    /// Creates a rank that has sent nothing yet.
    pub fn new(transport: T, identity: Identity) -> Self {
        let lead = (transport.rank() == 0).then(|| Lead::new(transport.size()));
        Self {
            transport,
            identity,
            lead,
            greeted: false,
            orders: Orders::default(),
            members: None,
            ring: Ring::default(),
            search: 0,
            stopped: 0,
            obeyed_stop: 0,
            reduction: Pulse::default(),
            last_beat: None,
            heard_of_lead: Duration::ZERO,
            ending: None,
        }
    }

    /// Returns the transport of this rank.
    pub const fn transport(&self) -> &T {
        &self.transport
    }

    /// Returns the transport and drops the rest.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// Returns whether the ranks that take part are known. Before, nothing can be searched.
    pub const fn is_ready(&self) -> bool {
        self.members.is_some()
    }

    /// Returns the number of ranks that take part.
    pub fn ranks(&self) -> usize {
        self.members.iter().flatten().filter(|&&one| one).count()
    }

    /// On rank 0: has the others obey lines of UCI.
    pub fn obey(&mut self, lines: &str) {
        self.order(&Order::Obey(lines.to_owned()));
    }

    /// On rank 0, whose own engine begins a search: has the others begin it by these lines.
    pub fn begin(&mut self, lines: &str) {
        self.search += 1;
        if let Some(lead) = &mut self.lead {
            lead.begin();
        }
        let (number, lines) = (self.search, lines.to_owned());
        self.order(&Order::Search { number, lines });
    }

    /// On rank 0, whose own engine has ended its search: ends it everywhere. The opinions of the
    /// others are there after `patience` at most.
    pub fn conclude(&mut self, now: Duration, patience: Duration) {
        (self.stopped, self.obeyed_stop) = (self.search, self.search);
        if let Some(lead) = &mut self.lead {
            lead.close(now, patience);
        }
    }

    /// On rank 0: returns the opinions of the others, once, when all are there or time is over.
    pub fn conclusion(&mut self) -> Option<Conclusion> {
        self.lead.as_mut()?.conclusion.take()
    }

    /// On rank 0: returns the effort of the others in this search, as far as it is known.
    pub fn others(&self) -> Effort {
        self.lead.as_ref().map_or_else(Effort::default, Lead::others)
    }

    /// On another rank: sends the opinion of its engine, which has ended the search of that number.
    pub fn answer(&mut self, search: u64, mut opinion: Opinion) {
        opinion.rank = self.transport.rank();
        self.say(0, &Message::Opinion { search, opinion });
    }

    /// On another rank: sends a line for the user.
    pub fn report(&mut self, text: String) {
        self.say(0, &Message::Text(text));
    }

    /// On rank 0: ends all ranks.
    pub fn quit(&mut self) {
        if let Some(lead) = &mut self.lead {
            lead.quits = true;
        }
    }

    /// Does everything that is due at `now`. Returns how this rank ends, when it does.
    pub fn step(&mut self, now: Duration, local: &mut impl Local) -> Option<Ending> {
        if !self.greeted {
            self.greet(now);
        }
        while let Some(words) = self.transport.receive() {
            // Words that are no message come from another version, which is refused by its
            // greeting.
            if let Some((from, message)) = Message::from_words(&words) {
                self.receive(now, from, message, local);
            }
        }
        while let Some(order) = self.orders.next() {
            self.do_as_ordered(order, local);
        }
        self.reduce(now, local);
        if self.stopped >= self.search && self.obeyed_stop < self.search {
            self.obeyed_stop = self.search;
            local.stop();
        }
        if self.stopped < self.search {
            self.ring.send(&mut self.transport, now, |records| local.show(records));
        }
        self.beat(now, local);
        if self.lead.is_some() {
            self.lead_on(now, local);
        } else if now > self.heard_of_lead + ORPHANED {
            self.ending = Some(Ending::Orphaned);
        }
        self.ending.clone()
    }

    fn greet(&mut self, now: Duration) {
        self.greeted = true;
        self.heard_of_lead = now;
        let Identity { version, schema } = self.identity;
        match &mut self.lead {
            Some(lead) => lead.start(now),
            None => self.say(0, &Message::Hello { version, schema }),
        }
    }

    fn receive(&mut self, now: Duration, from: usize, message: Message, local: &mut impl Local) {
        if from == 0 {
            self.heard_of_lead = now;
        }
        if let Some(lead) = &mut self.lead {
            lead.hear(from, now);
        }
        match message {
            Message::Hello { version, schema } => {
                let theirs = Identity { version, schema };
                if let Some(lead) = &mut self.lead {
                    lead.greeted(from, self.identity, theirs);
                }
            }
            Message::Order { number, order } => self.orders.arrive(number, order),
            Message::Records { number, records } => {
                local.learn(&mut records.iter().map(|&(record, _)| record));
                self.ring.receive(&records);
                self.say(from, &Message::Taken { number });
            }
            Message::Taken { number } => self.ring.taken(number),
            Message::Opinion { search, opinion } => {
                if let Some(lead) = self.lead.as_mut().filter(|_| search == self.search) {
                    lead.opinion(opinion);
                }
            }
            Message::Text(text) => local.tell(format!("cluster: rank {from}: {text}")),
            Message::Beat { search, nodes, tb_hits } => {
                if let Some(lead) = self.lead.as_mut().filter(|_| search == self.search) {
                    lead.beat(from, Effort { nodes, tb_hits });
                }
            }
        }
    }

    fn do_as_ordered(&mut self, order: Order, local: &mut impl Local) {
        match order {
            Order::Start { members } => self.take_part(members),
            Order::Leave(why) => self.ending = Some(Ending::Dismissed(why)),
            Order::Obey(lines) => local.obey(&lines),
            Order::Search { number, lines } => {
                // The search before ends, if its stop was not heard.
                local.stop();
                (self.search, self.obeyed_stop) = (number, number - 1);
                local.search(number, &lines);
            }
            Order::Stop { number } => self.stopped = self.stopped.max(number),
            Order::Lost { rank } => self.lose(rank),
            Order::Quit => self.ending = Some(Ending::QuitWithLoss),
        }
    }

    /// Begins with the ranks that take part.
    fn take_part(&mut self, members: Vec<bool>) {
        self.ring.form(&members, self.transport.rank());
        self.reduction.works = members.iter().all(|&one| one);
        self.members = Some(members);
    }

    /// Goes on without a rank.
    fn lose(&mut self, rank: usize) {
        self.reduction.works = false;
        if let Some(members) = &mut self.members {
            members[rank] = false;
            self.ring.form(members, self.transport.rank());
        }
    }

    /// Takes the last sum and gives to the next one: the effort in this search, the last search
    /// that rank 0 has ended, and whether all end.
    fn reduce(&mut self, now: Duration, local: &impl Local) {
        if !self.reduction.works {
            return;
        }
        if self.reduction.under_way
            && let Some(sum) = self.transport.reduced()
        {
            self.reduction.under_way = false;
            let [stopped, searches, quit, _] = sum.tallies;
            self.stopped = self.stopped.max(stopped);
            if quit > 0 {
                // All ranks see it in the same sum, so none starts another.
                self.ending = Some(Ending::Quit);
                return;
            }
            let size = self.transport.size() as u64;
            if let Some(lead) = self.lead.as_mut().filter(|_| searches == self.search * size) {
                let Effort { nodes, tb_hits } = self.reduction.given;
                let others = Effort { nodes: sum.sent - nodes, tb_hits: sum.received - tb_hits };
                lead.summed(self.search, others);
            }
        }
        let pace = PACE[usize::from(self.stopped >= self.search)];
        if self.reduction.under_way || now < self.reduction.last + pace {
            return;
        }
        let given = local.effort();
        let leads = self.lead.as_ref();
        let stopped = if leads.is_some() { self.stopped } else { 0 };
        let quit = u64::from(leads.is_some_and(|lead| lead.quits));
        let own = Totals {
            sent: given.nodes,
            received: given.tb_hits,
            tallies: [stopped, self.search, quit, 0],
            ..Totals::default()
        };
        self.transport.start_reduction(own);
        self.reduction = Pulse { works: true, under_way: true, last: now, given };
    }

    fn beat(&mut self, now: Duration, local: &impl Local) {
        if self.last_beat.is_some_and(|last| now < last + BEAT) {
            return;
        }
        self.last_beat = Some(now);
        let Effort { nodes, tb_hits } = local.effort();
        let message = Message::Beat { search: self.search, nodes, tb_hits };
        if self.lead.is_none() {
            self.say(0, &message);
        } else {
            (1..self.transport.size()).for_each(|rank| self.say_if_there(rank, &message));
        }
    }

    /// Does rank 0's further part of a step.
    fn lead_on(&mut self, now: Duration, local: &mut impl Local) {
        let Some(lead) = &mut self.lead else { return };
        let found = lead.look(now, self.search, self.reduction.works);
        for text in found.told {
            local.tell(text);
        }
        for (rank, order) in found.orders {
            self.send_order(rank, &order);
        }
        for rank in found.lost {
            self.lose(rank);
            self.order(&Order::Lost { rank });
        }
        if found.starts {
            let members = self.lead.as_ref().map_or_else(Vec::new, Lead::members);
            self.order(&Order::Start { members: members.clone() });
            self.take_part(members);
        }
        if found.stops {
            self.order(&Order::Stop { number: self.stopped });
        }
        let quits = self.lead.as_ref().is_some_and(|lead| lead.quits);
        if quits && !self.reduction.works && self.ending.is_none() {
            self.order(&Order::Quit);
            self.ending = Some(Ending::QuitWithLoss);
        }
    }

    fn order(&mut self, order: &Order) {
        (1..self.transport.size()).for_each(|rank| self.send_order(rank, order));
    }

    fn send_order(&mut self, rank: usize, order: &Order) {
        let Some(number) = self.lead.as_mut().and_then(|lead| lead.next_order(rank, order)) else {
            return;
        };
        self.say(rank, &Message::Order { number, order: order.clone() });
    }

    fn say_if_there(&mut self, rank: usize, message: &Message) {
        if self.lead.as_ref().is_none_or(|lead| lead.is_there(rank)) {
            self.say(rank, message);
        }
    }

    fn say(&mut self, to: usize, message: &Message) {
        let words = message.to_words(self.transport.rank());
        self.transport.send(to, words);
    }
}
