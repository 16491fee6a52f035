//! The processor's own answer, by the instruction CPUID.
//!
//! `is_x86_feature_detected!` does not suffice: it treats every feature that the program was
//! compiled to use as present.

use std::arch::x86_64::{__cpuid_count, _xgetbv};

use super::{Feature, Level};

/// The first leaf of AMD's numbering, and the one after it, which lists features.
const EXTENDED: u32 = 0x8000_0000;
const EXTENDED_FEATURES: u32 = EXTENDED + 1;

/// The leaves that hold the processor's name, 16 bytes each.
const NAME: [u32; 3] = [EXTENDED + 2, EXTENDED + 3, EXTENDED + 4];

/// The registers whose state the system must save for a feature to be of use.
#[derive(Clone, Copy)]
enum State {
    /// Only the common registers.
    Always,
    /// Vectors of 256 bits.
    Ymm,
    /// Vectors of 512 bits and masks.
    Zmm,
}

#[derive(Clone, Copy)]
enum Register {
    Eax,
    Ebx,
    Ecx,
    Edx,
}

/// A row of the table: the compiler's name and the level; the place of the feature in CPUID, by
/// leaf, sub-leaf, register and bit; the registers that the system must save. The bits are those of
/// Intel's manual (volume 2, CPUID) and of AMD's (volume 3, appendix E).
macro_rules! feature {
    ($name:tt, $level:ident, $leaf:expr, $sub:expr, $register:ident, $bit:expr, $state:ident) => {
        Feature {
            name: $name,
            level: Level::$level,
            compiled: cfg!(target_feature = $name),
            present: || told($leaf, $sub, Register::$register, 1 << $bit) && saved(State::$state),
        }
    };
}

/// The features that a compiler for x86-64 may use beyond the basic level. The general instructions
/// come first: [`saved`] may be compiled to them, and a processor without one is refused before
/// `saved` runs.
pub(super) static FEATURES: [Feature; 53] = [
    feature!("sse3", V2, 1, 0, Ecx, 0, Always),
    feature!("ssse3", V2, 1, 0, Ecx, 9, Always),
    feature!("cmpxchg16b", V2, 1, 0, Ecx, 13, Always),
    feature!("sse4.1", V2, 1, 0, Ecx, 19, Always),
    feature!("sse4.2", V2, 1, 0, Ecx, 20, Always),
    feature!("popcnt", V2, 1, 0, Ecx, 23, Always),
    feature!("movbe", V3, 1, 0, Ecx, 22, Always),
    feature!("xsave", V3, 1, 0, Ecx, 27, Always),
    feature!("bmi1", V3, 7, 0, Ebx, 3, Always),
    feature!("bmi2", V3, 7, 0, Ebx, 8, Always),
    feature!("lzcnt", V3, EXTENDED_FEATURES, 0, Ecx, 5, Always),
    feature!("fma", V3, 1, 0, Ecx, 12, Ymm),
    feature!("avx", V3, 1, 0, Ecx, 28, Ymm),
    feature!("f16c", V3, 1, 0, Ecx, 29, Ymm),
    feature!("avx2", V3, 7, 0, Ebx, 5, Ymm),
    feature!("avx512f", V4, 7, 0, Ebx, 16, Zmm),
    feature!("avx512dq", V4, 7, 0, Ebx, 17, Zmm),
    feature!("avx512cd", V4, 7, 0, Ebx, 28, Zmm),
    feature!("avx512bw", V4, 7, 0, Ebx, 30, Zmm),
    feature!("avx512vl", V4, 7, 0, Ebx, 31, Zmm),
    feature!("pclmulqdq", Beyond, 1, 0, Ecx, 1, Always),
    feature!("aes", Beyond, 1, 0, Ecx, 25, Always),
    feature!("rdrand", Beyond, 1, 0, Ecx, 30, Always),
    feature!("rdseed", Beyond, 7, 0, Ebx, 18, Always),
    feature!("adx", Beyond, 7, 0, Ebx, 19, Always),
    feature!("sha", Beyond, 7, 0, Ebx, 29, Always),
    feature!("avx512ifma", Beyond, 7, 0, Ebx, 21, Zmm),
    feature!("avx512vbmi", Beyond, 7, 0, Ecx, 1, Zmm),
    feature!("avx512vbmi2", Beyond, 7, 0, Ecx, 6, Zmm),
    feature!("avx512vnni", Beyond, 7, 0, Ecx, 11, Zmm),
    feature!("avx512bitalg", Beyond, 7, 0, Ecx, 12, Zmm),
    feature!("avx512vpopcntdq", Beyond, 7, 0, Ecx, 14, Zmm),
    feature!("gfni", Beyond, 7, 0, Ecx, 8, Always),
    feature!("kl", Beyond, 7, 0, Ecx, 23, Always),
    feature!("vaes", Beyond, 7, 0, Ecx, 9, Ymm),
    feature!("vpclmulqdq", Beyond, 7, 0, Ecx, 10, Ymm),
    feature!("avx512vp2intersect", Beyond, 7, 0, Edx, 8, Zmm),
    feature!("avx512fp16", Beyond, 7, 0, Edx, 23, Zmm),
    feature!("sha512", Beyond, 7, 1, Eax, 0, Ymm),
    feature!("sm3", Beyond, 7, 1, Eax, 1, Ymm),
    feature!("sm4", Beyond, 7, 1, Eax, 2, Ymm),
    feature!("avxvnni", Beyond, 7, 1, Eax, 4, Ymm),
    feature!("avxifma", Beyond, 7, 1, Eax, 23, Ymm),
    feature!("avx512bf16", Beyond, 7, 1, Eax, 5, Zmm),
    feature!("avxvnniint8", Beyond, 7, 1, Edx, 4, Ymm),
    feature!("avxneconvert", Beyond, 7, 1, Edx, 5, Ymm),
    feature!("avxvnniint16", Beyond, 7, 1, Edx, 10, Ymm),
    feature!("xsaveopt", Beyond, 0xd, 1, Eax, 0, Always),
    feature!("xsavec", Beyond, 0xd, 1, Eax, 1, Always),
    feature!("xsaves", Beyond, 0xd, 1, Eax, 3, Always),
    feature!("widekl", Beyond, 0x19, 0, Ebx, 2, Always),
    feature!("sse4a", Beyond, EXTENDED_FEATURES, 0, Ecx, 6, Always),
    feature!("tbm", Beyond, EXTENDED_FEATURES, 0, Ecx, 21, Always),
];

/// Returns whether CPUID sets this bit of the register. The bit is passed as a mask: for a shift by
/// a variable the compiler would use an instruction of x86-64-v3, where it may.
#[inline(never)]
fn told(leaf: u32, sub_leaf: u32, register: Register, mask: u32) -> bool {
    if !has_leaf(leaf) || (sub_leaf > 0 && leaf == 7 && __cpuid_count(7, 0).eax < sub_leaf) {
        return false;
    }
    let answer = __cpuid_count(leaf, sub_leaf);
    let word = match register {
        Register::Eax => answer.eax,
        Register::Ebx => answer.ebx,
        Register::Ecx => answer.ecx,
        Register::Edx => answer.edx,
    };
    word & mask != 0
}

fn has_leaf(leaf: u32) -> bool {
    __cpuid_count(leaf & EXTENDED, 0).eax >= leaf
}

/// Returns whether the system saves these registers when it switches between programs.
#[inline(never)]
fn saved(state: State) -> bool {
    /// The bits of XCR0 for 128 and 256 bits, and those for masks and 512 bits.
    const YMM: u64 = 0b110;
    const ZMM: u64 = YMM | 0b1110_0000;
    let wanted = match state {
        State::Always => return true,
        State::Ymm => YMM,
        State::Zmm => ZMM,
    };
    /// Leaf 1, register ECX: the system has enabled XGETBV.
    const OSXSAVE: u32 = 1 << 27;
    if __cpuid_count(1, 0).ecx & OSXSAVE == 0 {
        return false;
    }
    // SAFETY: the line above has seen that the instruction is there and enabled.
    let enabled = unsafe { _xgetbv(0) };
    enabled & wanted == wanted
}

pub(super) fn name() -> String {
    if !NAME.into_iter().all(has_leaf) {
        return "an x86-64 processor without a name".into();
    }
    let answers = NAME.map(|leaf| __cpuid_count(leaf, 0));
    let words = answers.iter().flat_map(|answer| [answer.eax, answer.ebx, answer.ecx, answer.edx]);
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}
