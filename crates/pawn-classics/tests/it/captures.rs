//! Structures that no game can have, against cases worked out by hand, a twin that tries every way,
//! and games that were played.

mod games;
mod hand;
mod twin;

use pawn_classics::{Canonical, can_arise, least_captures};
use zobrist_keys::SplitMix64;

use self::games::Game;
use self::hand::{ARISING, LEAST, set};
use crate::times;

/// Pieces of a side that may have been lost, from none to all except the king.
const ANY_LOSS: u64 = 16;

/// At most `most` pawns out of `free`, crowded on the first `files` files and the ranks from the
/// second on.
fn pawns(random: &mut SplitMix64, free: u64, most: u64, [files, ranks]: [u64; 2]) -> u64 {
    let count = random.next() % (most + 1);
    (0..count).fold(0, |set, _| {
        let square = 8 + 8 * (random.next() % ranks) + random.next() % files;
        set | (1 << square) & free
    })
}

/// At most `most` pawns a side.
fn structure(random: &mut SplitMix64, most: u64, ranks: u64) -> [u64; 2] {
    let crowd = [1 + random.next() % 8, ranks];
    let white = pawns(random, u64::MAX, most, crowd);
    [white, pawns(random, !white, most, crowd)]
}

#[test]
fn the_least_captures_are_those_worked_out_by_hand() {
    for (white, black, expected) in LEAST {
        assert_eq!(least_captures([set(white), set(black)]), expected, "{white} / {black}");
    }
    assert_eq!(least_captures([1 << 4, 0]), None, "no pawn stands on e1");
    assert_eq!(least_captures([0, 1 << 60]), None, "no pawn stands on e8");
}

#[test]
fn what_can_arise_is_what_was_worked_out_by_hand() {
    for (white, black, lost, expected) in ARISING {
        let found = can_arise([set(white), set(black)], lost);
        assert_eq!(found, expected, "{white} / {black}, lost {lost:?}");
    }
}

#[test]
fn the_least_captures_are_what_trying_every_way_gives() {
    let mut random = SplitMix64::new(20);
    let mut never = 0;
    for round in 0..10_000 {
        // Of White's on the second and the third rank alone many cannot be.
        let structure = structure(&mut random, 5, if round % 2 == 0 { 2 } else { 6 });
        let expected = twin::least(structure);
        assert_eq!(least_captures(structure), expected, "{structure:x?}");
        never += u32::from(expected.is_none());
    }
    assert!(never > 200, "{never} structures that no ways lead to");
}

#[test]
fn what_can_arise_is_what_trying_every_way_gives() {
    let mut random = SplitMix64::new(23);
    let mut passed = 0;
    for _ in 0..6_000 {
        let structure = structure(&mut random, 3, 6);
        let lost = [(); 2].map(|()| (random.next() % 3) as u32);
        let expected = twin::can_arise(structure, lost);
        let found = can_arise(structure, lost);
        assert_eq!(found, expected, "{structure:x?}, lost {lost:?}");
        let least = least_captures(structure);
        let by_count = least.is_some_and(|[w, b]| w <= lost[1] && b <= lost[0]);
        passed += u32::from(by_count && !found);
    }
    assert!(passed > 60, "{passed} structures whose pawns must have passed each other");
}

#[test]
fn a_bound_is_the_same_for_images_and_grows_with_the_pawns() {
    let mut random = SplitMix64::new(21);
    for _ in 0..times(2_000) {
        let structure = structure(&mut random, 8, 6);
        let lost = [(); 2].map(|()| (random.next() % ANY_LOSS) as u32);
        let (least, arises) = (least_captures(structure), can_arise(structure, lost));
        for image in Canonical::images(structure) {
            let there = least_captures(image.pawns);
            let turned = |pair: [u32; 2]| if image.flipped { [pair[1], pair[0]] } else { pair };
            assert_eq!(there.map(turned), least);
            assert_eq!(can_arise(image.pawns, turned(lost)), arises);
        }
        // Fewer pawns need no more captures, and more losses forbid nothing.
        let fewer = [structure[0] & structure[0].wrapping_sub(1), structure[1]];
        if let (Some([before, _]), Some([after, _])) = (least, least_captures(fewer)) {
            assert!(after <= before, "{structure:x?} without White's first pawn");
        }
        if arises {
            assert!(can_arise(structure, lost.map(|lost| lost + 1)));
            assert!(can_arise(fewer, lost.map(|lost| lost + 1)), "a pawn is lost");
        }
    }
}

#[test]
fn no_structure_of_a_game_is_refused() {
    let mut random = SplitMix64::new(22);
    let mut seen = 0;
    let mut captures = 0;
    let mut tight = 0;
    while seen < times(10_000) {
        let mut game = Game::new();
        let mut before = game.structure();
        while game.play(&mut random) {
            let structure = game.structure();
            if structure == before {
                continue;
            }
            seen += 1;
            let (pawns, lost) = structure;
            let board = game.board();
            let [by_white, by_black] = least_captures(pawns).expect("a game has them");
            assert!(by_white <= lost[1] && by_black <= lost[0], "{board}");
            assert!(can_arise(pawns, lost), "{board}");
            captures += u64::from(by_white + by_black);
            tight += u64::from(by_white == lost[1] && by_white > 0);
            before = structure;
        }
    }
    assert!(captures > seen / 10, "the games have doubled pawns: {captures} captures");
    assert!(tight > seen / 1_000, "one piece fewer would be too few: {tight}");
}
