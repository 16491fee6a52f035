//! The key groups that a position can have.

use zobrist_keys::{Additive64, Bch, Xor64, Xor128, additive64_table, xor64_table, xor128_table};

use super::schema::{FEATURES, MATERIAL_FEATURES, PAWN_FEATURES, PAWN_SCHEMA, SCHEMA};
use super::{ChessKeys, KeyTables};

/// The keys of a [`Position`](crate::Position): [`BchKeys`].
pub type DefaultKeys = BchKeys;

/// Seed of the random constants: "palimpse" in ASCII.
const SEED: u64 = 0x7061_6c69_6d70_7365;

/// Defines a choice of keys: its type and its constants.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident: $key:ty, $full:expr, $pawn:expr, $material:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl ChessKeys for $name {
            type Key = $key;
            const TABLES: &'static KeyTables<$key> = {
                static FULL: [$key; FEATURES] = $full;
                static PAWN: [$key; PAWN_FEATURES] = $pawn;
                static MATERIAL: [$key; MATERIAL_FEATURES] = $material;
                static TABLES: KeyTables<$key> = KeyTables::new(&FULL, &PAWN, &MATERIAL);
                &TABLES
            };
        }
    };
}

type FullCode = Bch<{ SCHEMA.polynomial() }, { SCHEMA.t() }, FEATURES>;
type PawnCode = Bch<{ PAWN_SCHEMA.polynomial() }, { PAWN_SCHEMA.t() }, PAWN_FEATURES>;

choice! {
    /// Columns of BCH codes (Warnock and Wendroff, 1988), whitened: positions that differ in at
    /// most 13 features have different full keys, pawn structures that differ in at most 21 pawns
    /// different pawn keys. The material key is random.
    BchKeys: Xor64, FullCode::WHITENED, PawnCode::WHITENED, xor64_table(SEED)
}

const _: () = assert!(FullCode::DISTANCE == 14 && PawnCode::DISTANCE == 22);

choice! {
    /// 64 random bits a feature, joined by XOR (Zobrist, 1970).
    ZobristKeys: Xor64, xor64_table(SEED), xor64_table(SEED + 1), xor64_table(SEED + 2)
}

choice! {
    /// 128 random bits a feature, for programs that take equal keys for equal positions. A position
    /// with them takes four cache lines.
    WideZobristKeys: Xor128, xor128_table(SEED), xor128_table(SEED + 1), xor128_table(SEED + 2)
}

choice! {
    /// 64 random bits a feature, joined by addition.
    AdditiveKeys: Additive64,
    additive64_table(SEED), additive64_table(SEED + 1), additive64_table(SEED + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_keys::xor64_fingerprint;

    /// Files that hold keys rely on these constants.
    #[test]
    fn constants_never_change() {
        let fingerprints = [
            xor64_fingerprint(&FullCode::WHITENED),
            xor64_fingerprint(&PawnCode::WHITENED),
            xor64_fingerprint(&xor64_table::<MATERIAL_FEATURES>(SEED)),
            xor64_fingerprint(&xor64_table::<FEATURES>(SEED)),
        ];
        assert_eq!(
            fingerprints,
            [14994692220230190328, 14632250082527851983, 9429183367250438015, 5537946858623485475]
        );
    }
}
