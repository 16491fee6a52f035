//! Incremental state against state recomputed from the FEN text, at every node.

use movegen::{DefaultKeys, Move, Position};
use zobrist_keys::SplitMix64;

/// The six positions of the perft suite, and how deep every node of their trees is visited.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
    ("4k3/8/8/3b4/8/7R/8/4K2R b K - 0 1", 4),
];

/// Compares a position with the one read from its FEN, which is built square by square.
fn check(position: &Position) {
    let fen = position.to_fen();
    let reread = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(*position == reread, "{fen}: mailbox, rights, en passant or clocks differ");
    assert_eq!(position.keys(), reread.keys(), "{fen}: incremental keys differ");
    assert_eq!(position.keys(), position.with_keys::<DefaultKeys>().keys(), "{fen}");
    for square in movegen::Square::ALL {
        let piece = position.piece_at(square);
        let from_sets = movegen::Piece::ALL
            .into_iter()
            .find(|p| position.colored(p.color(), p.kind()).contains(square));
        assert_eq!(piece, from_sets, "{fen}: mailbox and sets differ on {square}");
    }
}

fn visit(position: &Position, depth: u32) {
    check(position);
    if depth > 0 {
        for mv in position.legal_moves() {
            let child = position.make(mv);
            assert_eq!(position.key_after(mv), child.key(), "{position:?}: {mv}");
            visit(&child, depth - 1);
        }
    }
}

#[test]
fn incremental_equals_recomputed_at_every_node() {
    for (fen, depth) in POSITIONS {
        // A tenth of the nodes is a ply less, about.
        visit(
            &Position::from_fen(fen).unwrap(),
            if crate::amount(10) == 1 { depth - 1 } else { depth },
        );
    }
}

#[test]
fn a_child_built_in_place_is_the_child() {
    let mut random = SplitMix64::new(7);
    let mut child = Position::startpos();
    for (fen, _) in POSITIONS {
        let mut position = Position::from_fen(fen).unwrap();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.next() as usize % moves.len()];
            position.make_into(mv, &mut child);
            assert!(child == position.make(mv));
            assert_eq!(child.keys(), position.make(mv).keys());
            check(&child);
            position.clone_from(&child);
        }
    }
}

#[test]
fn a_null_move_changes_the_turn_and_nothing_else() {
    let position =
        Position::from_fen("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
            .unwrap();
    let mut child = Position::startpos();
    position.make_null_into(&mut child);
    assert_eq!(child.to_fen(), "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3");
    check(&child);
}

fn keys_after(fen: &str, moves: &[&str]) -> Position {
    moves.iter().fold(Position::from_fen(fen).unwrap(), |position, text| {
        position.make(position.parse_uci(text).unwrap())
    })
}

/// Positions that differ only in a right to castle or a legal en passant capture.
#[test]
fn rights_and_en_passant_are_in_the_key() {
    let key = |fen: &str| Position::from_fen(fen).unwrap().key();
    assert_ne!(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"), key("r3k2r/8/8/8/8/8/8/R3K2R w Qkq -"));
    assert_ne!(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"), key("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"));
    assert_ne!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6"), key("4k3/8/8/3pP3/8/8/8/4K3 w - -"));
    // The capture would expose the king: not legal, not in the key.
    assert_eq!(key("8/8/8/K2pP2r/8/8/8/4k3 w - d6"), key("8/8/8/K2pP2r/8/8/8/4k3 w - -"));
}

/// Every pair of 16 positions that differ in rights alone and of 5 that differ in en passant alone,
/// on four boards: all 80 combinations have different keys.
#[test]
fn positions_that_differ_only_in_rights_or_en_passant_have_different_keys() {
    let rights: Vec<String> = (0..16)
        .map(|set| {
            let letters = ['K', 'Q', 'k', 'q'].into_iter().enumerate();
            letters.filter(|(i, _)| set >> i & 1 == 1).map(|(_, letter)| letter).collect::<String>()
        })
        .map(|letters| if letters.is_empty() { "-".into() } else { letters })
        .collect();
    for (side, board, rank) in [
        ("w", "r3k2r/8/8/PpPpPpPp/8/8/8/R3K2R", '6'),
        ("w", "r3k2r/8/8/pPpPpPpP/8/8/8/R3K2R", '6'),
        ("b", "r3k2r/8/8/8/PpPpPpPp/8/8/R3K2R", '3'),
        ("b", "r3k2r/8/8/8/pPpPpPpP/8/8/R3K2R", '3'),
    ] {
        let mut keys = std::collections::BTreeMap::new();
        for rights in &rights {
            let files = ('a'..='h').map(|file| format!("{file}{rank}")).chain(["-".to_owned()]);
            for square in files {
                let fen = format!("{board} {side} {rights} {square} 0 1");
                let Ok(position) = Position::from_fen_strict(&fen) else { continue };
                let has_square = position.en_passant().is_some();
                assert_eq!(has_square, square != "-", "{fen}: a pawn stands beside");
                if let Some(other) = keys.insert(position.key(), fen.clone()) {
                    panic!("{fen} and {other} have the same key");
                }
            }
        }
        assert_eq!(keys.len(), 16 * 5, "{board}");
    }
}

#[test]
fn a_captured_rook_takes_its_right_along() {
    let after = keys_after("4k3/8/8/3b4/8/7R/8/4K2R b K - 0 1", &["d5h1"]);
    assert!(after.castling_rooks().is_empty());
    check(&after);
    let both = keys_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["h1h8"]);
    assert_eq!(both.to_fen(), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

#[test]
fn the_pawn_key_knows_pawns_only() {
    let start = Position::startpos();
    assert_eq!(keys_after(&start.to_fen(), &["g1f3", "b8c6"]).pawn_key(), start.pawn_key());
    assert_ne!(keys_after(&start.to_fen(), &["e2e3"]).pawn_key(), start.pawn_key());
    let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
    assert_ne!(start.pawn_key(), bare.pawn_key());
}

#[test]
fn material_and_minor_keys_follow_their_pieces() {
    let before = keys_after("4k3/P7/8/3n4/4P3/8/8/4K2R w K - 0 1", &[]);
    let rook = before.make(Move::new(movegen::Square::H1, movegen::Square::H5));
    assert_eq!(rook.minor_key(), before.minor_key());
    assert_eq!(rook.material_key(), before.material_key());
    assert_ne!(
        rook.non_pawn_key(movegen::Color::White),
        before.non_pawn_key(movegen::Color::White)
    );
    let taken = keys_after("4k3/P7/8/3n4/4P3/8/8/4K2R w K - 0 1", &["e4d5"]);
    assert_ne!(taken.minor_key(), before.minor_key());
    assert_ne!(taken.material_key(), before.material_key());
    let promoted = keys_after("4k3/P7/8/3n4/4P3/8/8/4K2R w K - 0 1", &["a7a8q"]);
    let queen = Position::from_fen("Q3k3/8/8/3n4/4P3/8/8/4K2R b K - 0 1").unwrap();
    assert_eq!(promoted.material_key(), queen.material_key());
}

/// The pawn key after a move is that of the pawns which the move leaves; only moves of pawns and
/// captures of pawns change it.
#[test]
fn ten_moves_and_the_pawn_key() {
    // (position, move, the pawns that it leaves, or none if the pawns stay)
    let cases = [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e3", Some("4k3/8/8/8/8/4P3/8/4K3 b - -")),
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4", Some("4k3/8/8/8/4P3/8/8/4K3 b - -")),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", Some("4k3/8/8/3P4/8/8/8/4K3 b - -")),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - -", "e4d5", Some("4k3/8/8/3P4/8/8/8/4K3 b - -")),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", Some("4k3/8/3P4/8/8/8/8/4K3 b - -")),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q", Some("4k3/8/8/8/8/8/8/4K3 b - -")),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8n", Some("4k3/8/8/8/8/8/8/4K3 b - -")),
        ("4k3/8/8/3p4/8/2N5/8/4K3 w - -", "c3d5", Some("4k3/8/8/8/8/8/8/4K3 b - -")),
        ("4k3/8/8/3p4/8/2N5/8/4K3 w - -", "c3b5", None),
        ("r3k2r/p7/8/8/8/8/8/4K3 b kq -", "e8g8", None),
    ];
    for (fen, mv, left) in cases {
        let before = Position::from_fen(fen).unwrap();
        let after = keys_after(fen, &[mv]);
        match left {
            Some(left) => {
                assert_eq!(after.pawn_key(), Position::from_fen(left).unwrap().pawn_key(), "{mv}");
                assert_ne!(after.pawn_key(), before.pawn_key(), "{fen} {mv}");
            }
            None => assert_eq!(after.pawn_key(), before.pawn_key(), "{fen} {mv}"),
        }
    }
}
