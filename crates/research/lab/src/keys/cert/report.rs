//! The findings in words.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use zobrist_keys::{Xor64, bit_balance, hamming_distances, linear_rank};

use super::field::Claim;
use super::search::{Findings, MEMORY_BOUND, bytes};

/// Returns the lines on a table: size, rank, balance of its bits, distances of its pairs.
pub(super) fn statistics(name: &str, words: &[u64], bits: u32) -> String {
    let keys: Vec<Xor64> = words.iter().copied().map(Xor64).collect();
    let balance = &bit_balance(&keys)[..bits as usize];
    let (least, most) = (balance.iter().min().unwrap_or(&0), balance.iter().max().unwrap_or(&0));
    let pairs = hamming_distances(&keys);
    let count: u64 = pairs.iter().sum();
    let nearest = pairs.iter().position(|&pairs| pairs > 0).unwrap_or(0);
    let farthest = pairs.iter().rposition(|&pairs| pairs > 0).unwrap_or(0);
    let total: u64 = pairs.iter().zip(0..).map(|(pairs, distance)| pairs * distance).sum();
    let mean = total as f64 / count.max(1) as f64;
    format!(
        "table {name}: {} words, {bits} bits compared\n\
         linear rank: {}\n\
         bit balance: each bit is set in {least} to {most} words\n\
         pairwise Hamming distances: {nearest} to {farthest}, mean {mean:.2}\n",
        words.len(),
        linear_rank(&keys),
    )
}

pub(super) fn findings(findings: &Findings, words: usize) -> String {
    let (weight, terms) = (findings.weight, findings.weight.div_ceil(2));
    let (shared, each) = bytes(words, weight);
    let mut text = format!(
        "exhaustive search: {} sums of at most {terms} words compared\n\
         memory: {} MiB and {} MiB a thread; more than {} MiB would be refused\n",
        thousands(findings.sums),
        shared.div_ceil(1 << 20),
        each.div_ceil(1 << 20),
        MEMORY_BOUND >> 20,
    );
    let Some(first) = findings.sets.first() else {
        let _ = writeln!(text, "dependent sets: none up to {weight}");
        return text;
    };
    let number = findings.sets.len();
    let at_least = if findings.more { "at least " } else { "" };
    let plural = if number == 1 { "" } else { "s" };
    let _ = writeln!(text, "dependent sets: {at_least}{number} set{plural} of {}", first.len());
    for set in findings.sets.iter().take(8) {
        let indices: Vec<String> = set.iter().map(u16::to_string).collect();
        let _ = writeln!(text, "  {{{}}}", indices.join(", "));
    }
    text
}

/// Returns the proof that words with this relation to the code have its distance; each line was
/// checked.
pub(super) fn obligations(claim: Claim, words: usize, agreeing: usize) -> Result<String> {
    let m = claim.m();
    let t = claim.t;
    let length = claim.length();
    let order = claim.order();
    ensure!(order == Some(length), "the polynomial is not primitive");
    let generator = claim.generator();
    let degree = generator.len() - 1;
    ensure!(generator.iter().all(|&coefficient| coefficient <= 1), "the generator is not binary");
    ensure!(degree == claim.roots().len(), "the generator has another degree than it has roots");
    ensure!(
        (1..=2 * t as usize).all(|exponent| claim.vanishes(&generator, exponent)),
        "a root is missing"
    );
    ensure!(words <= length, "more words than columns");
    let hexadecimal = generator
        .iter()
        .zip(0..)
        .fold(0_u128, |bits, (&coefficient, degree)| bits | u128::from(coefficient) << degree);
    let parity = if claim.parity { ", and 1 by the parity bit" } else { "" };
    Ok(format!(
        "columns of a BCH code: yes\n\
         \x20 [ok] {:#x} is primitive: x has order {length} in GF(2^{m})\n\
         \x20 [ok] generator {hexadecimal:#x} is binary, of degree {degree}: one for each root\n\
         \x20 [ok] it vanishes at a^1 to a^{}{parity}\n\
         \x20 [ok] n = {words} <= 2^{m} - 1 = {length}\n\
         \x20 [ok] a linear map takes word i to the column (a^i, a^3i, ..., a^{}i){}: {} words \
         define it, the other {agreeing} agree\n\
         \x20 so {} consecutive roots prove that any {} words are independent\n",
        claim.polynomial,
        2 * t,
        2 * t - 1,
        if claim.parity { " and a 1" } else { "" },
        words - agreeing,
        claim.distance() - 1,
        claim.distance() - 1,
    ))
}

/// Returns the line on a table that would have a code's distance, except for one word.
pub(super) fn one_word_off(claim: Claim, index: usize) -> String {
    format!(
        "columns of a BCH code: no, because of word {index} alone; the others are columns of the \
         code with d >= {} over {:#x}\n",
        claim.distance(),
        claim.polynomial,
    )
}

/// Returns a number with its digits in groups of three.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits are ASCII"))
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let texts = [0, 999, 1000, 15_462_765_957].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "15,462,765,957"]);
    }

    #[test]
    fn a_false_claim_is_refused() {
        let claim = Claim { polynomial: 0x409, t: 6, parity: true };
        assert!(obligations(claim, 781, 717).is_ok());
        assert!(obligations(claim, 1024, 960).is_err());
        assert!(obligations(Claim { polynomial: 0x421, ..claim }, 781, 717).is_err());
    }
}
