//! The error of a table that could not be allocated.

use core::fmt;

/// The error when a table of the requested size could not be made. The old table is unchanged.
///
/// ```
/// use tt_core::Table;
///
/// // A user sets a size that is not to be had: the message says why, and the old table goes on.
/// let mut table = Table::new(1 << 20)?;
/// let error = table.resize(usize::MAX).unwrap_err();
/// assert!(error.to_string().contains("exceeds the address space"), "{error}");
/// assert_eq!(table.bytes(), 1 << 20);
///
/// let error = Table::new(10).unwrap_err();
/// assert_eq!(error.to_string(), "a table of 10 bytes is smaller than one bucket of 64 bytes");
/// # Ok::<(), tt_core::AllocError>(())
/// ```
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
