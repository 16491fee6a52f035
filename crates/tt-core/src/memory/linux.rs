//! Linux, as far as a table's memory is concerned.

use core::ptr::{NonNull, null_mut};
use std::fs::{read_dir, read_to_string};
use std::path::Path;
use std::vec::Vec;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::available::available;
use super::report::Found;
use super::system::System;

/// A Linux machine, whose facts are in files below `root`.
pub(super) struct Linux<'a> {
    root: &'a Path,
}

impl Linux<'_> {
    pub(super) fn here() -> Self {
        Self { root: Path::new("/") }
    }

    /// Returns the processors of each NUMA node that has some, in the order of the nodes.
    pub(super) fn processors(&self) -> Vec<Vec<usize>> {
        let folder = read_dir(self.root.join("sys/devices/system/node"));
        let entries = folder.into_iter().flatten().flatten();
        let mut nodes: Vec<(u32, Vec<usize>)> = entries
            .filter_map(|entry| {
                let number = entry.file_name().to_str()?.strip_prefix("node")?.parse().ok()?;
                let list = read_to_string(entry.path().join("cpulist")).ok()?;
                let processors = numbers(list.trim())?;
                (!processors.is_empty()).then_some((number, processors))
            })
            .collect();
        nodes.sort();
        nodes.into_iter().map(|(_, processors)| processors).collect()
    }
}

impl System for Linux<'_> {
    fn available(&self) -> Option<u64> {
        available(self.root)
    }

    fn gigantic_page(&self) -> Option<usize> {
        usize::try_from(1_u64 << 30).ok()
    }

    fn map_gigantic(&self, bytes: usize) -> Option<NonNull<u8>> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        let flags = MapFlags::PRIVATE | MapFlags::HUGETLB | MapFlags::HUGE_1GB;
        // SAFETY: a new mapping at an address of the system's choice overlaps nothing that exists.
        let start = unsafe { mmap_anonymous(null_mut(), bytes, access, flags) };
        start.ok().and_then(|start| NonNull::new(start.cast()))
    }

    fn advise(&self, start: NonNull<u8>, bytes: usize, huge: bool) {
        let advice = if huge { Advice::LinuxHugepage } else { Advice::LinuxNoHugepage };
        // SAFETY: the range is a block that the caller owns, and this advice does not change its
        // contents.
        let _ = unsafe { madvise(start.as_ptr().cast(), bytes, advice) };
    }

    fn pages(&self, start: NonNull<u8>, bytes: usize) -> Found {
        let text = read_to_string(self.root.join("proc/self/smaps")).unwrap_or_default();
        pages_of(&text, start.addr().get(), bytes)
    }

    fn nodes(&self) -> usize {
        self.processors().len().max(1)
    }

    fn on_node(&self, node: usize, work: &mut dyn FnMut()) {
        let before = sched_getaffinity(None);
        if let (Ok(before), Some(processors)) = (&before, self.processors().get(node)) {
            let mut set = CpuSet::new();
            let known = processors.iter().filter(|&&processor| processor < CpuSet::MAX_CPU);
            known.filter(|&&processor| before.is_set(processor)).for_each(|&cpu| set.set(cpu));
            // A set that the kernel refuses, an empty one say, leaves the thread where it is.
            let _ = sched_setaffinity(None, &set);
        }
        work();
        if let Ok(before) = before {
            // This set was in force before, so it is accepted unless processors were taken offline.
            let _ = sched_setaffinity(None, &before);
        }
    }
}

/// The numbers of a list such as `0-3,8,10-11`.
fn numbers(list: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in list.split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// Returns the pages of a block of memory by the text of `/proc/self/smaps`. The kernel counts by
/// areas. Of an area that extends beyond the block, huge pages outside count as well, up to the
/// bytes that area and block have in common.
fn pages_of(smaps: &str, start: usize, bytes: usize) -> Found {
    let mut found = Found::default();
    let mut overlap = 0;
    for line in smaps.lines() {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        if let Some((from, to)) = range(first) {
            overlap = to.min(start + bytes).saturating_sub(from.max(start));
            continue;
        }
        let kilobytes = words.next().and_then(|word| word.parse::<usize>().ok());
        let Some(bytes) = kilobytes.and_then(|number| number.checked_mul(1_024)) else { continue };
        if overlap > 0 && first == "KernelPageSize:" {
            found.page = Some(found.page.map_or(bytes, |page| page.min(bytes)));
        } else if overlap > 0 && first == "AnonHugePages:" {
            found.huge = Some(found.huge.unwrap_or(0) + bytes.min(overlap));
        }
    }
    found
}

/// The addresses of an area, `7f0000000000-7f0000200000`, at the beginning of its lines.
fn range(word: &str) -> Option<(usize, usize)> {
    let (from, to) = word.split_once('-')?;
    Some((usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, write};

    use super::super::system::System;
    use super::{Found, Linux, numbers, pages_of};

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(numbers("0-3,8,10-11"), Some([0, 1, 2, 3, 8, 10, 11].into()));
        assert_eq!(numbers(""), Some([].into()));
        assert_eq!(numbers("0-x"), None);
    }

    #[test]
    fn nodes_without_processors_do_not_count_and_the_others_are_in_order() {
        let root = tempfile::tempdir().unwrap();
        let lists =
            [("node10", "6,7\n"), ("node2", "0-2\n"), ("node3", "\n"), ("online", "2-10\n")];
        for (name, list) in lists {
            let folder = root.path().join("sys/devices/system/node").join(name);
            create_dir_all(&folder).unwrap();
            write(folder.join("cpulist"), list).unwrap();
        }
        let linux = Linux { root: root.path() };
        assert_eq!(linux.processors(), [[0, 1, 2].to_vec(), [6, 7].to_vec()]);
        assert_eq!(linux.nodes(), 2);
        let nothing = root.path().join("nothing");
        let nothing = Linux { root: &nothing };
        assert_eq!(nothing.nodes(), 1);
        assert_eq!(nothing.gigantic_page(), Some(1_073_741_824));
    }

    /// Three areas, as the kernel writes them: ordinary memory, a table half of which is on huge
    /// pages, and gigantic pages.
    const SMAPS: &str = "\
7f0000000000-7f0000200000 rw-p 00000000 00:00 0
Size:               2048 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:                2048 kB
AnonHugePages:         0 kB
VmFlags: rd wr mr mw me ac
7f0000200000-7f0000600000 rw-p 00000000 00:00 0                          [anon: x y]
Size:               4096 kB
KernelPageSize:        4 kB
AnonHugePages:      2048 kB
ShmemPmdMapped:        0 kB
THPeligible:           1
7f0040000000-7f0080000000 rw-p 00000000 00:10 5   /anon_hugepage (deleted)
KernelPageSize:  1048576 kB
AnonHugePages:         0 kB
";

    #[test]
    fn pages_are_read_back_area_by_area() {
        let of = |start, bytes| pages_of(SMAPS, start, bytes);
        let found = |page, huge| Found { page: Some(page), huge: Some(huge) };
        assert_eq!(of(0x7f00_0000_0000, 2 << 20), found(4_096, 0));
        assert_eq!(of(0x7f00_0020_0000, 4 << 20), found(4_096, 2 << 20));
        assert_eq!(of(0x7f00_0010_0000, 4 << 20), found(4_096, 2 << 20));
        assert_eq!(of(0x7f00_0020_0000, 1 << 20), found(4_096, 1 << 20), "never above the block");
        assert_eq!(of(0x7f00_4000_0000, 1 << 30), found(1 << 30, 0));
        assert_eq!(of(0x1000, 0x1000), Found::default());
        assert_eq!(pages_of("", 0x1000, 0x1000), Found::default());
    }

    /// After its work on a node the thread may run on the same processors as before.
    #[test]
    fn work_on_a_node_leaves_the_thread_as_free_as_before() {
        let here = Linux::here();
        let before = rustix::thread::sched_getaffinity(None).unwrap();
        for node in 0..here.nodes() + 1 {
            let mut inside = None;
            here.on_node(node, &mut || inside = rustix::thread::sched_getaffinity(None).ok());
            let inside = inside.expect("the work was done");
            if let Some(processors) = here.processors().get(node) {
                let allowed = processors.iter().filter(|&&cpu| before.is_set(cpu)).count();
                assert!(allowed == 0 || inside.count() as usize == allowed);
            }
            assert_eq!(rustix::thread::sched_getaffinity(None).unwrap(), before);
        }
    }
}
