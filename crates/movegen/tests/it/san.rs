//! SAN is read without a list of moves; here it is read with one, from every position of random
//! games, and the answers agree.

use movegen::{CastlingSide, File, Move, PieceType, Position, Rank, Square};
use zobrist_keys::SplitMix64;

/// Positions of games of random moves from starts rich in pins, checks, promotions and castling.
fn positions() -> Vec<Position> {
    const STARTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r1kr4/8/8/8/8/8/8/R1K2R2 w FAda - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/8/KQ1Q1Q1r/8/3Q1Q2/8/2b1k3 w - - 0 1",
        "8/8/8/2k5/3Pp3/8/8/4KB2 b - d3 0 1",
    ];
    let mut random = SplitMix64::new(7);
    let mut positions = Vec::new();
    for fen in STARTS.into_iter().cycle().take(160) {
        let mut position = Position::from_fen(fen).unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.clone());
            position = position.make(moves[random.next() as usize % moves.len()]);
        }
    }
    positions
}

/// The parts of a text in algebraic notation.
#[derive(Clone, Copy, Debug)]
struct Asked {
    kind: PieceType,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promoted: Option<PieceType>,
}

impl Asked {
    fn text(self, sign: &str) -> String {
        let mut text = match self.kind {
            PieceType::Pawn => String::new(),
            kind => kind.letter().to_ascii_uppercase().to_string(),
        };
        text.extend(self.file.map(File::letter));
        text += &self.rank.map_or(String::new(), |rank| (rank.index() + 1).to_string());
        text = text + sign + &self.to.to_string();
        if let Some(kind) = self.promoted {
            text.push('=');
            text.push(kind.letter().to_ascii_uppercase());
        }
        text
    }

    fn fits(self, position: &Position, mv: Move) -> bool {
        !mv.is_castling()
            && mv.to() == self.to
            && mv.promoted() == self.promoted
            && position.pieces(self.kind).contains(mv.from())
            && self.file.is_none_or(|file| mv.from().file() == file)
            && self.rank.is_none_or(|rank| mv.from().rank() == rank)
    }
}

/// The move, or what the error says.
fn expected(mut fitting: impl Iterator<Item = Move>) -> Result<Move, &'static str> {
    match (fitting.next(), fitting.next()) {
        (None, _) => Err("is not legal here"),
        (Some(mv), None) => Ok(mv),
        (Some(_), Some(_)) => Err("fits more than one legal move"),
    }
}

#[test]
fn every_pattern_is_read_as_a_search_of_the_list_reads_it() {
    let mut random = SplitMix64::new(9);
    let mut tried = [0; 3];
    for position in positions().into_iter().step_by(17) {
        let moves = position.legal_moves();
        let mut compare = |text: &str, wanted: Result<Move, &str>| {
            let read = position.parse_san(text);
            match (&read, wanted) {
                (Ok(mv), Ok(wanted)) if *mv == wanted => tried[0] += 1,
                (Err(error), Err(why)) if error.to_string() == format!("{text:?} {why}") => {
                    tried[1 + usize::from(why.contains("more"))] += 1;
                }
                _ => panic!("{position} {text}: {read:?}, {wanted:?}"),
            }
        };
        for kind in PieceType::ALL {
            for to in Square::ALL {
                let origin = Square::ALL[random.next() as usize % 64];
                let promotions = [None, Some(PieceType::Queen), Some(PieceType::Knight)];
                for promoted in promotions {
                    for (file, rank) in [
                        (None, None),
                        (Some(origin.file()), None),
                        (None, Some(origin.rank())),
                        (Some(origin.file()), Some(origin.rank())),
                    ] {
                        let asked = Asked { kind, file, rank, to, promoted };
                        let fitting = moves.iter().copied().filter(|&mv| asked.fits(&position, mv));
                        compare(
                            &asked.text(["", "x"][random.next() as usize % 2]),
                            expected(fitting),
                        );
                    }
                }
            }
        }
        for (text, side) in [("O-O", CastlingSide::KingSide), ("O-O-O", CastlingSide::QueenSide)] {
            let fitting = moves
                .iter()
                .copied()
                .filter(|&mv| mv.is_castling() && CastlingSide::of(mv.from(), mv.to()) == side);
            compare(text, expected(fitting));
        }
    }
    assert!(tried.iter().all(|&tried| tried > 300), "{tried:?}");
}

/// As much of the origin as the standard asks for: the file if it is enough, else the rank, else
/// both.
#[test]
fn origin_is_written_as_the_list_of_moves_demands() {
    let mut with_origin = 0;
    for position in positions() {
        let moves = position.legal_moves();
        for &mv in &moves {
            let kind = position.piece_at(mv.from()).unwrap().kind();
            if mv.is_castling() || kind == PieceType::Pawn {
                continue;
            }
            let (file, rank) = (Some(mv.from().file()), Some(mv.from().rank()));
            let ways = [(None, None), (file, None), (None, rank), (file, rank)];
            let asked =
                ways.map(|(file, rank)| Asked { kind, file, rank, to: mv.to(), promoted: None });
            let is_alone =
                |asked: &&Asked| moves.iter().filter(|&&mv| asked.fits(&position, mv)).count() == 1;
            let sign = if position.is_capture(mv) { "x" } else { "" };
            let shortest = asked.iter().find(is_alone).expect("file and rank are enough");
            let written = position.san(mv);
            let child = position.make(mv);
            let mark = match (child.in_check(), child.legal_moves().is_empty()) {
                (true, true) => "#",
                (true, false) => "+",
                _ => "",
            };
            assert_eq!(written, shortest.text(sign) + mark, "{position}");
            with_origin += usize::from(shortest.file.is_some() || shortest.rank.is_some());
        }
    }
    assert!(with_origin > 1_000, "{with_origin}");
}
