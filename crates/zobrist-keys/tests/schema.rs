//! Schemas: the numbers of features, the code, and what is printed of both.

use zobrist_keys::{Group, Ply, Schema};

const SMALL: Schema = Schema::new("Small", &[Group::new("piece", 3)], &[]);

#[test]
fn schema_numbers_features_and_counts_plies() {
    const BIG: Ply = Ply::new("big", 3);
    const HUGE: Ply = Ply::new("huge", 14);
    const GAME: Schema = Schema::new(
        "Sample",
        &[Group::new("piece", 768), Group::new("flag", 12), Group::SIDE_TO_MOVE],
        &[BIG, HUGE],
    );
    assert_eq!(GAME.features(), 781);
    assert_eq!(GAME.feature("piece", 767), 767);
    assert_eq!(GAME.feature("flag", 0), 768);
    assert_eq!(GAME.feature("side to move", 0), 780);
    assert_eq!((GAME.polynomial(), GAME.t()), (0x409, 6));
    // Four plies change at most 12 features, five 15 and the side: 13 are safe. One huge ply is
    // not.
    assert_eq!((GAME.safe_plies(BIG), GAME.safe_plies(HUGE)), (4, 0));
    // Three plies of 4 features change the side as well: 13, just safe.
    assert_eq!(GAME.safe_plies(Ply::new("four", 4)), 3);
    assert_eq!(
        GAME.to_string(),
        "Sample: 781 features\n\
         \x20    0  piece (768)\n\
         \x20  768  flag (12)\n\
         \x20  780  side to move (1)\n\
         BCH code over GF(2^10), t = 6: 61 bits, d >= 14: any 13 features are independent\n\
         Two positions never share a key within so many plies (changing so much):\n\
         \x20    4  big (3)\n\
         \x20    0  huge (14)"
    );
}

#[test]
#[should_panic(expected = "no group of that name")]
fn schema_refuses_an_unknown_group() {
    let _ = SMALL.feature("stone", 0);
}

#[test]
#[should_panic(expected = "the group has fewer features")]
fn schema_refuses_an_index_beyond_the_group() {
    let _ = SMALL.feature("piece", 3);
}

#[test]
#[should_panic(expected = "the fields are GF(2^7) to GF(2^12)")]
fn schema_refuses_more_features_than_the_largest_field_has() {
    const TOO_MANY: Schema = Schema::new("Large", &[Group::new("piece", 4096)], &[]);
    let _ = TOO_MANY.code();
}
