//! The fast paths against plain code, on whichever back end this build has.

use std::hint::black_box;

use movegen::{
    BACK_END, Bitboard, Color, DefaultKeys, Move, MoveList, MoveSink, PieceType, Position,
    Promotions, Square, attacks,
};
use zobrist_keys::SplitMix64;

/// Starts with every special move, checks of every kind, pins in every direction and castling.
const STARTS: [&str; 18] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/PPPPPP1k/8/8/8/8/pppppp1K/8 w - - 0 1",
    "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
    "1rk5/8/8/8/8/8/8/1RK4r w Bb - 0 1",
    // A promotion that takes a rook with its right to castle.
    "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
    // A rook that shields its king's new square.
    "4k3/8/8/8/8/8/8/qRK4R w BH - 0 1",
    "4k3/8/8/8/8/8/8/RK4Rq w AG - 0 1",
    // Queens everywhere.
    "QQQQ4/5k2/8/8/8/8/2K5/4qqqq w - - 0 1",
    // Pins along all eight directions.
    "q2r3q/8/1P1P1P2/8/r1RKB1r1/8/1B1N1P2/q2r2kq w - - 0 1",
    "3k4/8/3q4/8/b2P4/3K1Nr1/8/1b3b2 w - - 0 1",
    // En passant that uncovers a rank, and that is the only answer to a check.
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1",
    "4k3/8/8/3b4/8/7R/8/4K2R b K - 0 1",
    // The most legal moves that are known: 218 (Petrović, 1964).
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

fn sets(position: &Position) -> Vec<Bitboard> {
    let kinds = PieceType::ALL.into_iter().map(|kind| position.pieces(kind));
    kinds.chain(Color::ALL.map(|color| position.color(color))).collect()
}

/// Checkers, pinned pieces, targets and attacked squares by their definitions, square by square.
fn legality_by_definition(position: &Position) -> [Bitboard; 4] {
    let us = position.side_to_move();
    let king = position.king(us);
    let (ours, theirs) = (position.color(us), position.color(!us));
    let occupied = position.occupied();
    let checkers = position.attackers_to(king, occupied) & theirs;
    // Without a pinned piece, one more enemy attacks the king.
    let is_pinned = |piece: &Square| {
        let without = position.attackers_to(king, occupied & !piece.bb()) & theirs;
        without != checkers
    };
    let pinned = (ours & !king.bb()).into_iter().filter(is_pinned).collect();
    let targets = match (checkers.count(), checkers.first()) {
        (0, _) => Bitboard::ALL,
        (1, Some(checker)) => attacks::between(king, checker) | checkers,
        _ => Bitboard::EMPTY,
    };
    let without_king = occupied & !king.bb();
    let is_attacked = |square: &Square| position.is_attacked(*square, !us, without_king);
    let attacked = Square::ALL.into_iter().filter(is_attacked).collect();
    [checkers, pinned, targets, attacked]
}

fn check(position: &Position) {
    let list = position.legal_moves();
    assert_eq!(position.count_legal() as usize, list.len(), "{position:?}");
    let legality = position.legality();
    let found = [legality.checkers(), legality.pinned(), legality.targets(), legality.attacked()];
    assert_eq!(found, legality_by_definition(position), "{position:?}");

    let (mut visited, mut leaves) = (Vec::new(), 0);
    position.for_each_child(|mv, child| {
        leaves += child.legal_moves().len() as u64;
        let made = position.make(mv);
        assert_eq!(child, &made, "{position:?} {mv}");
        assert_eq!(child.keys(), made.keys(), "{position:?} {mv}");
        assert_eq!(child.keys(), child.with_keys::<DefaultKeys>().keys(), "{position:?} {mv}");
        assert_eq!(sets(child), sets(&made), "{position:?} {mv}");
        visited.push(mv);
    });
    assert_eq!(position.count_leaves(), leaves, "{position:?}");
    visited.sort_unstable();
    let mut listed = list.to_vec();
    listed.sort_unstable();
    assert_eq!(visited, listed, "{position:?}");
}

fn tree(position: &Position, depth: u32, nodes: &mut u64) {
    check(position);
    *nodes += 1;
    if depth > 0 {
        for mv in position.legal_moves() {
            tree(&position.make(mv), depth - 1, nodes);
        }
    }
}

#[test]
fn the_fast_paths_agree_with_plain_code_in_small_trees() {
    let mut nodes = 0;
    for fen in STARTS {
        tree(&Position::from_fen(fen).unwrap(), 2, &mut nodes);
    }
    assert!(nodes > 10_000, "{nodes}");
}

/// The variable `MOVEGEN_POSITIONS` says how many positions are enough.
#[test]
fn the_fast_paths_agree_with_plain_code_in_random_games() {
    let wanted = std::env::var("MOVEGEN_POSITIONS");
    let wanted = wanted.map_or(50_000, |text| text.parse::<usize>().expect("a number"));
    let mut random = SplitMix64::new(5);
    let (mut checks, mut doubles, mut pins, mut passes) = (0, 0, 0, 0);
    let (mut game, mut positions) = (0, 0);
    while positions < wanted {
        let mut position = Position::from_fen(STARTS[game % STARTS.len()]).unwrap();
        game += 1;
        for _ in 0..120 {
            check(&position);
            positions += 1;
            let legality = position.legality();
            checks += u32::from(legality.checkers().any());
            doubles += u32::from(legality.checkers().has_many());
            pins += u32::from(legality.pinned().any());
            passes += u32::from(position.en_passant().is_some());
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[random.next() as usize % moves.len()]);
        }
    }
    // The games had enough of what is difficult.
    assert!(checks > 1_000 && doubles > 20 && pins > 2_000 && passes > 50);
}

/// `cargo xtask ci` relies on this when it forces a back end.
#[test]
fn the_forced_back_end_is_the_one_that_is_built() {
    let lanes = match (cfg!(movegen_lanes = "512"), cfg!(movegen_lanes = "256")) {
        (true, _) => "512 bits",
        (_, true) => "256 bits",
        _ => "no lanes",
    };
    assert!(BACK_END.contains(lanes), "{BACK_END}, not {lanes}");
    assert_eq!(BACK_END.contains("PEXT"), cfg!(movegen_sliders = "pext"), "{BACK_END}");
}

/// Appends the moves of a set in one of the ways in which a sink takes pieces.
type Take = fn(&mut MoveList, Square, Bitboard);

/// The squares that a piece attacks on an empty board.
type Reach = fn(Square) -> Bitboard;

/// Every way in which a list takes pieces.
const WAYS: [(Take, Reach); 5] = [
    (|list, from, set| list.piece(PieceType::Knight, from, set), attacks::knight),
    (|list, from, set| list.piece(PieceType::King, from, set), attacks::king),
    (
        |list, from, set| list.piece(PieceType::Queen, from, set),
        |from| attacks::queen(from, Bitboard::EMPTY),
    ),
    (
        |list, from, set| list.diagonal(PieceType::Queen, from, set),
        |from| attacks::bishop(from, Bitboard::EMPTY),
    ),
    (
        |list, from, set| list.straight(PieceType::Rook, from, set),
        |from| attacks::rook(from, Bitboard::EMPTY),
    ),
];

fn singly(from: Square, set: Bitboard) -> Vec<Move> {
    set.into_iter().map(|to| Move::new(from, to)).collect()
}

#[test]
fn a_list_writes_all_that_a_piece_may_reach_as_single_moves() {
    for (take, reach) in WAYS {
        for from in Square::ALL {
            let all = reach(from);
            let mut set = all;
            // Every subset of at most 14 squares, of a queen's the last 5,000.
            for _ in 0..5_000 {
                let mut list = MoveList::new();
                take(&mut list, from, set);
                assert_eq!(list.to_vec(), singly(from, set));
                if set.is_empty() {
                    break;
                }
                set = Bitboard((set.0 - 1) & all.0);
            }
        }
    }
}

/// Sets that no generator of this crate emits, as a caller's own may: the square that is left is no
/// target.
#[test]
fn a_list_writes_every_set_as_single_moves_would() {
    let mut random = SplitMix64::new(9);
    for _ in 0..20_000 {
        let set = Bitboard(random.next() & random.next() & random.next());
        let from = Square::ALL[random.next() as usize % 64];
        for (take, _) in WAYS {
            let mut list = MoveList::new();
            take(&mut list, from, set | from.bb());
            assert_eq!(list.to_vec(), singly(from, set & !from.bb()));
        }

        let forward = set & !Bitboard(0xffff);
        let mut list = MoveList::new();
        list.pawns(forward, 16);
        list.promotions(Bitboard(0x0300_0000_0000_0000), 8, Promotions::Under);
        let at = |index: usize| Square::ALL[index];
        let mut expected: Vec<Move> =
            forward.into_iter().map(|to| Move::new(at(to.index() - 16), to)).collect();
        for to in [56, 57] {
            for kind in [PieceType::Rook, PieceType::Bishop, PieceType::Knight] {
                expected.push(Move::promotion(at(to - 8), at(to), kind));
            }
        }
        assert_eq!(list.to_vec(), expected);
    }
}

#[test]
#[should_panic(expected = "a move leaves its square")]
fn a_pawn_that_does_not_move_is_no_move() {
    MoveList::new().pawns(Square::A1.bb(), 64);
}

#[test]
fn a_list_can_be_filled_to_its_last_place() {
    let (a1, b1) = (Square::A1, Square::B1);
    for (take, reach) in WAYS {
        let mut list = MoveList::new();
        // Many squares at once, and then up to the last place.
        list.piece(PieceType::Queen, a1, !a1.bb());
        list.piece(PieceType::Queen, b1, !b1.bb());
        assert_eq!(list.len(), 126);
        let one = reach(b1).first().unwrap().bb();
        while list.len() < MoveList::CAPACITY {
            let before = list.len();
            take(&mut list, b1, one);
            assert_eq!(list.len(), before + 1);
            assert_eq!(list[before..], singly(b1, one));
        }
        assert_eq!(list[0], Move::new(a1, b1));
    }
}

/// A register that is stored behind the last move must end where the list does.
#[test]
fn a_list_writes_nothing_behind_its_last_place() {
    #[repr(C)]
    struct Fenced {
        list: MoveList,
        behind: [u8; 64],
    }
    let (a1, d4) = (Square::A1, Square::D4);
    for (take, reach) in WAYS {
        let all = reach(d4);
        for count in 1..=all.count() as usize {
            let set: Bitboard = all.into_iter().take(count).collect();
            for length in MoveList::CAPACITY - 40..=MoveList::CAPACITY - count {
                let mut fenced = Fenced { list: MoveList::new(), behind: [0xa5; 64] };
                (0..length).for_each(|_| fenced.list.push(Move::new(a1, d4)));
                take(&mut black_box(&mut fenced).list, d4, set);
                assert_eq!(black_box(&fenced).behind, [0xa5; 64], "{count} behind {length}");
                assert_eq!(fenced.list[length..], singly(d4, set));
            }
        }
    }
}

#[test]
#[should_panic(expected = "CapacityError")]
fn a_full_list_takes_no_more() {
    let (a1, b1) = (Square::ALL[0], Square::ALL[1]);
    let mut list = MoveList::new();
    for _ in 0..=MoveList::CAPACITY {
        list.piece(PieceType::King, b1, a1.bb());
    }
}
