//! The faults, by crate from the bottom up.

use super::Fault;
use super::FoundBy::{Tests, Verb};
use crate::workspace::TT_CORE;

/// The tests that hold movegen's incremental keys to keys from scratch.
const KEYS: super::FoundBy = Tests(&["movegen", "--test", "it", "keys"]);

pub(super) const FAULTS: [Fault; 24] = [
    Fault {
        name: "a removed feature stays in an additive key",
        file: "crates/zobrist-keys/src/additive.rs",
        from: "self.minus(feature)",
        to: "self.plus(feature)",
        found_by: Tests(&["zobrist-keys", "--test", "it", "groups"]),
    },
    Fault {
        name: "a number is set beyond its range",
        file: "crates/tunables/src/tunable.rs",
        from: "self.min <= value && value <= self.max",
        to: "self.min <= value",
        found_by: Tests(&["tunables", "--test", "declared"]),
    },
    Fault {
        name: "a hit does not refresh the generation",
        file: "crates/tt-core/src/view.rs",
        from: "if R::REFRESH",
        to: "if !R::REFRESH",
        found_by: Tests(&[TT_CORE, "--test", "it", "contract"]),
    },
    Fault {
        name: "the key is stored without the data",
        file: "crates/tt-core/src/bucket/wide/slot.rs",
        from: "if cfg!(tt_core_mutant) { 0 } else { bits }",
        to: "if cfg!(tt_core_mutant) { bits } else { 0 }",
        found_by: Tests(&[TT_CORE, "--lib", "bucket::wide"]),
    },
    Fault {
        name: "a lower bound drives out the upper one",
        file: "crates/tt-classics/src/plaat.rs",
        from: "upper: self.upper.or(old_upper),",
        to: "upper: self.upper.or(old_upper.filter(|_| self.lower.is_none())),",
        found_by: Tests(&["tt-classics", "--test", "it", "two_bounds"]),
    },
    Fault {
        name: "a stale record does not give way",
        file: "crates/tt-classics/src/rival/staleness.rs",
        from: "resident.priority.into() } else { 0 }",
        to: "resident.priority.into() } else { resident.priority.into() }",
        found_by: Tests(&["tt-classics", "--test", "it", "rival"]),
    },
    Fault {
        name: "a pawn table compares half of Black's pawns",
        file: "crates/pawn-hash/src/verify.rs",
        from: " | (black >> 32 << 16) as u32]",
        to: "]",
        found_by: Tests(&["pawn-hash", "--test", "it", "exact_tags"]),
    },
    Fault {
        name: "en passant stays in the key",
        file: "crates/movegen/src/position.rs",
        from: "self.keys.remove_en_passant(tables, square.file());",
        to: "let _ = square;",
        found_by: KEYS,
    },
    Fault {
        name: "a captured rook leaves its right",
        file: "crates/movegen/src/position/make.rs",
        from: "self.rights_lost(us, kind, from.bb() | to.bb());",
        to: "self.rights_lost(us, kind, from.bb());",
        found_by: KEYS,
    },
    Fault {
        name: "pinned knights are counted",
        file: "crates/movegen/src/fast/count.rs",
        from: "pieces.knights &= !pinned;",
        to: "let _ = &pieces.knights;",
        found_by: Tests(&["movegen", "--test", "it", "fast"]),
    },
    Fault {
        name: "X-FEN does not name an inner rook",
        file: "crates/movegen/src/fen.rs",
        from: "if chess960 || outermost != Some(rook)",
        to: "if chess960 && outermost.is_some()",
        found_by: Tests(&["oracle", "the_cases_survive_every_form"]),
    },
    Fault {
        name: "Black's threats count for White",
        file: "crates/evaluation/src/hand_crafted.rs",
        from: "score -= threats::score(&context, Color::Black, tracer);",
        to: "score += threats::score(&context, Color::Black, tracer);",
        found_by: Tests(&["evaluation", "--test", "it", "laws"]),
    },
    Fault {
        name: "a stored mate counts its plies from the root",
        file: "crates/search/src/hit.rs",
        from: "score: from_table(entry.score, ply),",
        to: "score: from_table(entry.score, 0),",
        found_by: Tests(&["search", "--test", "it", "mates"]),
    },
    Fault {
        name: "an upper bound fails high",
        file: "crates/search/src/hit.rs",
        from: "self.bound.covers(Bound::Lower) && window.fails_high(self.score)",
        to: "self.bound != Bound::None && window.fails_high(self.score)",
        found_by: Tests(&["search", "--lib", "hit"]),
    },
    Fault {
        name: "the stored move is not verified",
        file: "crates/search/src/visit.rs",
        from: "hit.and_then(|hit| hit.mv).filter(|&mv| position.is_legal_with(&legality, mv))",
        to: "hit.and_then(|hit| hit.mv)",
        found_by: Tests(&["search", "--test", "it", "tables"]),
    },
    Fault {
        name: "a round on ranks ends by one reduction",
        file: "crates/cluster/src/detector.rs",
        from: "== (totals.sent, totals.received)",
        to: "!= (0, 1)",
        found_by: Tests(&["cluster", "--test", "it", "termination"]),
    },
    Fault {
        name: "records go round by a rank that is lost",
        file: "crates/cluster/src/member.rs",
        from: "members[rank] = false;",
        to: "members[rank] = true;",
        found_by: Tests(&["cluster", "--test", "it", "members"]),
    },
    Fault {
        name: "an upper bound answers whether a position is worth as much",
        file: "crates/cluster/src/alpha_beta.rs",
        from: "if bounds.upper < gamma",
        to: "if bounds.upper <= gamma",
        found_by: Tests(&["cluster", "--test", "it", "alpha_beta"]),
    },
    Fault {
        name: "a feature does not ask for what it needs of a dependency",
        file: "crates/tt-core/Cargo.toml",
        from: "\"rustix/process\", \"rustix/std\"]",
        to: "\"rustix/process\"]",
        found_by: Verb(
            "package --folders tt-core",
            "`std::io::Error: From<Errno>` is not satisfied",
        ),
    },
    Fault {
        name: "an arrow points up",
        file: "crates/pawn-hash/Cargo.toml",
        from: "tt-core.workspace = true",
        to: "tt-core.workspace = true\nmovegen.workspace = true",
        found_by: Verb("layers", "does not point to a lower layer"),
    },
    Fault {
        name: "modules name each other in a circle",
        file: "crates/zobrist-keys/src/key.rs",
        from: "use core::hash::Hash;",
        to: "use core::hash::Hash;\nuse crate::Additive64;",
        found_by: Verb("layers", "additive -> key -> additive"),
    },
    Fault {
        name: "two types share a name",
        file: "crates/zobrist-keys/src/key.rs",
        from: "use core::hash::Hash;",
        to: "use core::hash::Hash;\nstruct Schema;",
        found_by: Verb("layers", "another type is called Schema"),
    },
    Fault {
        name: "the table knows a chess word",
        file: "crates/tt-core/src/lib.rs",
        from: "extern crate alloc;",
        to: "extern crate alloc;\n/// Planted.\npub const KING_VALUE: i16 = 0;",
        found_by: Verb("tidy", "`KING_VALUE` holds the word `king`"),
    },
    Fault {
        name: "a test of the inventory is not there",
        file: "crates/tt-core/src/entry.rs",
        from: "fn each_field_survives_over_its_whole_range()",
        to: "fn each_field_survives()",
        found_by: Verb(
            "inventory",
            "tt-core has no test `each_field_survives_over_its_whole_range`",
        ),
    },
];
