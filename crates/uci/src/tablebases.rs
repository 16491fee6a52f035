//! Endgame tablebases in the words of the option `SyzygyPath`.

use std::env;

use engine::syzygy::{Tablebases, Warning};

/// The largest number of unfit files or folders that are named one by one.
const MOST_REMARKS: usize = 5;

/// The files that this process may want to have open. macOS refuses a greater limit.
#[cfg(unix)]
const MOST_FILES: u64 = 10_240;

/// Looks for tablebases in the folders of a path, in the separators of the system: colons, on
/// Windows semicolons.
#[must_use]
pub fn open(path: &str) -> Tablebases {
    #[cfg(unix)]
    raise_limit_of_files();
    Tablebases::open(env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()))
}

/// Lets this process open as many files as the system allows it: a table stays open, and those of
/// up to six pieces are a thousand files. Where the limit stays, further tables are unfit.
#[cfg(unix)]
fn raise_limit_of_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let most = maximum.unwrap_or(MOST_FILES).min(MOST_FILES);
    if current.is_some_and(|current| current < most) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum });
    }
}

/// Returns the number of tables, in words.
#[must_use]
pub fn summary(tablebases: &Tablebases) -> String {
    match (tablebases.wdl_files(), tablebases.dtz_files()) {
        (0, _) => "no tablebases found; searching without them".into(),
        (results, distances) => {
            let most = tablebases.max_pieces();
            format!("{results} WDL and {distances} DTZ tables, up to {most} pieces")
        }
    }
}

/// Returns the faults since the last call: unfit files or folders, and the reasons.
#[must_use]
pub fn take_faults(tablebases: &Tablebases) -> Vec<String> {
    let mut faults: Vec<String> =
        tablebases.take_warnings().iter().map(Warning::to_string).collect();
    if faults.len() > MOST_REMARKS {
        let more = faults.len() - MOST_REMARKS;
        faults.truncate(MOST_REMARKS);
        faults.push(format!("{more} more files or folders cannot be used"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn many_tables_may_be_open() {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let before = getrlimit(Resource::Nofile);
        let lower = before.current.unwrap_or(MOST_FILES).min(MOST_FILES) - 1;
        setrlimit(Resource::Nofile, Rlimit { current: Some(lower), ..before }).expect("lower");
        let _ = open("");
        let after = getrlimit(Resource::Nofile).current.unwrap_or(MOST_FILES);
        assert_eq!(after, before.maximum.unwrap_or(MOST_FILES).min(MOST_FILES));
        setrlimit(Resource::Nofile, before).expect("as before");
    }

    #[test]
    fn faults_are_reported_in_few_words() {
        let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQQvK", "KQRvK"];
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            fs::write(folder.path().join(format!("{name}.rtbw")), [1; 3]).expect("written");
        }
        let path = env::join_paths([Path::new("/nowhere"), folder.path()]).unwrap();
        let tablebases = open(path.to_str().unwrap());
        assert!(tablebases.is_empty());
        let faults = take_faults(&tablebases);
        assert_eq!(faults.len(), MOST_REMARKS + 1, "{faults:?}");
        assert!(faults[0].starts_with("/nowhere: cannot be read: "), "{faults:?}");
        assert!(
            faults[1].ends_with("KBvK.rtbw: expected a whole table, found 3 bytes"),
            "{faults:?}"
        );
        assert_eq!(faults[MOST_REMARKS], "3 more files or folders cannot be used");
        assert!(take_faults(&tablebases).is_empty());
        // As many as there is room for have a line each.
        for name in &names[MOST_REMARKS - 1..] {
            fs::remove_file(folder.path().join(format!("{name}.rtbw"))).expect("removed");
        }
        let faults = take_faults(&open(path.to_str().unwrap()));
        assert!(faults.len() == MOST_REMARKS && faults[4].contains("KRvK"), "{faults:?}");
        assert_eq!(summary(&open("")), "no tablebases found; searching without them");
    }

    #[test]
    fn a_summary_counts_the_tables_of_results_and_those_of_distances() {
        let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syzygy/src/tests/tables");
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["KRvK.rtbw", "KQvK.rtbw", "KQvK.rtbz"] {
            fs::copy(tables.join(name), folder.path().join(name)).expect("copied");
        }
        let found = open(folder.path().to_str().unwrap());
        assert_eq!(summary(&found), "2 WDL and 1 DTZ tables, up to 3 pieces");
    }
}
