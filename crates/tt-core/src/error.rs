//! Why a table could not be had.

use core::fmt;

/// A table of the wished size could not be made. What existed before is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllocError(AllocFault);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AllocFault {
    /// No bucket fits in so few bytes.
    TooSmall { bytes: usize, bucket: usize },
    /// More than the address space holds.
    TooLarge { bytes: usize },
    /// More than the machine, or the control group this process runs in, has free.
    Unavailable { bytes: usize, available: u64 },
    /// The allocator said no.
    Refused { bytes: usize },
}

impl From<AllocFault> for AllocError {
    fn from(kind: AllocFault) -> Self {
        Self(kind)
    }
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AllocFault::TooSmall { bytes, bucket } => {
                write!(f, "a table of {bytes} bytes is smaller than one bucket of {bucket} bytes")
            }
            AllocFault::TooLarge { bytes } => {
                write!(f, "a table of {bytes} bytes exceeds the address space")
            }
            AllocFault::Unavailable { bytes, available } => {
                write!(
                    f,
                    "a table of {bytes} bytes exceeds the {available} bytes of memory available"
                )
            }
            AllocFault::Refused { bytes } => {
                write!(f, "the allocator refused a table of {bytes} bytes")
            }
        }
    }
}

impl core::error::Error for AllocError {}
