//! The operations that a table of one process and a shared one have in common.

/// Defines the methods that work by `handle()`, in the `impl` of a table with a field `statistics`.
macro_rules! operations {
    () => {
        /// Returns the record of `key`, if there is one. A policy that refreshes makes it one of
        /// the current generation.
        #[inline]
        #[must_use]
        pub fn probe(&self, key: u64) -> Option<P> {
            self.handle().probe(key)
        }

        /// Offers a record of `key` to the table; the policy may refuse it.
        ///
        /// If the table has a record of that key, which the policy `R` lets go, then what is stored
        /// is [`payload.inherit(old)`](Payload::inherit), with that record as `old`. Whether it is
        /// let go is decided by the claim of `payload` itself, before it inherits; and so is whose
        /// place it takes if there is no record of the key. Beyond that, `inherit` may be called
        /// for nothing, with a record of another key or of an empty slot as `old`; the result is
        /// then dropped.
        #[inline]
        pub fn store(&self, key: u64, payload: P) {
            self.handle().store(key, payload);
        }

        /// Changes the record of `key` by a function of it and returns the result, or `None` if
        /// there is no record. The policy is not asked; the record is then one of the current
        /// generation.
        ///
        /// Threads that update one record lose no change: each is made by compare-and-swap and
        /// tried again, from the record as it is then, if another thread was quicker. A record that
        /// another thread is writing at this moment is not found. So a caller that knows of the
        /// record tries again after `None`, some times. (Between [`probe`](Self::probe) and
        /// [`store`](Self::store) another thread's change is lost.)
        ///
        /// ```
        /// use tt_core::{Entry, Table};
        ///
        /// let table = Table::new(1 << 20)?;
        /// let count = |entry: Entry| Entry { score: entry.score + 1, ..entry };
        /// assert_eq!(table.update(7, count), None, "nothing to change");
        /// table.store(7, Entry::default());
        /// std::thread::scope(|scope| {
        ///     for _ in 0..2 {
        ///         let add = || (0..500).for_each(|_| while table.update(7, count).is_none() {});
        ///         scope.spawn(add);
        ///     }
        /// });
        /// assert_eq!(table.probe(7).map(|entry| entry.score), Some(1_000));
        /// # Ok::<(), tt_core::AllocError>(())
        /// ```
        #[inline]
        pub fn update(&self, key: u64, change: impl FnMut(P) -> P) -> Option<P> {
            self.handle().update(key, change)
        }

        /// Brings the bucket of `key` nearer, for a probe or store some hundred cycles later. It
        /// changes nothing.
        #[inline]
        pub fn prefetch(&self, key: u64) {
            self.handle().prefetch(key);
        }

        /// Returns how full the table is with records of the current generation, per mille, from a
        /// sample of a thousand slots spread over the table. Between two calls of
        /// [`advance_generation`](Self::advance_generation) it does not fall.
        #[must_use]
        pub fn hashfull(&self) -> u32 {
            self.handle().hashfull()
        }

        /// Returns the number of buckets.
        #[must_use]
        pub fn buckets(&self) -> usize {
            self.handle().buckets.len()
        }

        /// Returns the number of records the table can hold.
        #[must_use]
        pub fn capacity(&self) -> usize {
            self.buckets() * L::Bucket::WAYS
        }

        /// Returns the size of all buckets in bytes: at most the requested size. A shared table's
        /// file is longer by its header.
        #[must_use]
        pub fn bytes(&self) -> usize {
            size_of_val(self.handle().buckets)
        }

        /// Returns the statistics of the operations on this table by this process.
        #[must_use]
        pub fn statistics(&self) -> &S {
            &self.statistics
        }

        /// Returns how the records spread over priorities, bounds and ages. It looks at every slot.
        #[must_use]
        pub fn snapshot(&self) -> Snapshot {
            self.handle().snapshot()
        }

        /// Returns the slots of the bucket of `key`, in their order. Nothing is changed, refreshed
        /// or counted.
        #[must_use]
        pub fn bucket_of(&self, key: u64) -> Vec<Option<Record<P>>> {
            self.handle().bucket_of(key)
        }
    };
}

pub(crate) use operations;
