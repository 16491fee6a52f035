//! How much memory this process may still take, on Linux.

use std::fs::read_to_string;
use std::path::Path;

/// The names of a control group's memory files.
struct Names {
    /// The folder below which the groups' folders are.
    mount: &'static str,
    limit: &'static str,
    usage: &'static str,
    /// Lines of `memory.stat` that count file pages in bytes; the kernel drops such pages when it
    /// needs memory.
    reclaimable: [&'static str; 2],
}

const VERSION_1: Names = Names {
    mount: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: ["total_inactive_file", "total_active_file"],
};

const VERSION_2: Names = Names {
    mount: "sys/fs/cgroup",
    limit: "memory.max",
    usage: "memory.current",
    reclaimable: ["inactive_file", "active_file"],
};

/// Returns the bytes that this process may still take: the least of what the machine has free and
/// what the limits of its control group and of every group above leave. `None` if the system
/// reports nothing.
///
/// `root` is the root of the file system.
pub(super) fn available(root: &Path) -> Option<u64> {
    let machine = read_to_string(root.join("proc/meminfo"))
        .ok()
        .and_then(|text| Some(number_after(&text, "MemAvailable:")? * 1024));
    let groups = read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    groups.lines().filter_map(|line| group_available(root, line)).chain(machine).min()
}

/// Returns the bytes that the limits behind one line of `/proc/self/cgroup`, `id:controllers:path`,
/// leave.
fn group_available(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let names = match parts.next()? {
        "" => VERSION_2,
        controllers if controllers.split(',').any(|name| name == "memory") => VERSION_1,
        _ => return None,
    };
    // In a container the path may be the host's; the limit is then in the files at the mount
    // itself.
    let group = Path::new(parts.next()?.trim_start_matches('/'));
    let mount = root.join(names.mount);
    group.ancestors().filter_map(|group| folder_available(&mount.join(group), &names)).min()
}

/// Returns the bytes that the limit of one control group leaves. `None` if it sets none.
fn folder_available(folder: &Path, names: &Names) -> Option<u64> {
    let number = |name: &str| read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    let limit = number(names.limit)?;
    let usage = number(names.usage).unwrap_or(0);
    let stat = read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let reclaimable: u64 =
        names.reclaimable.iter().filter_map(|name| number_after(&stat, name)).sum();
    Some(limit.saturating_sub(usage.saturating_sub(reclaimable)))
}

/// Returns the number that follows `name` on the line that it begins.
fn number_after(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        if words.next()? == name { words.next()?.parse().ok() } else { None }
    })
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, write};
    use std::path::Path;

    use super::available;

    fn with_files(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            create_dir_all(path.parent().unwrap()).unwrap();
            write(path, text).unwrap();
        }
        root
    }

    const MEMINFO: (&str, &str) =
        ("proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:  5000 kB\nCached: 1 kB\n");
    const IN_GROUP_2: (&str, &str) = ("proc/self/cgroup", "0::/box/engine\n");
    const IN_GROUP_1: (&str, &str) = ("proc/self/cgroup", "8:pids:/\n4:cpu,memory:/box\n0::/\n");

    #[test]
    fn the_machine_alone_sets_the_bound_without_control_groups() {
        assert_eq!(available(with_files(&[MEMINFO]).path()), Some(5_000 * 1024));
    }

    #[test]
    fn a_system_that_tells_nothing_sets_no_bound() {
        assert_eq!(available(with_files(&[]).path()), None);
    }

    #[test]
    fn the_limit_of_a_group_counts_less_what_it_uses_and_cannot_give_back() {
        let root = with_files(&[
            MEMINFO,
            IN_GROUP_2,
            ("sys/fs/cgroup/box/engine/memory.max", "1000000\n"),
            ("sys/fs/cgroup/box/engine/memory.current", "400000\n"),
            (
                "sys/fs/cgroup/box/engine/memory.stat",
                "anon 100000\nfile 310000\ninactive_file 200000\nactive_file 100000\n",
            ),
        ]);
        assert_eq!(available(root.path()), Some(900_000));
    }

    #[test]
    fn a_group_above_counts_and_an_unlimited_one_does_not() {
        let root = with_files(&[
            MEMINFO,
            IN_GROUP_2,
            ("sys/fs/cgroup/box/engine/memory.max", "max\n"),
            ("sys/fs/cgroup/box/memory.max", "70000\n"),
            ("sys/fs/cgroup/box/memory.current", "30000\n"),
        ]);
        assert_eq!(available(root.path()), Some(40_000));
    }

    #[test]
    fn a_group_that_is_over_its_limit_leaves_nothing() {
        let root = with_files(&[
            IN_GROUP_2,
            ("sys/fs/cgroup/box/engine/memory.max", "10\n"),
            ("sys/fs/cgroup/box/engine/memory.current", "30\n"),
        ]);
        assert_eq!(available(root.path()), Some(0));
    }

    #[test]
    fn version_1_files_are_read_from_the_memory_controller() {
        let root = with_files(&[
            MEMINFO,
            IN_GROUP_1,
            ("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "500000\n"),
            ("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "200000\n"),
            ("sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 50000\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
        ]);
        assert_eq!(available(root.path()), Some(350_000));
    }

    #[test]
    fn a_path_of_the_host_falls_back_to_the_mount() {
        let root = with_files(&[MEMINFO, IN_GROUP_2, ("sys/fs/cgroup/memory.max", "1234\n")]);
        assert_eq!(available(root.path()), Some(1_234));
    }

    #[test]
    fn this_machine_has_memory() {
        assert!(available(Path::new("/")).is_some_and(|bytes| bytes > 1 << 20));
    }
}
