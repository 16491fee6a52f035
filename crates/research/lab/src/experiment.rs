//! The common parts of all experiments: the page, the figures, the picture, and their writing.

pub(crate) mod stale;

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{self, Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::page::{Csv, Page, put_section, write};

/// The folder of the records: a page, and figures and a picture for each of its sections.
const RECORDS: &str = "docs/records/lab";

/// The page of records before it has a section.
const RECORDS_HEAD: &str = "# The experiments of the lab\n\n\
    `cargo xtask lab NAME` writes the section of one experiment, its figures and its picture, and below target/lab a page with tables of\n\
    all figures; `all` writes those of all. Experiments without an effect have a line in [what was tried](../tried.md#in-the-lab);\n\
    [the lab](../../../crates/research/lab/README.md) has other verbs.\n";

/// The experiments whose result is a line of docs/records/tried.md, and no section.
const WITHOUT_EFFECT: [&str; 5] = ["near", "own-key", "cutoffs", "evaluations", "fading"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Seconds: to see that it works.
    Quick,
    /// Up to half an hour on two cores: what the records say.
    Full,
}

impl Effort {
    pub(crate) fn choose<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) effort: Effort,
    /// The seed of everything that is drawn at random.
    pub(crate) seed: u64,
}

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) result: String,
    /// Our findings, in paragraphs, tables and lists; the record has those that are kept.
    pub(crate) found: Page,
    /// The differences from the literature, and their reasons; none where [`TEXTS`] has them.
    pub(crate) differs: Option<String>,
    /// The way it was measured: positions, depths, sizes.
    pub(crate) method: String,
    pub(crate) csv: Csv,
    pub(crate) svg: String,
}

/// The texts of each experiment below its name: its title; the authors who asked, the year, and
/// their findings; and how ours differ, if no figure is needed to say so.
const TEXTS: &str = include_str!("../data/experiments.txt");

pub(crate) struct Experiment {
    /// Its verb, and the name of its page.
    pub(crate) name: &'static str,
    texts: &'static str,
    pub(crate) run: fn(Setting) -> Result<Report>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ExperimentArguments {
    /// A short form that takes seconds; written below target/ unless --out says where
    #[arg(long)]
    quick: bool,
    /// Seed of all that is drawn at random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the whole page, the figures and the picture [default: target/lab, and the record
    /// without the tables of figures in docs/records/lab]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct AllArguments {
    #[command(flatten)]
    each: ExperimentArguments,
    /// Run also what this program has already written
    #[arg(long)]
    again: bool,
}

impl ExperimentArguments {
    fn setting(&self) -> Setting {
        let effort = if self.quick { Effort::Quick } else { Effort::Full };
        Setting { effort, seed: self.seed }
    }

    fn folder(&self) -> PathBuf {
        let default = if self.quick { "target/lab/quick" } else { "target/lab" };
        self.out.clone().unwrap_or_else(|| default.into())
    }

    /// Returns the folder of the records if this run is one of them.
    fn records(&self, name: &str) -> Option<&'static Path> {
        let is_record = !self.quick && self.out.is_none() && !WITHOUT_EFFECT.contains(&name);
        is_record.then_some(Path::new(RECORDS))
    }

    /// Runs one experiment and writes its page, its figures and its picture, and its record;
    /// returns the result in one sentence.
    pub(crate) fn run(&self, experiment: &Experiment) -> Result<String> {
        let (setting, folder) = (self.setting(), self.folder());
        let report = (experiment.run)(setting).with_context(|| experiment.name)?;
        experiment.write_figures(&report, &folder)?;
        experiment.page(&report, setting).write(&folder.join(format!("{}.md", experiment.name)))?;
        if let Some(records) = self.records(experiment.name) {
            experiment.record(&report, setting, records)?;
        }
        let (path, stamp) = stamp(&folder, experiment.name, setting)?;
        write(&path, &stamp)?;
        Ok(format!("{}: {}", experiment.name, report.result))
    }
}

impl AllArguments {
    /// Runs every experiment whose page this program has not written yet with these arguments: a
    /// run that was stopped goes on where it was. `said` is given each result.
    pub(crate) fn run(
        &self,
        experiments: &[&Experiment],
        mut said: impl FnMut(&str),
    ) -> Result<()> {
        let (setting, folder) = (self.each.setting(), self.each.folder());
        for experiment in experiments {
            let (path, stamp) = stamp(&folder, experiment.name, setting)?;
            if !self.again && fs::read_to_string(path).is_ok_and(|written| written == stamp) {
                said(&format!("{}: written before by this program", experiment.name));
                continue;
            }
            said(&self.each.run(experiment)?);
        }
        Ok(())
    }
}

/// Returns the file that says that this very program wrote a page with this setting, and its text.
/// It is beside the program, which is below target/.
fn stamp(folder: &Path, name: &str, setting: Setting) -> Result<(PathBuf, String)> {
    let program = env::current_exe().context("cannot find this program")?;
    let contents = fs::read(&program).context("cannot read this program")?;
    let folder = path::absolute(folder).context("there is no current folder")?;
    let path = program.with_file_name("lab-pages").join(format!("{name}-{:016x}", hash(&folder)));
    Ok((path, format!("{:016x} {setting:?}\n", hash(&contents))))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Experiment {
    pub(crate) const fn new(name: &'static str, run: fn(Setting) -> Result<Report>) -> Self {
        Self { name, texts: TEXTS, run }
    }

    /// Returns the title, the literature or the differences.
    fn text(&self, part: usize) -> &str {
        let mut texts = self.texts.split("## ").map(|text| text.split_once('\n'));
        let own = texts
            .find_map(|text| text.filter(|text| text.0 == self.name)?.1.split("\n\n").nth(part));
        own.unwrap_or_else(|| panic!("{} has no text {part}", self.name))
    }

    fn differs<'a>(&'a self, report: &'a Report) -> &'a str {
        report.differs.as_deref().unwrap_or_else(|| self.text(2))
    }

    fn command(&self, setting: Setting) -> String {
        let quick = setting.effort.choose(" --quick", "");
        let seed = match setting.seed {
            1 => String::new(),
            seed => format!(" --seed {seed}"),
        };
        format!("cargo xtask lab {}{quick}{seed}", self.name)
    }

    fn picture(&self) -> String {
        format!("![{}]({}.svg)", self.text(0), self.name)
    }

    pub(crate) fn page(&self, report: &Report, setting: Setting) -> Page {
        let mut page = Page::new(self.text(0), &self.command(setting));
        page.paragraph(&format!("**Result.** {}", report.result));
        page.paragraph(&self.picture());
        page.heading("What the literature found");
        page.paragraph(self.text(1));
        page.heading("What we found");
        page.append(&report.found);
        page.heading("Where they differ");
        page.paragraph(self.differs(report));
        page.heading("How it was measured");
        page.paragraph(&report.method);
        let figures =
            format!("Seed {}. The figures stand in [{1}.csv]({1}.csv).", setting.seed, self.name);
        page.paragraph(&figures);
        page
    }

    /// Writes figures, picture and the section of the page of records.
    fn record(&self, report: &Report, setting: Setting, folder: &Path) -> Result<()> {
        self.write_figures(report, folder)?;
        let mut section = Page::empty();
        section.paragraph(&format!("**{}** [Figures]({}.csv).", report.result, self.name));
        section.paragraph(&self.picture());
        section.paragraph(self.text(1));
        section.append(&report.found.kept());
        section.paragraph(&format!("*Where they differ:* {}", self.differs(report)));
        section.paragraph(&format!("*Measured:* {}", report.method));
        let page = folder.join("README.md");
        put_section(&page, RECORDS_HEAD, self.text(0), &self.command(setting), &section)
    }

    fn write_figures(&self, report: &Report, folder: &Path) -> Result<()> {
        let path = |ending: &str| folder.join(format!("{}.{ending}", self.name));
        write(&path("csv"), report.csv.as_str())?;
        write(&path("svg"), &report.svg)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the page and the figures of the short form, for a snapshot.
    pub(crate) fn quick(experiment: &Experiment) -> String {
        let setting = Setting { effort: Effort::Quick, seed: 1 };
        let report = (experiment.run)(setting).unwrap();
        assert!(report.svg.starts_with("<svg"), "{}", report.svg);
        format!("{}\n{}", experiment.page(&report, setting).text(), report.csv.as_str())
    }

    /// Experiments of whose short form another test says more.
    const ELSEWHERE: [&str; 3] = ["ghi", "replacement", "pawn"];

    #[test]
    fn the_quick_forms() {
        let all = crate::experiments().into_iter();
        for experiment in all.filter(|experiment| !ELSEWHERE.contains(&experiment.name)) {
            insta::assert_snapshot!(experiment.name, quick(experiment));
        }
    }

    const TOY: Experiment = Experiment {
        name: "toy",
        texts: "## toy\nA toy\n\nNobody asked.\n\nNowhere.\n",
        run: |setting| {
            let mut csv = Csv::new(&["seed"]);
            csv.row(&[&setting.seed]);
            let mut found = Page::empty();
            found.paragraph("One line.");
            found.paragraph("All figures.");
            found.paragraph("The sum.");
            found.keep(1);
            Ok(Report {
                result: "it works.".into(),
                found,
                differs: None,
                method: "Once.".into(),
                csv,
                svg: "<svg/>".into(),
            })
        },
    };

    #[test]
    fn a_page_its_figures_and_its_picture_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let out = Some(folder.path().to_owned());
        let each = ExperimentArguments { quick: true, seed: 7, out };
        assert_eq!(each.run(&TOY).unwrap(), "toy: it works.");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("toy.csv"), "seed\n7\n");
        assert_eq!(read("toy.svg"), "<svg/>");
        let page = read("toy.md");
        assert!(
            page.contains(
                "\n## What we found\n\nOne line.\n\nAll figures.\n\nThe sum.\n\n## Where they differ\n"
            ),
            "{page}"
        );
    }

    #[test]
    fn a_record_has_the_kept_findings_alone_and_each_name_without_effect_is_an_experiment() {
        let setting = Setting { effort: Effort::Full, seed: 1 };
        let folder = tempfile::tempdir().unwrap();
        TOY.record(&(TOY.run)(setting).unwrap(), setting, folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let page = read("README.md");
        assert!(page.starts_with(RECORDS_HEAD) && page.contains("\n## A toy\n"), "{page}");
        assert!(
            page.contains("\n\nNobody asked.\n\nThe sum.\n\n*Where they differ:* Nowhere.\n\n"),
            "{page}"
        );
        assert_eq!(read("toy.csv"), "seed\n1\n");
        let each = ExperimentArguments { quick: false, seed: 1, out: None };
        assert_eq!(each.records(TOY.name), Some(Path::new(RECORDS)));
        let names: Vec<&str> = crate::experiments().iter().map(|each| each.name).collect();
        for name in WITHOUT_EFFECT {
            assert!(names.contains(&name), "{name}");
            assert_eq!(each.records(name), None);
        }
    }

    #[test]
    fn a_stopped_run_of_all_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let out = Some(folder.path().to_owned());
        let each = ExperimentArguments { quick: true, seed: 7, out };
        let said = |each: &ExperimentArguments, again| {
            let mut lines = Vec::new();
            let all = AllArguments { each: each.clone(), again };
            all.run(&[&TOY], |line| lines.push(line.to_owned())).unwrap();
            lines
        };
        assert_eq!(said(&each, false), ["toy: it works."]);
        assert_eq!(said(&each, false), ["toy: written before by this program"]);
        assert_eq!(said(&each, true), ["toy: it works."]);
        let other = ExperimentArguments { seed: 8, ..each };
        assert_eq!(said(&other, false), ["toy: it works."]);
    }
}
