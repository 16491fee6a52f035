//! Ranks as processes under MPI.

use mpi::Threading;
use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};

use crate::{Totals, Transport};

/// This process among those that `mpirun` started.
///
/// Sends are non-blocking and of standard mode; their buffers live until MPI is done with them. At
/// its end the transport waits for what it has sent, so it may only end when all ranks have
/// received all.
pub struct MpiTransport {
    sends: Vec<Sending>,
    reduction: Option<Reduction>,
    world: SimpleCommunicator,
    /// MPI ends with it, after all else.
    _universe: Universe,
}

/// A batch that MPI may still read.
struct Sending {
    request: Option<Request<'static, [u64], StaticScope>>,
    batch: *mut [u64],
}

/// A sum that MPI may still write.
struct Reduction {
    request: Option<Request<'static, Sums, StaticScope>>,
    own: *mut Sums,
    sums: *mut Sums,
}

type Sums = [u64; Totals::WORDS];

impl MpiTransport {
    /// Starts MPI in this process; nothing if it was started before.
    #[must_use]
    pub fn start() -> Option<Self> {
        // Other threads of the process leave MPI alone.
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)?;
        let world = universe.world();
        Some(Self { sends: Vec::new(), reduction: None, world, _universe: universe })
    }
}

impl Transport for MpiTransport {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn send(&mut self, to: usize, batch: Vec<u64>) {
        self.sends.retain_mut(|sending| !sending.is_done());
        let batch = Box::into_raw(batch.into_boxed_slice());
        // SAFETY: the pointer is a box's. Nobody writes there, and the box is made again only when
        // the request, which alone keeps the reference, is complete.
        let words: &'static [u64] = unsafe { &*batch };
        let to = self.world.process_at_rank(to as i32);
        let request = Some(to.immediate_send(StaticScope, words));
        self.sends.push(Sending { request, batch });
    }

    fn receive(&mut self) -> Option<Vec<u64>> {
        let message = self.world.any_process().immediate_matched_probe()?;
        Some(message.matched_receive_vec().0)
    }

    fn start_reduction(&mut self, own: Totals) {
        assert!(self.reduction.is_none(), "one reduction is under way");
        let own = Box::into_raw(Box::new(own.to_words()));
        let sums = Box::into_raw(Box::new([0; Totals::WORDS]));
        // SAFETY: as in `send`.
        let from: &'static Sums = unsafe { &*own };
        // SAFETY: the pointer is a box's, and nobody looks there before the request is complete.
        let to: &'static mut Sums = unsafe { &mut *sums };
        let sum = SystemOperation::sum();
        let request = self.world.immediate_all_reduce_into(StaticScope, from, to, sum);
        self.reduction = Some(Reduction { request: Some(request), own, sums });
    }

    fn reduced(&mut self) -> Option<Totals> {
        let reduction = self.reduction.as_mut()?;
        if let Some(Err(request)) = reduction.request.take().map(Request::test) {
            reduction.request = Some(request);
            return None;
        }
        // SAFETY: the request is complete, so MPI has written the sums and reads and writes no
        // more.
        let sums = unsafe { *reduction.sums };
        self.reduction = None;
        Some(Totals::from_words(sums))
    }
}

impl Sending {
    /// Returns whether MPI is done with the batch.
    fn is_done(&mut self) -> bool {
        if let Some(Err(request)) = self.request.take().map(Request::test) {
            self.request = Some(request);
        }
        self.request.is_none()
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        if let Some(request) = self.request.take() {
            request.wait_without_status();
        }
        // SAFETY: the pointer is a box's, and the request, which was complete, is gone.
        drop(unsafe { Box::from_raw(self.batch) });
    }
}

impl Drop for Reduction {
    fn drop(&mut self) {
        if let Some(request) = self.request.take() {
            request.wait_without_status();
        }
        // SAFETY: as for a batch.
        drop(unsafe { Box::from_raw(self.own) });
        // SAFETY: as for a batch.
        drop(unsafe { Box::from_raw(self.sums) });
    }
}
