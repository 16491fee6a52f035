//! The pages that a table asks for, and the report of the memory that it got.

use core::fmt;

/// The pages that a table's memory asks the system for. [`MemoryReport`] says which ones it got.
///
/// ```
/// use tt_core::{Pages, Table};
///
/// // How much do huge pages bring on this machine? The same table without them, to compare.
/// let table: Table = Table::with_pages(4 << 20, Pages::Small)?;
/// assert_eq!(table.memory().asked, Pages::Small);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pages {
    /// Pages of 2 MiB, which Linux puts together where it can ("transparent huge pages"), for
    /// tables that fill one.
    #[default]
    Huge,
    /// Pages of 1 GiB, for tables whose size is a multiple of that. The administrator of a Linux
    /// machine has to set them aside (`hugepages=` on the kernel's command line, or
    /// `/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages`). Without such pages it is as
    /// for `Huge`.
    Gigantic,
    /// Pages of the ordinary size, for comparisons.
    Small,
}

/// The memory that the system gave a table, at the time of the report: Linux may put small pages
/// together to huge ones later.
///
/// ```
/// use tt_core::Table;
///
/// let table = Table::new(4 << 20)?;
/// let report = table.memory();
/// // In words, for a log: "4194304 bytes on pages of 4096, ..."
/// assert!(report.to_string().starts_with("4194304 bytes"));
/// // A warning that a user of a large table wants to read.
/// if report.huge == Some(0) {
///     println!("no huge pages were granted: every probe may cost a walk of the page tables");
/// }
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryReport {
    /// The size of all buckets in bytes.
    pub bytes: usize,
    /// The pages that the table asked for.
    pub asked: Pages,
    /// The size in bytes of the pages that the memory was mapped for: 4,096 on most machines, or
    /// 2^30 where `Gigantic` was granted. `None` if the system does not say (only Linux does).
    pub page: Option<usize>,
    /// The bytes of these on transparent huge pages. `None` if the system does not say.
    pub huge: Option<usize>,
    /// The number of NUMA nodes among which the memory is divided, in equal parts and in their
    /// order; 1 where there is one node or the system does not say.
    pub nodes: usize,
}

/// The pages that a system reports for a block of memory; the fields are those of [`MemoryReport`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) page: Option<usize>,
    pub(super) huge: Option<usize>,
}

impl fmt::Display for MemoryReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes)?;
        match self.page {
            Some(page) => write!(f, " on pages of {page}")?,
            None => write!(f, " on pages of unknown size")?,
        }
        match self.huge {
            Some(huge) => write!(f, ", {huge} of them on huge pages")?,
            None => write!(f, ", huge pages unknown")?,
        }
        write!(f, " ({} asked), over {} NUMA nodes", self.asked.name(), self.nodes)
    }
}

impl Pages {
    fn name(self) -> &'static str {
        match self {
            Self::Huge => "2 MiB",
            Self::Gigantic => "1 GiB",
            Self::Small => "small",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::{MemoryReport, Pages};

    #[test]
    fn a_report_says_what_is_known() {
        let report = MemoryReport {
            bytes: 1 << 22,
            asked: Pages::Huge,
            page: Some(4_096),
            huge: Some(1 << 21),
            nodes: 2,
        };
        let text = "4194304 bytes on pages of 4096, 2097152 of them on huge pages (2 MiB asked), \
                    over 2 NUMA nodes";
        assert_eq!(report.to_string(), text);
        let report = MemoryReport { page: None, huge: None, asked: Pages::Small, ..report };
        let text = "4194304 bytes on pages of unknown size, huge pages unknown (small asked), \
                    over 2 NUMA nodes";
        assert_eq!(report.to_string(), text);
    }
}
