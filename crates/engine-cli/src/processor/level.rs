//! The levels of the x86-64 instruction set, numbered as in the psABI (H.J. Lu and others, 2020).

/// A level; each includes all levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// The instructions of every x86-64 processor.
    V1,
    /// SSE 4.2 and population count (2008).
    V2,
    /// AVX2 and bit manipulation (2013).
    V3,
    /// AVX-512 (2017).
    V4,
    /// Features of single families of processors.
    Beyond,
}

impl Level {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::V1 => "x86-64",
            Self::V2 => "x86-64-v2",
            Self::V3 => "x86-64-v3",
            Self::V4 | Self::Beyond => "x86-64-v4",
        }
    }
}
