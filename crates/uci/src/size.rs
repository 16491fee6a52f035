//! Sizes of tables in options, on command lines and in messages.

use std::fmt;
use std::str::FromStr;

/// The greatest size in KiB: 2^25 MiB, as in the option `Hash`.
const GREATEST: u64 = 1 << 35;

const FORMS: &str = "a number of MB, or one with its unit: 64, 64MB, 8000KB, 1GB";

/// The size of a table in whole KiB, from 1 KiB to 2^25 MiB. A unit is a power of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    kib: u64,
}

impl Size {
    /// Creates a size of `count` MiB.
    #[must_use]
    pub const fn mebibytes(count: u32) -> Self {
        Self { kib: (count as u64) << 10 }
    }

    /// Returns the size in bytes. A size beyond the address space becomes the greatest number,
    /// which every system refuses.
    #[must_use]
    pub fn bytes(self) -> usize {
        usize::try_from(self.kib << 10).unwrap_or(usize::MAX)
    }
}

impl FromStr for Size {
    type Err = String;

    /// Reads `64`, `64MB`, `64 MiB`, `8000k`, `1GB`, in any letter case.
    fn from_str(text: &str) -> Result<Self, String> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let shift = match unit.trim_start().to_ascii_lowercase().as_str() {
            "k" | "kb" | "kib" => 0,
            "" | "m" | "mb" | "mib" => 10,
            "g" | "gb" | "gib" => 20,
            _ => return Err(format!("'{text}' is not a valid size ({FORMS})")),
        };
        // A number with too many digits for a u64 is too great.
        let number = match number.parse::<u64>() {
            Ok(number) => number,
            Err(_) if number.is_empty() => {
                return Err(format!("'{text}' is not a valid size ({FORMS})"));
            }
            Err(_) => u64::MAX,
        };
        match number.checked_mul(1 << shift) {
            Some(kib) if (1..=GREATEST).contains(&kib) => Ok(Self { kib }),
            _ => Err(format!("'{text}' is not a size from 1KB to {}MB ({FORMS})", GREATEST >> 10)),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name_of_size(self.kib as usize))
    }
}

/// Returns a size in MB if that is a whole number, else in KB.
#[must_use]
pub fn name_of_size(kib: usize) -> String {
    if kib.is_multiple_of(1 << 10) { format!("{} MB", kib >> 10) } else { format!("{kib} KB") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_in_mb_and_units_are_powers_of_1024() {
        for (text, bytes) in [
            ("64", 64 << 20),
            ("64MB", 64 << 20),
            ("3 MiB", 3 << 20),
            ("3m", 3 << 20),
            ("1KB", 1 << 10),
            ("512kb", 512 << 10),
            ("8000K", 8_000 << 10),
            ("1GB", 1 << 30),
            ("2 gib", 2 << 30),
            ("33554432", 1 << 45),
            ("34359738368KB", 1 << 45),
        ] {
            assert_eq!(text.parse().map(Size::bytes), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for (text, shown) in [("64", "64 MB"), ("8000KB", "8000 KB"), ("1024KB", "1 MB")] {
            let size: Size = text.parse().unwrap();
            assert_eq!((size.to_string().as_str(), size.to_string().parse()), (shown, Ok(size)));
        }
    }

    #[test]
    fn errors_say_the_forms() {
        for text in ["", "MB", "-1", "1.5GB", "64TB", "64 M B", "0x10", "x", "0", "0KB"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(error.starts_with(&format!("'{text}'")), "{error}");
            assert!(error.ends_with("64, 64MB, 8000KB, 1GB)"), "{error}");
        }
        for text in ["33554433", "34359738369KB", "32769GB", "99999999999999999999999"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(error.contains("is not a size from 1KB to 33554432MB"), "{error}");
        }
    }
}
