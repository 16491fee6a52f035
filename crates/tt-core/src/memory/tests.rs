//! The memory of this machine, and of made-up ones with other pages or several NUMA nodes.

use core::sync::atomic::{AtomicU64, Ordering};
use std::format;

use super::{Buckets, HUGE_PAGE, Pages, available_threads, threads_for};

#[test]
fn buckets_start_empty_and_are_as_many_as_fit() {
    for bytes in [8, 15, 16, 4_096, HUGE_PAGE - 1, HUGE_PAGE, 3 * HUGE_PAGE + 9] {
        for pages in [Pages::Huge, Pages::Small, Pages::Gigantic] {
            let buckets = Buckets::<AtomicU64>::new(bytes, pages, 2).unwrap();
            assert_eq!(buckets.len(), bytes / 8);
            assert!(buckets.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }
}

#[test]
fn less_than_a_huge_page_is_filled_by_one_thread() {
    assert_eq!(threads_for(HUGE_PAGE - 1), 1);
    assert_eq!(threads_for(HUGE_PAGE), available_threads());
    assert!(available_threads() > 0);
}

#[cfg(feature = "std")]
#[test]
fn work_is_done_once_for_each_thread_that_is_asked_for() {
    for threads in 0..6 {
        let calls = AtomicU64::new(0);
        super::fill::on_threads(threads, || {
            calls.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(calls.into_inner(), threads.max(1) as u64, "{threads} threads");
    }
}

#[test]
fn large_blocks_stand_on_huge_pages() {
    let buckets = Buckets::<AtomicU64>::new(HUGE_PAGE, Pages::Huge, 1).unwrap();
    assert_eq!(buckets.as_ptr() as usize % HUGE_PAGE, 0);
}

#[test]
fn impossible_sizes_are_errors_that_name_the_size() {
    let expected = [
        (0, "a table of 0 bytes is smaller than one bucket of 8 bytes"),
        (7, "a table of 7 bytes is smaller than one bucket of 8 bytes"),
        (usize::MAX, "exceeds the address space"),
        (isize::MAX as usize, "exceeds the "),
    ];
    for (bytes, text) in expected {
        let error = Buckets::<AtomicU64>::new(bytes, Pages::Huge, 1).map(|_| ()).unwrap_err();
        assert!(format!("{error}").contains(text), "{error}");
    }
}

#[cfg(all(feature = "std", target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use core::ptr::{NonNull, null_mut};
    use std::collections::HashMap;
    use std::format;
    use std::io::Write;
    use std::string::ToString;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};
    use std::vec::Vec;

    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};

    use super::super::fill::{PART, fill};
    use super::super::report::Found;
    use super::super::system::System;
    use super::{AtomicU64, Buckets, HUGE_PAGE, Ordering, Pages};

    #[derive(Default)]
    struct Fake {
        available: Option<u64>,
        nodes: usize,
        /// Bytes of "gigantic" pages, ordinary ones in truth, that are set aside.
        gigantic: usize,
        found: Found,
        /// Calls of `advise`: bytes, and whether for huge pages.
        advised: Mutex<Vec<(usize, bool)>>,
        /// On which node a thread is.
        places: Mutex<HashMap<ThreadId, usize>>,
    }

    /// The size of a gigantic page of the fake machine, in bytes.
    const GIGANTIC: usize = 4 << 20;

    impl System for Fake {
        fn available(&self) -> Option<u64> {
            self.available
        }

        fn gigantic_page(&self) -> Option<usize> {
            Some(GIGANTIC)
        }

        fn map_gigantic(&self, bytes: usize) -> Option<NonNull<u8>> {
            assert!(bytes > 0 && bytes.is_multiple_of(GIGANTIC));
            if bytes > self.gigantic {
                return None;
            }
            let access = ProtFlags::READ | ProtFlags::WRITE;
            // SAFETY: a new mapping at an address of the system's choice overlaps nothing that
            // exists.
            let start = unsafe { mmap_anonymous(null_mut(), bytes, access, MapFlags::PRIVATE) };
            NonNull::new(start.unwrap().cast())
        }

        fn advise(&self, start: NonNull<u8>, bytes: usize, huge: bool) {
            assert_eq!(start.addr().get() % HUGE_PAGE, 0);
            self.advised.lock().unwrap().push((bytes, huge));
        }

        fn pages(&self, _start: NonNull<u8>, _bytes: usize) -> Found {
            self.found
        }

        fn nodes(&self) -> usize {
            self.nodes
        }

        fn on_node(&self, node: usize, work: &mut dyn FnMut()) {
            let id = thread::current().id();
            assert_eq!(self.places.lock().unwrap().insert(id, node), None, "not yet elsewhere");
            work();
            self.places.lock().unwrap().remove(&id);
        }
    }

    fn buckets(fake: &Fake, bytes: usize, pages: Pages) -> Buckets<AtomicU64> {
        let buckets = Buckets::<AtomicU64>::on(fake, bytes, pages, 2).unwrap();
        assert_eq!(buckets.len(), bytes / 8);
        assert!(buckets.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        buckets
    }

    #[test]
    fn gigantic_pages_are_taken_where_they_are_set_aside() {
        let found = Found { page: Some(1 << 30), huge: Some(0) };
        // They are not part of the memory that counts as available.
        let fake = Fake { gigantic: 2 * GIGANTIC, found, available: Some(0), ..Fake::default() };
        let taken = buckets(&fake, 2 * GIGANTIC, Pages::Gigantic);
        assert_eq!(taken.mapped, Some(2 * GIGANTIC));
        assert!(fake.advised.lock().unwrap().is_empty());
        let report = taken.report_on(&fake);
        assert_eq!((report.bytes, report.asked), (2 * GIGANTIC, Pages::Gigantic));
        assert_eq!((report.page, report.huge, report.nodes), (Some(1 << 30), Some(0), 1));
    }

    #[test]
    fn without_gigantic_pages_huge_ones_are_asked_for() {
        let fake = Fake { gigantic: GIGANTIC, ..Fake::default() };
        // More than there are; not a whole number of them.
        for bytes in [2 * GIGANTIC, GIGANTIC + HUGE_PAGE] {
            let taken = buckets(&fake, bytes, Pages::Gigantic);
            assert_eq!((taken.mapped, taken.asked()), (None, Pages::Gigantic));
            assert_eq!(fake.advised.lock().unwrap().pop(), Some((bytes, true)));
        }
    }

    #[test]
    fn huge_and_small_pages_are_asked_for_by_tables_that_fill_one() {
        let fake = Fake { gigantic: GIGANTIC, ..Fake::default() };
        for (bytes, pages, asked) in [
            (GIGANTIC, Pages::Huge, Some((GIGANTIC, true))),
            (GIGANTIC, Pages::Small, Some((GIGANTIC, false))),
            (HUGE_PAGE - 8, Pages::Huge, None),
            (HUGE_PAGE, Pages::Huge, Some((HUGE_PAGE, true))),
        ] {
            assert_eq!(buckets(&fake, bytes, pages).mapped, None);
            assert_eq!(fake.advised.lock().unwrap().pop(), asked);
        }
    }

    #[test]
    fn what_is_not_available_is_refused_whatever_the_pages() {
        let bytes = HUGE_PAGE + 104;
        let fake = Fake { available: Some(bytes as u64 - 5), ..Fake::default() };
        for pages in [Pages::Huge, Pages::Small, Pages::Gigantic] {
            let error = Buckets::<AtomicU64>::on(&fake, bytes, pages, 1).map(|_| ()).unwrap_err();
            let text = "a table of 2097256 bytes exceeds the 2097251 bytes of memory available";
            assert_eq!(error.to_string(), text);
            assert!(Buckets::<AtomicU64>::on(&fake, bytes - 8, pages, 1).is_ok());
        }
    }

    /// A program may make many of them, and each question reads several files.
    #[test]
    fn a_small_table_asks_the_system_nothing() {
        struct Silent;
        impl System for Silent {
            fn available(&self) -> Option<u64> {
                panic!("a small table asks what is available")
            }

            fn nodes(&self) -> usize {
                panic!("a small table asks for the nodes")
            }
        }
        let buckets = Buckets::<AtomicU64>::on(&Silent, 1 << 10, Pages::Huge, 1).unwrap();
        assert_eq!(buckets.len(), 128);
    }

    /// Each item records on which node it was touched: equal pieces, in the order of the nodes, for
    /// any number of threads.
    #[test]
    fn every_item_is_touched_once_and_on_its_node() {
        for nodes in [1, 2, 3] {
            let fake = Fake { nodes, ..Fake::default() };
            for threads in [0, 1, 2, 7] {
                for len in [0, 1, PART - 1, PART, PART + 1, 3 * PART + 5, 6 * PART] {
                    let mut items = std::vec![usize::MAX; len];
                    let touches = Mutex::new(0);
                    fill(&fake, &mut items, threads, || {
                        *touches.lock().unwrap() += 1;
                        fake.places
                            .lock()
                            .unwrap()
                            .get(&thread::current().id())
                            .copied()
                            .unwrap_or(0)
                    });
                    assert_eq!(touches.into_inner().unwrap(), len);
                    assert!(items.is_sorted(), "in the order of the nodes");
                    let used = nodes.min(len.div_ceil(PART)).max(1);
                    let piece = len.div_ceil(used).next_multiple_of(PART);
                    for (i, &node) in items.iter().enumerate() {
                        let expected = if len > PART { i / piece } else { 0 };
                        assert_eq!(
                            node, expected,
                            "{nodes} nodes, {threads} threads, {i} of {len}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_report_counts_the_nodes() {
        let fake = Fake { nodes: 2, ..Fake::default() };
        let report = buckets(&fake, 16 * PART, Pages::Huge).report_on(&fake);
        assert_eq!((report.nodes, report.page, report.huge), (2, None, None));
    }

    /// Overcommit would grant this; the check must not.
    #[test]
    fn more_than_the_memory_available_is_refused_before_it_is_allocated() {
        let error = Buckets::<AtomicU64>::new(1 << 46, Pages::Huge, 1).map(|_| ()).unwrap_err();
        assert!(format!("{error}").ends_with("bytes of memory available"), "{error}");
    }

    /// On this machine a table on small pages has no huge one, and one that asks for huge pages has
    /// some, unless they are switched off.
    #[test]
    fn this_machine_tells_what_it_gave() {
        let report = |pages| {
            let buckets = Buckets::<AtomicU64>::new(16 * HUGE_PAGE, pages, 1).unwrap();
            buckets.report()
        };
        let small = report(Pages::Small);
        let page = rustix::param::page_size();
        assert_eq!((small.page, small.huge), (Some(page), Some(0)));
        let huge = report(Pages::Huge);
        assert!(huge.nodes >= 1 && huge.bytes == 16 * HUGE_PAGE && huge.page == Some(page));
        let switch = "/sys/kernel/mm/transparent_hugepage/enabled";
        if std::fs::read_to_string(switch).is_ok_and(|text| !text.contains("[never]")) {
            assert!(huge.huge > Some(0), "{huge}");
        } else {
            // Directly, because the tests' printing is not shown.
            let skipped = "SKIPPED huge pages of this machine: they are switched off";
            writeln!(std::io::stderr(), "{skipped}").unwrap();
        }
    }
}
