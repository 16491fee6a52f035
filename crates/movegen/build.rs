//! Computes the slider tables of `src/attacks`, which would take the compiler too long as
//! constants, and chooses the back ends.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/attacks/rays.rs"]
mod rays;

use rays::{DIAGONALS, STRAIGHTS, Steps};

const BISHOP_MAGICS: [u64; 64] = include!("src/attacks/bishop_magics.txt");
const ROOK_MAGICS: [u64; 64] = include!("src/attacks/rook_magics.txt");

/// The attacks for every subset of the relevant squares, all squares in order, as little-endian
/// numbers. `place` gives a subset's index within its square's part, `number` what is written of
/// its attacks from a square.
fn table<const BYTES: usize>(
    steps: Steps,
    place: impl Fn(usize, u64, u64) -> usize,
    number: impl Fn(usize, u64) -> [u8; BYTES],
) -> Vec<u8> {
    let mut table = Vec::new();
    for square in 0..64 {
        let mask = rays::relevant(square, steps);
        let mut part = vec![0; 1 << mask.count_ones()];
        let mut subset = 0u64;
        loop {
            part[place(square, subset, mask)] = rays::walk(square, subset, steps);
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        table.extend(part.into_iter().flat_map(|attacks| number(square, attacks)));
    }
    table
}

fn whole(_square: usize, attacks: u64) -> [u8; 8] {
    attacks.to_le_bytes()
}

/// Attacks as PDEP unpacks them: a bit for each square of the slider's rays, which are 14 at most.
fn packed(steps: Steps) -> impl Fn(usize, u64) -> [u8; 2] {
    move |square, attacks| {
        let rays = rays::walk(square, 0, steps);
        (gather(square, attacks, rays) as u16).to_le_bytes()
    }
}

/// The bits of `subset` under `mask`, gathered at the low end: what PEXT does.
fn gather(_square: usize, subset: u64, mask: u64) -> usize {
    let mut rest = mask;
    let mut gathered = 0;
    for bit in 0..mask.count_ones() {
        gathered |= ((subset >> rest.trailing_zeros() & 1) as usize) << bit;
        rest &= rest - 1;
    }
    gathered
}

fn multiply(magics: &[u64; 64]) -> impl Fn(usize, u64, u64) -> usize {
    |square, subset, mask| {
        (subset.wrapping_mul(magics[square]) >> (64 - mask.count_ones())) as usize
    }
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/rays.rs");
    println!("cargo::rerun-if-changed=src/attacks/bishop_magics.txt");
    println!("cargo::rerun-if-changed=src/attacks/rook_magics.txt");
    choose_back_ends();
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    let write = |name: &str, table: Vec<u8>| fs::write(Path::new(&out).join(name), table);
    write("pext_bishop.bin", table(DIAGONALS, gather, packed(DIAGONALS)))?;
    write("pext_rook.bin", table(STRAIGHTS, gather, packed(STRAIGHTS)))?;
    write("magic_bishop.bin", table(DIAGONALS, multiply(&BISHOP_MAGICS), whole))?;
    write("magic_rook.bin", table(STRAIGHTS, multiply(&ROOK_MAGICS), whole))
}

/// Sets `movegen_lanes` for `src/fast/lanes.rs`, `movegen_sliders` for `src/attacks.rs`, and
/// `movegen_append` for `src/fast/append.rs`. The first two can be forced by a flag of the
/// compiler: docs/architecture.md, "Back ends".
fn choose_back_ends() {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|name| name == "x86_64");
    let has = |wanted: &[&str]| {
        is_x86_64
            && wanted.iter().all(|wanted| features.split(',').any(|feature| feature == *wanted))
    };
    let lanes = choose(
        "movegen_lanes",
        &[("512", has(&["avx512f", "avx512vpopcntdq"])), ("256", has(&["avx2"])), ("none", true)],
    );
    let sliders = choose("movegen_sliders", &[("pext", has(&["bmi2"])), ("magic", true)]);
    let append = if lanes == "512" && has(&["avx512bw", "avx512vbmi2"]) {
        "squeeze"
    } else if sliders == "pext" && has(&["popcnt", "ssse3"]) {
        "shuffle"
    } else {
        "plain"
    };
    println!(
        "cargo::rustc-check-cfg=cfg(movegen_append, values(\"squeeze\", \"shuffle\", \"plain\"))"
    );
    println!("cargo::rustc-cfg=movegen_append=\"{append}\"");
}

/// The back end that the flag `--cfg NAME="..."` forces, else the first that the target has.
/// `options` are the values and whether the target has their features.
fn choose(name: &str, options: &[(&'static str, bool)]) -> &'static str {
    let values: Vec<&str> = options.iter().map(|&(value, _)| value).collect();
    println!("cargo::rustc-check-cfg=cfg({name}, values(\"{}\"))", values.join("\", \""));
    let Ok(forced) = env::var(format!("CARGO_CFG_{}", name.to_uppercase())) else {
        let best = options.iter().find(|&&(_, present)| present).map_or("", |&(value, _)| value);
        println!("cargo::rustc-cfg={name}=\"{best}\"");
        return best;
    };
    let problem = match options.iter().find(|&&(value, _)| value == forced) {
        Some(&(value, true)) => return value,
        Some(_) => "the target lacks its features".to_owned(),
        None => format!("the values are {values:?}"),
    };
    println!("cargo::error=--cfg {name}=\"{forced}\": {problem}");
    ""
}
