//! Static exchange evaluation against a plain minimax over the captures on one square.

use movegen::{Bitboard, Color, Move, MoveKind, PieceType, Position, SeeValues, Square};
use zobrist_keys::SplitMix64;

const VALUES: SeeValues = SeeValues([100, 320, 330, 500, 950, 0]);

fn value(kind: PieceType) -> i32 {
    VALUES.0[kind.index()]
}

/// Returns the most that the side to move gains by capturing on `to`, where a piece of worth
/// `at_stake` is, or by leaving it.
fn best(position: &Position, to: Square, at_stake: i32, occupied: Bitboard, side: Color) -> i32 {
    let attackers = position.attackers_to(to, occupied) & occupied;
    let ours = attackers & position.color(side);
    let Some((kind, from)) = PieceType::ALL
        .into_iter()
        .find_map(|kind| Some((kind, (ours & position.pieces(kind)).first()?)))
    else {
        return 0;
    };
    let rest = occupied ^ from.bb();
    let defended = (position.attackers_to(to, rest) & rest & position.color(!side)).any();
    if kind == PieceType::King && defended {
        return 0;
    }
    (at_stake - best(position, to, value(kind), rest, !side)).max(0)
}

fn see(position: &Position, mv: Move) -> i32 {
    let (from, to) = (mv.from(), mv.to());
    let mut occupied = position.occupied() ^ from.bb() | to.bb();
    let mover = position.moved_piece(mv).kind();
    let (gain, at_stake) = match mv.kind() {
        MoveKind::Castling => return 0,
        MoveKind::EnPassant => {
            occupied ^= Square::new(to.file(), from.rank()).bb();
            (value(PieceType::Pawn), value(PieceType::Pawn))
        }
        MoveKind::Promotion => {
            let promoted = value(mv.promoted().unwrap());
            let captured = position.captured(mv).map_or(0, value);
            (captured + promoted - value(PieceType::Pawn), promoted)
        }
        MoveKind::Normal => (position.captured(mv).map_or(0, value), value(mover)),
    };
    gain - best(position, to, at_stake, occupied, !position.side_to_move())
}

#[test]
fn every_threshold_agrees_with_minimax() {
    let starts = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
    ];
    let mut random = SplitMix64::new(3);
    let mut moves_seen = 0;
    for start in starts.iter().cycle().take(60) {
        let mut position = Position::from_fen(start).unwrap();
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let exact = see(&position, mv);
                for threshold in [exact - 1, exact, exact + 1, -100, 0, 1, 100] {
                    assert_eq!(
                        position.see_ge(mv, threshold, &VALUES),
                        exact >= threshold,
                        "{position:?} {mv} threshold {threshold} exact {exact}"
                    );
                }
                moves_seen += 1;
            }
            position = position.make(moves[random.next() as usize % moves.len()]);
        }
    }
    assert!(moves_seen > 50_000, "{moves_seen}");
}

#[test]
fn textbook_exchanges() {
    let gains = |fen: &str, uci: &str| {
        let position = Position::from_fen(fen).unwrap();
        see(&position, position.parse_uci(uci).unwrap())
    };
    assert_eq!(gains("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5"), 100);
    let x_rays = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -";
    assert_eq!(gains(x_rays, "d3e5"), 100 - 320);
}
