//! Laws of the quick ways, at every position of random games and small trees: whichever back end this build
//! has, it says what the plain way says.

use movegen::{Bitboard, Square};
use movegen::{Color, Legality, Move, MoveList, MoveSink, PieceType, Position, Promotions};
use zobrist_keys::SplitMix64;

/// Starts that between them have every special move, checks of every kind, pins in every direction and
/// castling from everywhere.
const STARTS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/PPPPPP1k/8/8/8/8/pppppp1K/8 w - - 0 1",
    "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
    "1rk5/8/8/8/8/8/8/1RK4r w Bb - 0 1",
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
];

fn sets(position: &Position) -> Vec<Bitboard> {
    let kinds = PieceType::ALL.into_iter().map(|kind| position.pieces(kind));
    kinds.chain(Color::ALL.map(|color| position.color(color))).collect()
}

/// All that is said of one position.
fn check(position: &Position) {
    let list = position.legal_moves();
    assert_eq!(position.count_legal() as usize, list.len(), "{position:?}");
    assert_eq!(position.count_by_generating() as usize, list.len(), "{position:?}");
    let legality: Legality = position.legality();
    assert_eq!(legality, position.legality_piece_by_piece(), "{position:?}");
    assert_eq!(legality.checkers(), position.checkers(), "{position:?}");

    let mut visited = Vec::new();
    position.for_each_child(|mv, child| {
        let made = position.make(mv);
        assert_eq!(child, &made, "{position:?} {mv}");
        assert_eq!(child.keys(), made.keys(), "{position:?} {mv}");
        assert_eq!(*child.keys(), child.keys_from_scratch(), "{position:?} {mv}");
        assert_eq!(sets(child), sets(&made), "{position:?} {mv}");
        visited.push(mv);
    });
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
fn the_quick_ways_say_what_the_plain_ones_say_in_small_trees() {
    let mut nodes = 0;
    for fen in STARTS {
        tree(&Position::from_fen(fen).unwrap(), 2, &mut nodes);
    }
    assert!(nodes > 10_000, "{nodes}");
}

#[test]
fn the_quick_ways_say_what_the_plain_ones_say_in_random_games() {
    let mut random = SplitMix64::new(5);
    let (mut checks, mut doubles, mut pins, mut passes) = (0, 0, 0, 0);
    for game in 0..400 {
        let mut position = Position::from_fen(STARTS[game % STARTS.len()]).unwrap();
        for _ in 0..120 {
            check(&position);
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
    // What the laws are about has occurred.
    assert!(checks > 1_000 && doubles > 20 && pins > 2_000 && passes > 50);
}

/// A list takes whatever a caller's own generator hands it.
#[test]
fn a_list_writes_every_set_as_single_moves_would() {
    let mut random = SplitMix64::new(9);
    for _ in 0..20_000 {
        let set = Bitboard(random.next() & random.next() & random.next());
        let from = Square::ALL[random.next() as usize % 64];
        let away = set & !from.bb();
        let mut list = MoveList::new();
        list.piece(PieceType::Queen, from, away);
        let expected: Vec<Move> = away.into_iter().map(|to| Move::new(from, to)).collect();
        assert_eq!(list.to_vec(), expected);

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
fn a_list_can_be_filled_to_the_brim() {
    let (a1, b1) = (Square::ALL[0], Square::ALL[1]);
    let mut list = MoveList::new();
    // Far more than 32 squares at once, and then up to the last place.
    list.piece(PieceType::Queen, a1, !a1.bb());
    list.piece(PieceType::Queen, b1, !b1.bb());
    assert_eq!(list.len(), 126);
    while list.len() < 256 {
        let before = list.len();
        list.piece(PieceType::King, b1, a1.bb());
        assert_eq!(list.len(), before + 1);
        assert_eq!(list[before], Move::new(b1, a1));
    }
    assert_eq!(list[0], Move::new(a1, b1));
}

#[test]
#[should_panic(expected = "CapacityError")]
fn a_full_list_takes_no_more() {
    let (a1, b1) = (Square::ALL[0], Square::ALL[1]);
    let mut list = MoveList::new();
    for _ in 0..257 {
        list.piece(PieceType::King, b1, a1.bb());
    }
}
