//! Verb `keys-cert`: what a table of keys guarantees, proven from its words alone.
//!
//! Two ways lead to a distance. Exhaustive search finds the smallest dependent set of any table, or
//! shows that there is none up to some weight. Algebra goes farther, where it applies: if a linear
//! map takes the words to the columns of a BCH code, the code's distance is theirs.

mod field;
mod image;
mod report;
mod search;
mod sums;
mod tables;

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use clap::Args;

use field::Claim;
use image::{Relation, relation};

#[derive(Args, Clone, Debug)]
pub(crate) struct CertArguments {
    /// chess, chess-nested, pawn, polyglot, zobrist, whole-30 (1023 columns, t = 3), or a file with
    /// one hexadecimal word a line
    #[arg(long, default_value = "chess")]
    table: String,
    /// Compare only this number of low bits of each word
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=64))]
    bits: u32,
    /// Search all sets of at most this number of words
    #[arg(long, default_value_t = 6)]
    weight: usize,
    /// The short form for every change: several tables, small weights
    #[arg(long, conflicts_with_all = ["table", "bits", "weight"])]
    quick: bool,
}

/// The runs of the short form: table, compared bits, weight.
const QUICK: [(&str, u32, usize); 5] = [
    ("whole-30", 30, 6),
    ("polyglot", 64, 4),
    ("pawn", 64, 6),
    ("chess-nested", 31, 4),
    ("chess", 64, 4),
];

/// Certifies what the arguments name; the result is Markdown-free text, a line a finding.
pub(crate) fn run(arguments: &CertArguments) -> Result<String> {
    if !arguments.quick {
        return certify(&arguments.table, arguments.bits, arguments.weight);
    }
    let reports: Vec<String> = QUICK
        .into_iter()
        .map(|(table, bits, weight)| certify(table, bits, weight))
        .collect::<Result<_>>()?;
    Ok(reports.join("\n\n"))
}

fn certify(name: &str, bits: u32, weight: usize) -> Result<String> {
    let mut words = tables::words(name)?;
    for word in &mut words {
        *word &= u64::MAX >> (u64::BITS - bits);
    }
    ensure!(words.len() <= usize::from(u16::MAX), "at most {} words", u16::MAX);
    let mut text = report::statistics(name, &words, bits);
    let findings = search::smallest_dependent_sets(&words, weight)?;
    text += &report::findings(&findings, words.len());
    let searched = if findings.sets.is_empty() { weight + 1 } else { findings.sets[0].len() };
    let proven = match code_of(&words) {
        Some((claim, Relation::Image { agreeing })) => {
            text += &report::obligations(claim, words.len(), agreeing)?;
            claim.distance()
        }
        Some((claim, Relation::ImageBut(index))) => {
            text += &report::one_word_off(claim, index);
            0
        }
        _ => {
            text += "columns of a BCH code: no\n";
            0
        }
    };
    if findings.sets.is_empty() {
        let _ = write!(text, "certificate d >= {}", searched.max(proven));
    } else {
        ensure!(proven <= searched, "a proven distance is refuted by a dependent set");
        let _ = write!(text, "certificate d = {searched}");
    }
    Ok(text)
}

/// Returns the strongest code whose columns the words are; failing that, the strongest of which all
/// but one are.
fn code_of(words: &[u64]) -> Option<(Claim, Relation)> {
    // Primitive polynomials of the degrees 5 to 12 (Peterson and Weldon, 1972).
    const POLYNOMIALS: [u32; 8] = [0x25, 0x43, 0x83, 0x11d, 0x211, 0x409, 0x805, 0x1053];
    let claims = POLYNOMIALS.into_iter().flat_map(|polynomial| {
        (1..=10).flat_map(move |t| [true, false].map(|parity| Claim { polynomial, t, parity }))
    });
    claims
        .filter(|claim| words.len() <= claim.length())
        .map(|claim| (claim, relation(words, &claim.columns(words.len()))))
        .filter(|(_, found)| *found != Relation::None)
        .max_by_key(|(claim, found)| (matches!(found, Relation::Image { .. }), claim.distance()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_line(text: &str) -> &str {
        text.lines().last().unwrap()
    }

    fn file_of(words: &[u64]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines: Vec<String> = words.iter().map(|word| format!("{word:016x}\n")).collect();
        std::fs::write(file.path(), lines.concat()).unwrap();
        file
    }

    fn certify_words(words: &[u64], bits: u32, weight: usize) -> String {
        let file = file_of(words);
        certify(file.path().to_str().unwrap(), bits, weight).unwrap()
    }

    /// Every sum of at most three of 1023 columns, and the proofs of the chess keys.
    #[test]
    fn the_quick_form() {
        let quick = CertArguments { table: String::new(), bits: 64, weight: 1, quick: true };
        let report = run(&quick).unwrap();
        assert!(report.contains("178,434,048 sums of at most 3 words"), "{report}");
        assert_eq!(last_line(&report), "certificate d >= 14");
        insta::assert_snapshot!(report);
    }

    #[test]
    fn each_prefix_of_the_nested_keys_has_its_own_certificate() {
        for (bits, distance) in [(11, 4), (21, 6), (31, 8), (41, 10), (51, 12), (61, 14), (64, 14)]
        {
            let report = certify("chess-nested", bits, 2).unwrap();
            assert_eq!(last_line(&report), format!("certificate d >= {distance}"), "{bits} bits");
        }
    }

    #[test]
    fn a_flipped_bit_in_a_file_is_named() {
        let mut words = tables::words("chess").unwrap();
        assert_eq!(last_line(&certify_words(&words, 64, 4)), "certificate d >= 14");
        words[417] ^= 1 << 40;
        let report = certify_words(&words, 64, 4);
        assert!(report.contains("no, because of word 417 alone"), "{report}");
        assert_eq!(last_line(&report), "certificate d >= 5");
    }

    /// Where few bits are left, a changed word is not only named: it makes words dependent.
    #[test]
    fn a_flipped_bit_breaks_a_tight_code() {
        let mut words = tables::words("chess-nested").unwrap();
        words[417] ^= 1 << 3;
        let report = certify_words(&words[380..480], 11, 4);
        assert!(report.contains("word 37 alone"), "{report}");
        assert!(report.contains("dependent sets: 1 set of 2\n  {29, 37}\n"), "{report}");
        assert_eq!(last_line(&report), "certificate d = 2");
    }

    #[test]
    fn a_planted_set_of_five_in_a_file_is_found() {
        let mut words = tables::words("zobrist").unwrap();
        words[700] = words[3] ^ words[77] ^ words[400] ^ words[555];
        let report = certify_words(&words, 64, 6);
        assert!(
            report.contains("dependent sets: 1 set of 5\n  {3, 77, 400, 555, 700}\n"),
            "{report}"
        );
        assert_eq!(last_line(&report), "certificate d = 5");
    }

    /// The whole table takes minutes; every tenth word and the eight take a moment.
    #[test]
    fn the_dependent_set_of_polyglots_numbers_is_found() {
        const SET: [usize; 8] = [62, 64, 141, 366, 370, 480, 598, 731];
        let numbers = tables::words("polyglot").unwrap();
        let chosen: Vec<usize> =
            (0..numbers.len()).filter(|i| i % 10 == 7 || SET.contains(i)).collect();
        let words: Vec<u64> = chosen.iter().map(|&i| numbers[i]).collect();
        let found = search::smallest_dependent_sets(&words, 8).unwrap();
        let sets: Vec<Vec<usize>> = found
            .sets
            .iter()
            .map(|set| set.iter().map(|&i| chosen[usize::from(i)]).collect())
            .collect();
        assert_eq!(sets, [SET]);
    }
}
