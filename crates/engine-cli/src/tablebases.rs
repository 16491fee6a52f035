//! The endgame tables that `SyzygyPath` names: as the search takes them, and in the words of the
//! option.

use std::env;

use movegen::Position;
use search::{EndgameResult, Tablebases};
use syzygy::{Fault, Warning, Wdl};

/// The largest number of unfit files or folders that are named one by one.
const MOST_REMARKS: usize = 5;

/// The tables of some folders.
#[derive(Default)]
pub(crate) struct Syzygy(syzygy::Tablebases);

impl Syzygy {
    /// Looks for tables in the folders of a path, in the separators of the system: colons, on
    /// Windows semicolons.
    pub(crate) fn open(path: &str) -> Self {
        let folders = env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
        Self(syzygy::Tablebases::open(folders))
    }

    /// Returns whether there is no table of results, so that no position is ever found.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of tables, in words.
    pub(crate) fn summary(&self) -> String {
        match (self.0.wdl_files(), self.0.dtz_files()) {
            (0, _) => "no tablebases found; searching without them".into(),
            (results, distances) => {
                let most = self.0.max_pieces();
                format!("{results} WDL and {distances} DTZ tables, up to {most} men")
            }
        }
    }

    /// Returns the faults since the last call: unfit files or folders, and the reasons.
    pub(crate) fn take_faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.0.take_warnings().iter().map(words).collect();
        if faults.len() > MOST_REMARKS {
            let more = faults.len() - MOST_REMARKS;
            faults.truncate(MOST_REMARKS);
            faults.push(format!("{more} more cannot be used"));
        }
        faults
    }
}

/// Returns a warning in the words of the option.
fn words(warning: &Warning) -> String {
    let words = match warning.fault() {
        Fault::Magic(_) => "does not begin as such a table does".into(),
        Fault::Length(found) => format!("is no whole table, at {found} bytes"),
        Fault::Pieces => "has other men than its name says".into(),
        Fault::Order => "lists its men in an order that no table has".into(),
        Fault::Code => "has a code that cannot be decoded".into(),
        other => other.to_string(),
    };
    format!("{} {words}", warning.path().display())
}

impl Tablebases for Syzygy {
    fn largest(&self) -> u32 {
        self.0.max_pieces()
    }

    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
        self.0.probe_wdl(position).ok().map(|result| match result {
            Wdl::Loss => EndgameResult::Loss,
            Wdl::BlessedLoss => EndgameResult::Blessed,
            Wdl::Draw => EndgameResult::Draw,
            Wdl::CursedWin => EndgameResult::Cursed,
            Wdl::Win => EndgameResult::Win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.0.probe_dtz(position).ok().map(|distance| distance.plies())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const ROOK: &str = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";

    #[test]
    fn faults_are_reported_in_few_words() {
        let names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQQvK", "KQRvK"];
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            fs::write(folder.path().join(format!("{name}.rtbw")), [1; 3]).expect("written");
        }
        let path = env::join_paths([Path::new("/nowhere"), folder.path()]).unwrap();
        let tables = Syzygy::open(path.to_str().unwrap());
        assert!(tables.is_empty());
        let faults = tables.take_faults();
        assert_eq!(faults.len(), MOST_REMARKS + 1, "{faults:?}");
        assert!(faults[0].starts_with("/nowhere cannot be read: "), "{faults:?}");
        assert!(faults[1].ends_with("KBvK.rtbw is no whole table, at 3 bytes"), "{faults:?}");
        assert_eq!(faults[MOST_REMARKS], "3 more cannot be used");
        assert!(tables.take_faults().is_empty());
        assert_eq!(Syzygy::open("").summary(), "no tablebases found; searching without them");
    }

    #[test]
    fn a_fault_that_the_search_meets_has_its_words() {
        // The header, whose flags say that each side's positions have one value, and the value.
        let magic = [0x71, 0xe8, 0x23, 0x5d];
        let good = [1, 0, 0x44, 0x66, 0xee, 0, 0x80, 4, 0x80, 0];
        let changed = |place: usize, byte| {
            let mut header = good;
            header[place] = byte;
            [&magic[..], &header].concat()
        };
        let cases = [
            (changed(0, 3), "has other men than its name says"),
            (changed(2, 0x55), "has other men than its name says"),
            (changed(1, 0x99), "lists its men in an order that no table has"),
            (changed(7, 9), "has a code that cannot be decoded"),
            ([&[0; 4][..], &good].concat(), "does not begin as such a table does"),
            (changed(7, 4), ""),
        ];
        for (mut bytes, words) in cases {
            let folder = tempfile::tempdir().expect("a folder");
            bytes.resize(80, 0);
            fs::write(folder.path().join("KRvK.rtbw"), bytes).expect("written");
            let tables = Syzygy::open(folder.path().to_str().unwrap());
            assert_eq!(tables.summary(), "1 WDL and 0 DTZ tables, up to 3 men");
            let result = tables.probe_wdl(&Position::from_fen(ROOK).expect("legal"));
            let faults = tables.take_faults();
            if words.is_empty() {
                assert_eq!((result, faults.len()), (Some(EndgameResult::Win), 0));
            } else {
                assert_eq!((result, faults.len()), (None, 1), "{words}");
                assert!(faults[0].ends_with(&format!("KRvK.rtbw {words}")), "{faults:?}");
            }
        }
    }
}
