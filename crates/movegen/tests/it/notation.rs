//! Laws of the readers, the same as in `fuzz/`: no text makes them panic; what they accept is
//! written and read again; an error says what is wrong.

use movegen::{Move, Position, Variant};
use proptest::prelude::*;
use zobrist_keys::SplitMix64;

/// A text with the shape of a FEN; some are legal.
fn fen_like() -> impl Strategy<Value = String> {
    let row = "[1-8]|[1-7]?[pnbrqkPNBRQK][1-7]?|[pnbrqPNBRQ1-3]{1,8}";
    let board = proptest::collection::vec(row, 7..=9).prop_map(|rows| rows.join("/"));
    (board, "[wbx]", "-|[KQkqA-Ha-h]{1,4}", "-|[a-h][36]", "[0-9]{1,3}", "[0-9]{1,5}").prop_map(
        |(board, side, rights, square, clock, number)| {
            format!("{board} {side} {rights} {square} {clock} {number}")
        },
    )
}

/// A text with the shape of a move in algebraic notation, or any short text.
fn move_like() -> impl Strategy<Value = String> {
    let promotion = "(=?[NBRQnbrqk]|\\([NBRQ]\\))?";
    let body = format!("[PNBRQK]?[a-h]?[1-8]?[x:-]?[a-h][1-8]{promotion}[+#!?]{{0,2}}");
    let pattern = format!("{body}|[O0]-[O0](-[O0])?|\\PC{{0,6}}");
    proptest::string::string_regex(&pattern).expect("a regular expression")
}

/// A legal position with two letters of its FEN replaced.
fn damaged() -> impl Strategy<Value = String> {
    const LETTERS: &[u8] = b"pnbrqkPNBRQKwabcdefgh12345678/- ";
    let change = (any::<prop::sample::Index>(), prop::sample::select(LETTERS));
    (any::<u64>(), proptest::collection::vec(change, 1..=2)).prop_map(|(seed, changes)| {
        let mut bytes =
            random_position(seed).to_fen_as(Variant::ALL[seed as usize % 2]).into_bytes();
        for (index, letter) in changes {
            let at = index.index(bytes.len());
            bytes[at] = letter;
        }
        String::from_utf8(bytes).expect("ASCII")
    })
}

fn random_position(seed: u64) -> Position {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
        "r1kr4/8/8/8/8/8/8/R1K2R2 w FAda - 0 1",
    ];
    let mut random = SplitMix64::new(seed);
    let start = starts[random.next() as usize % starts.len()];
    let mut position = Position::from_fen(start).unwrap();
    for _ in 0..random.next() % 60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.make(moves[random.next() as usize % moves.len()]);
    }
    position
}

fn obeys(text: &str) {
    let strict = Position::from_fen_strict(text);
    match Position::from_fen(text) {
        Ok(position) => {
            for variant in Variant::ALL {
                let written = position.to_fen_as(variant);
                let read = Position::read_fen(&written, position.variant()).unwrap();
                let again = read.value;
                assert!(again == position, "{text:?} {written}");
                assert_eq!(read.repairs, []);
                // KQkq alone are rights of standard chess.
                if Variant::of_fen(&written) == position.variant() {
                    assert_eq!(Position::from_fen_strict(&written).as_ref(), Ok(&again));
                }
                assert_eq!(again.to_fen_as(variant), written);
                assert_eq!(again.keys(), position.keys());
            }
            assert!(strict.is_err() || strict.as_ref() == Ok(&position), "{text:?}");
            assert_eq!(position.count_legal() as usize, position.legal_moves().len());
        }
        Err(error) => {
            assert!(strict.is_err(), "{text:?}");
            assert!(!error.faults().is_empty());
            assert!(error.faults().iter().all(|fault| text.get(fault.span()).is_some()));
            assert!(error.to_string().starts_with("FEN "), "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(4_000)))]

    #[test]
    fn any_text_is_read_as_a_fen_or_refused(text in any::<String>()) {
        obeys(&text);
    }

    #[test]
    fn texts_like_fens_are_read_or_refused(text in fen_like()) {
        obeys(&text);
    }

    #[test]
    fn damaged_fens_are_read_or_refused(text in damaged()) {
        obeys(&text);
    }

    #[test]
    fn texts_like_moves_are_read_as_legal_moves_or_refused(
        seed in any::<u64>(),
        text in move_like(),
    ) {
        let position = random_position(seed);
        for read in [position.parse_san(&text), position.parse_uci(&text)] {
            match read {
                Ok(mv) => {
                    assert!(position.is_legal(mv), "{text} {position:?}");
                    assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
                }
                Err(error) => assert!(error.to_string().contains(&format!("{text:?}"))),
            }
        }
    }

    /// The legal moves of one position in another, as a table gives them when keys collide.
    #[test]
    fn moves_of_other_positions_are_legal_exactly_if_listed(
        seed in any::<u64>(),
        other in any::<u64>(),
    ) {
        let (position, other) = (random_position(seed), random_position(other));
        let listed = position.legal_moves();
        for mv in other.legal_moves() {
            prop_assert_eq!(position.is_legal(mv), listed.contains(&mv), "{:?} {:?}", position, mv);
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }
}
