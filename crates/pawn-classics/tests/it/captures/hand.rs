//! Cases worked out by hand.

/// White's pawns, Black's, and the fewest captures of each.
pub(super) const LEAST: [(&str, &str, Option<[u32; 2]>); 28] = [
    ("", "", Some([0, 0])),
    ("a2 b2 c2 d2 e2 f2 g2 h2", "a7 b7 c7 d7 e7 f7 g7 h7", Some([0, 0])),
    ("a3 b4 c5", "", Some([0, 0])),
    ("e4", "e5", Some([0, 0])),
    ("a7 b7 c7 d7 e7 f7 g7 h7", "", Some([0, 0])),
    ("b2 b3", "", Some([1, 0])),
    ("a2 a3", "", Some([1, 0])),
    ("", "a7 a6", Some([0, 1])),
    ("b2 b3", "g7 g6", Some([1, 1])),
    ("d2 d3 e2", "", Some([1, 0])),
    // b3 from a2: every other file still has its pawn.
    ("b2 c2 d2 e2 f2 g2 h2 b3", "", Some([1, 0])),
    // a3 from b2, a4 from c2.
    ("a2 a3 a4", "", Some([3, 0])),
    ("h2 h3 h4", "", Some([3, 0])),
    ("", "h7 h6 h5", Some([0, 3])),
    ("d2 d4 c2 e2", "", Some([2, 0])),
    // From the files e to h: 2 + 1 + 1 + 0.
    ("g3 g4 h3 h4", "", Some([4, 0])),
    ("a3 a4 a5 a6 a7", "", Some([10, 0])),
    ("a2 a3 a4 a5 a6 a7", "", Some([15, 0])),
    ("", "h2 h3 h4 h5 h6 h7", Some([0, 15])),
    // Both files of the middle, three deep: b to g, 2 + 1 + 0 each.
    ("d3 d4 d5 e3 e4 e5", "", Some([6, 0])),
    // The neighbours that a pawn on the third rank can come from have not moved.
    ("a2 a3 b2", "", None),
    ("", "a7 a6 b7", None),
    ("c2 d2 d3 e2", "", None),
    ("c2 d2 d4 e2 b2 f2", "", None),
    // Four on two ranks above three files.
    ("a3 b3 a2 b2", "", None),
    ("e4", "e4", None),
    ("a2 b2 c2 d2 e2 f2 g2 h2 a3", "", None),
    ("", "a6 a7 b7 c7 d7 e7 f7 g7 h7", None),
];

const HOME: &str = "a7 b7 c7 d7 e7 f7 g7 h7";

/// White's pawns, Black's, the pieces (pawns included) that each has lost, and whether a game can
/// have that.
pub(super) const ARISING: [(&str, &str, [u32; 2], bool); 30] = [
    ("a2 b2 c2 d2 e2 f2 g2 h2", HOME, [0, 0], true),
    ("b2 b3 c2 d2 e2 f2 g2 h2", HOME, [0, 0], false),
    ("b2 b3 c2 d2 e2 f2 g2 h2", HOME, [7, 0], false),
    ("b2 b3 c2 d2 e2 f2 g2 h2", HOME, [0, 1], true),
    ("a2 a3 b2", "", [15, 15], false),
    ("e4", "e4", [15, 15], false),
    // More cannot be lost than there is: 14 losses are one too few if a pawn is there.
    ("a2 a3 a4 a5 a6 a7", "", [15, 15], true),
    ("a2 a3 a4 a5 a6 a7", "h7", [15, 15], false),
    ("a2 a3 a4 a5 a6 a7", "", [15, 14], false),
    // Pawns that passed each other: one came from a file beside, by one capture.
    ("e5", "e5", [0, 0], false),
    ("e4", "e5", [0, 0], true),
    ("e5", "e4", [0, 0], false),
    ("e5", "e4", [0, 1], true),
    ("e5", "e4", [1, 0], true),
    ("e5", "d4", [0, 0], true),
    // All other pawns are at home, so that one of the two left its file and came back.
    ("a2 b2 c2 d2 e5 f2 g2 h2", "a7 b7 c7 d7 e4 f7 g7 h7", [1, 1], false),
    ("a2 b2 c2 d2 e5 f2 g2 h2", "a7 b7 c7 d7 e4 f7 g7 h7", [0, 2], true),
    ("a2 b2 c2 d2 e5 f2 g2 h2", "a7 b7 c7 d7 e4 f7 g7 h7", [2, 0], true),
    // From e2 to e3 there is no way round: it was Black's.
    ("a2 b2 c2 d2 e3 f2 g2 h2", "a7 b7 c7 d7 e2 f7 g7 h7", [0, 7], false),
    ("a2 b2 c2 d2 e3 f2 g2 h2", "a7 b7 c7 d7 e2 f7 g7 h7", [2, 0], true),
    // Two pairs on files beside each other: White's pawns changed places, or Black's.
    ("a2 b2 c2 d5 e5 f2 g2 h2", "a7 b7 c7 d4 e4 f7 g7 h7", [1, 1], false),
    ("a2 b2 c2 d5 e5 f2 g2 h2", "a7 b7 c7 d4 e4 f7 g7 h7", [0, 2], true),
    ("a2 b2 c2 d5 e5 f2 g2 h2", "a7 b7 c7 d4 e4 f7 g7 h7", [2, 0], true),
    // Two pairs far apart: two captures for each, by the one or by the other.
    ("a5 b2 c2 d2 e2 f2 g2 h5", "a4 b7 c7 d7 e7 f7 g7 h4", [0, 3], false),
    ("a5 b2 c2 d2 e2 f2 g2 h5", "a4 b7 c7 d7 e7 f7 g7 h4", [1, 3], false),
    ("a5 b2 c2 d2 e2 f2 g2 h5", "a4 b7 c7 d7 e7 f7 g7 h4", [0, 4], true),
    ("a5 b2 c2 d2 e2 f2 g2 h5", "a4 b7 c7 d7 e7 f7 g7 h4", [2, 2], true),
    ("a5 b2 c2 d2 e2 f2 g2 h5", "a4 b7 c7 d7 e7 f7 g7 h4", [4, 0], true),
    // Of two black pawns on the file one is not passed: nothing is certain.
    ("e5", "e4 e6", [0, 1], false),
    ("e5", "e4 e6", [1, 0], true),
];

pub(super) fn set(squares: &str) -> u64 {
    let square = |name: &[u8]| u32::from(name[0] - b'a') + 8 * u32::from(name[1] - b'1');
    squares.split_whitespace().fold(0, |set, name| set | 1 << square(name.as_bytes()))
}
