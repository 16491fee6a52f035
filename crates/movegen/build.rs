//! Computes the slider tables of `src/attacks`. As constants they would take the compiler's evaluator
//! longer than the rest of the crate takes to build.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/attacks/magic_numbers.rs"]
mod magic_numbers;
#[path = "src/attacks/rays.rs"]
mod rays;

use magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS};
use rays::{DIAGONALS, STRAIGHTS, Steps};

/// The attacks for every subset of the relevant squares, all squares in order, as little-endian
/// words. `place` gives a subset's index within its square's part.
fn table(steps: Steps, place: impl Fn(usize, u64, u64) -> usize) -> Vec<u8> {
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
        table.extend(part.into_iter().flat_map(u64::to_le_bytes));
    }
    table
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
    println!("cargo::rerun-if-changed=src/attacks/magic_numbers.rs");
    choose_back_ends();
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    let write = |name: &str, table: Vec<u8>| fs::write(Path::new(&out).join(name), table);
    write("pext_bishop.bin", table(DIAGONALS, gather))?;
    write("pext_rook.bin", table(STRAIGHTS, gather))?;
    write("magic_bishop.bin", table(DIAGONALS, multiply(&BISHOP_MAGICS)))?;
    write("magic_rook.bin", table(STRAIGHTS, multiply(&ROOK_MAGICS)))
}

/// Names the back ends that the target has features for: `movegen_lanes` is the width of the lanes of
/// `src/lanes.rs` in bits, or "none"; `movegen_squeeze` is for the lists of `src/move_list/squeeze.rs`.
/// The variable `MOVEGEN_LANES` asks for less, so that one machine can test all of them.
fn choose_back_ends() {
    println!("cargo::rerun-if-env-changed=MOVEGEN_LANES");
    println!("cargo::rustc-check-cfg=cfg(movegen_lanes, values(\"512\", \"256\", \"none\"))");
    println!("cargo::rustc-check-cfg=cfg(movegen_squeeze)");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let wide_words = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|name| name == "x86_64");
    let has = |wanted: &[&str]| {
        wide_words
            && wanted.iter().all(|wanted| features.split(',').any(|feature| feature == *wanted))
    };
    let asked = env::var("MOVEGEN_LANES").unwrap_or_else(|_| "512".into());
    let lanes = match asked.as_str() {
        "512" if has(&["avx512f", "avx512vpopcntdq"]) => "512",
        "512" | "256" if has(&["avx2"]) => "256",
        _ => "none",
    };
    println!("cargo::rustc-cfg=movegen_lanes=\"{lanes}\"");
    if lanes == "512" && has(&["avx512bw", "avx512vbmi2"]) {
        println!("cargo::rustc-cfg=movegen_squeeze");
    }
}
