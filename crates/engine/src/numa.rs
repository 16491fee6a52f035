//! The processors that the threads of a search run on, where a machine has several NUMA nodes:
//! groups of processors, each with a part of the memory near it.

/// A rule for the threads of a search on a machine with several NUMA nodes. On another machine the
/// rules are the same.
///
/// A thread that is bound runs on the processors of one node, so the memory that it allocates and
/// uses alone stays near. Nodes get threads in proportion to their processors. The transposition
/// table is divided among the nodes whatever the rule.
///
/// ```
/// use engine::{Engine, NumaPolicy};
///
/// let mut engine = Engine::builder().hash(1 << 20).threads(2).build()?;
/// engine.set_numa_policy(NumaPolicy::None);
/// assert!(engine.threads_by_node().is_empty(), "nothing is bound");
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumaPolicy {
    /// As `System` if there are more threads than the smallest node has processors, else as `None`.
    #[default]
    Auto,
    /// Each thread is bound to a node, to those of its processors that this process may use.
    System,
    /// Each thread is bound to a node, to all its processors: also to those from which the process
    /// was kept away by an affinity that it inherited.
    Hardware,
    /// Threads run where the system puts them.
    None,
}

/// The processors of each node on which threads run; none if threads are not bound.
#[derive(Debug, Default)]
pub(crate) struct Placement {
    nodes: Vec<Vec<usize>>,
    threads: usize,
}

impl Placement {
    /// Creates the placement of `threads` threads on this machine.
    pub(crate) fn new(policy: NumaPolicy, threads: usize) -> Self {
        if policy == NumaPolicy::None || policy == NumaPolicy::Auto && threads == 1 {
            return Self::default();
        }
        let allowed = affinity::get();
        let allowed = |processor| allowed.as_ref().is_none_or(|set| affinity::has(set, processor));
        Self::on(tt_core::processors_by_node(), policy, threads, allowed)
    }

    /// Creates the placement on a machine with these nodes, of whose processors this process may
    /// use some.
    fn on(
        mut nodes: Vec<Vec<usize>>,
        policy: NumaPolicy,
        threads: usize,
        allowed: impl Fn(usize) -> bool,
    ) -> Self {
        if policy != NumaPolicy::Hardware {
            nodes.iter_mut().for_each(|node| node.retain(|&processor| allowed(processor)));
            nodes.retain(|node| !node.is_empty());
        }
        let binds = match policy {
            NumaPolicy::Auto => nodes.iter().any(|node| threads > node.len()),
            NumaPolicy::System | NumaPolicy::Hardware => true,
            NumaPolicy::None => false,
        };
        if nodes.len() < 2 || !binds {
            return Self::default();
        }
        Self { nodes, threads }
    }

    /// Returns the number of threads on each node; nothing if threads are not bound.
    pub(crate) fn threads_by_node(&self) -> Vec<usize> {
        let mut counts = vec![0; self.nodes.len()];
        (0..self.threads).filter_map(|thread| self.node(thread)).for_each(|node| counts[node] += 1);
        counts
    }

    /// Returns the node of a thread, numbered from 0; `None` if threads are not bound.
    fn node(&self, thread: usize) -> Option<usize> {
        let total: usize = self.nodes.iter().map(Vec::len).sum();
        let processor = thread * total / self.threads.max(1);
        let mut end = 0;
        self.nodes.iter().position(|node| {
            end += node.len();
            processor < end
        })
    }

    /// Binds the calling thread as the thread of that number. If the system refuses, the thread
    /// runs as before.
    pub(crate) fn bind(&self, thread: usize) {
        if let Some(node) = self.node(thread) {
            affinity::set(&affinity::of(&self.nodes[node]));
        }
    }

    /// Binds the calling thread as the first one, until the guard is dropped.
    pub(crate) fn lead(&self) -> Leading {
        let before = if self.nodes.is_empty() { None } else { affinity::get() };
        self.bind(0);
        Leading(before)
    }
}

/// Gives the thread back the processors that it had.
pub(crate) struct Leading(Option<affinity::Set>);

impl Drop for Leading {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            affinity::set(before);
        }
    }
}

/// The processors on which the calling thread may run, on Linux.
#[cfg(target_os = "linux")]
mod affinity {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) type Set = CpuSet;

    pub(super) fn get() -> Option<Set> {
        sched_getaffinity(None).ok()
    }

    pub(super) fn set(set: &Set) {
        // A set without a processor that is online is refused.
        let _ = sched_setaffinity(None, set);
    }

    pub(super) fn has(set: &Set, processor: usize) -> bool {
        processor < Set::MAX_CPU && set.is_set(processor)
    }

    pub(super) fn of(processors: &[usize]) -> Set {
        let mut set = Set::new();
        processors.iter().filter(|&&one| one < Set::MAX_CPU).for_each(|&one| set.set(one));
        set
    }
}

/// On other systems no thread is bound, because tt-core knows of no nodes there.
#[cfg(not(target_os = "linux"))]
mod affinity {
    pub(super) struct Set;

    pub(super) fn get() -> Option<Set> {
        None
    }

    pub(super) fn set(_: &Set) {}

    pub(super) fn has(_: &Set, _: usize) -> bool {
        true
    }

    pub(super) fn of(_: &[usize]) -> Set {
        Set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the placement on a made-up machine: nodes of four, two and one processors, of which
    /// the process may use the first five.
    fn placement(policy: NumaPolicy, threads: usize) -> Placement {
        let nodes = vec![vec![0, 1, 8, 9], vec![2, 3], vec![10]];
        let allowed = |processor: usize| [0, 1, 8, 2, 3].contains(&processor);
        Placement::on(nodes, policy, threads, allowed)
    }

    #[test]
    fn nodes_have_threads_in_proportion_to_their_processors() {
        for (policy, threads, expected) in [
            (NumaPolicy::System, 1, &[1, 0][..]),
            (NumaPolicy::System, 5, &[3, 2]),
            (NumaPolicy::System, 10, &[6, 4]),
            (NumaPolicy::Hardware, 7, &[4, 2, 1]),
            (NumaPolicy::Hardware, 2, &[2, 0, 0]),
            (NumaPolicy::Auto, 2, &[]),
            (NumaPolicy::Auto, 3, &[2, 1]),
            (NumaPolicy::None, 10, &[]),
        ] {
            let placement = placement(policy, threads);
            assert_eq!(placement.threads_by_node(), expected, "{policy:?}, {threads} threads");
        }
    }

    #[test]
    fn on_one_node_no_thread_is_bound() {
        for nodes in [vec![], vec![vec![0, 1]], vec![vec![0, 1], vec![4, 5]]] {
            let placement = Placement::on(nodes, NumaPolicy::System, 8, |processor| processor < 4);
            assert_eq!(placement.threads_by_node(), []);
        }
    }

    /// The nodes are made up of processors that this machine has.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_bound_thread_runs_on_its_node_and_the_leader_is_released() {
        let here = || affinity::get().expect("Linux says where a thread may run");
        let before = here();
        let processors: Vec<_> = (0..1_024).filter(|&one| affinity::has(&before, one)).collect();
        let [first, last] = [processors[0], processors[processors.len() - 1]];
        let nodes = vec![vec![first], vec![last]];
        let placement = Placement::on(nodes, NumaPolicy::System, 2, |_| true);
        let leading = placement.lead();
        assert_eq!(here(), affinity::of(&[first]));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert_eq!(here(), affinity::of(&[first]), "inherited");
                placement.bind(1);
                assert_eq!(here(), affinity::of(&[last]));
            });
        });
        drop(leading);
        assert_eq!(here(), before);
    }
}
