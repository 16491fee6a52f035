//! [`TableName`]: the pieces of a table, and what its values are.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use crate::material::Material;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    /// Win, draw or loss.
    Results,
    /// The plies until the clock of the fifty-move rule is set to zero.
    Distances,
}

impl Content {
    const fn extension(self) -> &'static str {
        match self {
            Self::Results => "rtbw",
            Self::Distances => "rtbz",
        }
    }

    /// Returns the first bytes of such files.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Results => [0x71, 0xe8, 0x23, 0x5d],
            Self::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The name of a table's file. Its `Display` is that name, such as `KRPvKR.rtbw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    pub(crate) content: Content,
    /// The pieces; the side that the name has first is White.
    pub(crate) material: Material,
}

impl TableName {
    /// Reads the name of a file, or returns `None` if no table has that name.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let content = [Content::Results, Content::Distances]
            .into_iter()
            .find(|content| ending == content.extension())?;
        let material = path.file_stem().and_then(OsStr::to_str).and_then(Material::from_name)?;
        Some(Self { content, material })
    }

    /// Returns the name with the stronger side first, as files are called.
    pub(crate) fn stronger_first(self) -> Self {
        Self { material: self.material.stronger_first(), ..self }
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, self.content.extension())
    }
}
