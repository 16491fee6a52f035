//! The eight positions, from the opening to settled endings.

/// A name and a FEN. A name begins with `open-` where pawns will still be exchanged in many ways,
/// and with `settled-` where they face each other.
pub(crate) const POSITIONS: [(&str, &str); 8] = [
    ("open-start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("open-ruy-lopez", "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9"),
    ("open-dragon", "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9"),
    ("open-najdorf", "2rqkb1r/1p1n1pp1/p2P3p/4p3/8/1N1QBP2/PPP3PP/2KR3R b k - 0 15"),
    ("settled-french", "r4rk1/p2bnppp/2n1p3/1p1pP3/q1pP3N/P1P3Q1/2P1BPPP/R1BR2K1 w - - 2 14"),
    ("settled-centre", "5rk1/1p4pp/p1n1p3/2Pp4/1P1P1Pq1/P3PN2/4Q1RP/6K1 b - - 3 26"),
    ("settled-rooks", "8/5pk1/R3p1p1/1r1pP2p/3P1P1P/4K1P1/8/8 w - - 0 40"),
    ("settled-bishops", "8/5pk1/4b1p1/3pP2p/1p1P1B1P/1P3KP1/5P2/8 b - - 12 48"),
];
