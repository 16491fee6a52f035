//! [`Config`]: the settings of a table that one looks into.

use serde::{Deserialize, Serialize};

/// A replacement policy with its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// One slot; the newcomer stays.
    Always,
    /// One slot; the deeper record stays.
    Depth,
    /// Two slots: the deeper record in the first, the others in the second.
    TwoTier,
    /// Two slots: the record of the larger subtree in the first, the others in the second (Breuker,
    /// Uiterwijk and van den Herik, 1996: `TwoBig1`).
    Breuker,
    /// Four slots: shallow and old records go first.
    Ageing,
    /// One slot; a record of this search stays if it is deeper (the program Rival).
    Rival,
}

/// The part of a record that the search gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableUse {
    /// None: there is no table.
    Off,
    Moves,
    /// All: a record may also end its node.
    All,
}

/// The settings of a table that one looks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    /// The number of entries, a power of two.
    pub entries: usize,
    pub policy: Policy,
    pub key_bits: u32,
    #[serde(rename = "use")]
    pub table_use: TableUse,
    /// Whether the search is plain alpha-beta, which visits every node that its bounds leave: it
    /// shows the worth of a table best.
    #[serde(default)]
    pub plain: bool,
}

impl Config {
    /// Reads a configuration from JSON.
    pub fn read(json: &str) -> Result<Self, String> {
        serde_json::from_str(json)
            .map_err(|error| format!("expected the settings of a table, found {json:?}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str =
        r#"{"entries":64,"policy":"two-tier","keyBits":16,"use":"moves","plain":false}"#;

    #[test]
    fn a_configuration_is_read() {
        let config = Config::read(JSON).unwrap();
        let expected = Config {
            entries: 64,
            policy: Policy::TwoTier,
            key_bits: 16,
            table_use: TableUse::Moves,
            plain: false,
        };
        assert_eq!(config, expected);
        assert_eq!(serde_json::to_string(&config).unwrap(), JSON);
        let error = Config::read("{}").unwrap_err();
        assert!(error.starts_with("expected the settings of a table, found \"{}\""), "{error}");
    }

    #[test]
    fn numbers_out_of_range_are_refused_in_words() {
        let refusal = |config: Config| config.design().err().unwrap();
        let config = Config::read(JSON).unwrap();
        for entries in [0, 32, 100, 1 << 25] {
            let error = refusal(Config { entries, ..config });
            assert!(error.ends_with(&format!("found {entries}")), "{error}");
        }
        let error = refusal(Config { key_bits: 15, ..config });
        assert!(error.contains("bits of the key, found 15"), "{error}");
    }
}
