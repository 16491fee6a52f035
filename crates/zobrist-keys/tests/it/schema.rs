//! Schemas: the numbers of features, the code, and what is printed of both.

use zobrist_keys::{Group, Ply, Schema, xor64_table};

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
fn features_come_in_order_with_their_keys() {
    const GAME: Schema = Schema::new("Sample", &[Group::new("piece", 2), Group::SIDE_TO_MOVE], &[]);
    let keys = xor64_table::<3>(4);
    let keyed: Vec<_> = GAME.keyed(&keys).map(|(it, key)| (it.to_string(), key)).collect();
    let names = ["piece 0", "piece 1", "side to move 0"].map(String::from);
    assert_eq!(keyed, names.into_iter().zip(keys).collect::<Vec<_>>());
    assert!(GAME.iter().enumerate().all(|(number, it)| it.number == number));
}

#[test]
#[should_panic(expected = "a table has a key for each feature")]
fn a_table_of_another_length_is_refused() {
    let _ = SMALL.keyed(&xor64_table::<4>(4));
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
