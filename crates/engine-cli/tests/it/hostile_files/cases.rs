//! Tables of hostile files. Bytes are hexadecimal digits. A row's last number is the number of
//! messages that the file causes: none if it is sound, or if no requested part is damaged.

/// Boards of the endings that name the tables.
pub(super) const BOARDS: [(&str, &str); 6] = [
    ("KRvK", "8/8/4k3/8/8/4K3/8/7R"),
    ("KPvK", "8/8/4k3/8/8/4K3/7P/8"),
    ("KPPvK", "8/8/4k3/8/6P1/4K3/7P/8"),
    ("KRRRvK", "8/8/4k3/8/R7/4K3/7R/7R"),
    ("KRRvKRR", "r7/r7/4k3/8/8/4K3/7R/7R"),
    ("KPPvKPP", "8/pp6/4k3/8/8/4K3/6PP/8"),
];

/// Tables of results: the name, the bytes after the first four, the length to which zeros fill the
/// file. A part that begins with 80 has one value for all positions.
pub(super) const RESULTS: [(&str, &str, usize, usize); 60] = [
    // Sound: unused bits of the flags, and more bytes than necessary.
    ("KRRRvK", "01 00 66ee444444 00 8003 8003", 80, 0),
    ("KRRRvK", "51 00 66ee444444 00 8003 8003", 80, 0),
    ("KRRRvK", "01 00 66ee444444 00 8003 8003", 144, 0),
    ("KRRRvK", "01 11 66ee444444 00 8003 8003", 80, 0),
    (
        "KPvK",
        "03 00 1166ee 00 1166ee 00 1166ee 00 1166ee 00 8003800380038003 \
         8003800380038003",
        80,
        0,
    ),
    // Lengths.
    ("KRvK", "", 0, 1),
    ("KRvK", "", 1, 1),
    ("KRvK", "", 4, 1),
    ("KRvK", "", 15, 1),
    ("KRvK", "", 16, 1),
    ("KRvK", "", 17, 1),
    ("KRvK", "01 00 4466ee 00 8003 8003", 64, 1),
    ("KRvK", "01 00 4466ee 00 8003 8003", 79, 1),
    ("KRvK", "01 00 4466ee 00 8003 8003", 81, 1),
    ("KRvK", "", 80, 1),
    ("KRvK", "", 144, 1),
    ("KRvK", "", 65_552, 1),
    // Like pieces apart, at the ends, between the kings; leading pieces that are not alone of their
    // kind.
    ("KRRRvK", "01 00 446644ee44 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 444466ee44 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 4466ee4444 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 44444466ee 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 6644ee4444 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 664444ee44 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66444444ee 00 8003 8003", 80, 1),
    ("KRRvKRR", "00 00 4c4c 66ee cc 44 8003", 80, 1),
    ("KRRvKRR", "00 00 44cc 44cc 66 ee 8003", 80, 1),
    ("KRRvKRR", "00 00 66ee 44cc 44 cc 8003", 80, 1),
    ("KRRvKRR", "00 00 66ee 4444 cccc 00 8003", 80, 1),
    // Proper for one side to move only.
    ("KRRRvK", "01 00 66ee4444e4 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 46e6e44464 00 8003 8003", 80, 1),
    // Orders that leave a group out.
    ("KRRRvK", "01 22 66ee444444 00 8003 8003", 80, 1),
    ("KRRRvK", "01 99 66ee444444 00 8003 8003", 80, 1),
    ("KRRRvK", "01 ff 66ee444444 00 8003 8003", 80, 1),
    // Other pieces: a bishop, a third king, none, codes of no piece, a pawn.
    ("KRRRvK", "01 00 66ee444433 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66ee444466 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66ee444400 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66ee444477 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66ee4444ff 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 66ee444411 00 8003 8003", 80, 1),
    ("KRRRvK", "01 00 eeee444444 00 8003 8003", 80, 1),
    // Flags for another number of parts.
    ("KRRRvK", "00 00 66ee444444 00 8003 8003", 80, 1),
    ("KRRRvK", "03 00 66ee444444 00 8003 8003", 80, 1),
    ("KRRvKRR", "01 00 66ee4444cccc 00 8003", 80, 1),
    ("KPvK", "01 00 1166ee 00 8003 8003", 80, 1),
    // Values that no table has.
    ("KRRRvK", "01 00 66ee444444 00 8005 8005", 80, 1),
    ("KRRRvK", "01 00 66ee444444 00 80ff 80ff", 80, 1),
    // Pawns: sound, apart, not leading, of either colour by the file, in one place of the order.
    (
        "KPPvKPP",
        "02 00111111999966ee 00111111999966ee 00111111999966ee \
         00111111999966ee 00 8003800380038003",
        80,
        0,
    ),
    (
        "KPPvKPP",
        "02 0011119966ee1199 0011119966ee1199 0011119966ee1199 \
         0011119966ee1199 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 00111199119966ee 00111199119966ee 00111199119966ee \
         00111199119966ee 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 001166ee11119999 001166ee11119999 001166ee11119999 \
         001166ee11119999 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 0011111166ee9999 0011111166ee9999 0011111166ee9999 \
         0011111166ee9999 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 00001111999966ee 00001111999966ee 00001111999966ee \
         00001111999966ee 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 00881111999966ee 00881111999966ee 00881111999966ee \
         00881111999966ee 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 00111111999966ee 00119999111166ee 00111111999966ee \
         00111111999966ee 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvKPP",
        "02 00111111999966ee 00111111999966ee 00111111999966ee \
         00111199119966ee 00 8003800380038003",
        80,
        1,
    ),
    (
        "KPPvK",
        "03 00 1166ee11 00 1166ee11 00 1166ee11 00 1166ee11 00 \
         80038003800380038003800380038003",
        80,
        1,
    ),
    (
        "KPPvK",
        "03 00 66ee1111 00 66ee1111 00 66ee1111 00 66ee1111 00 \
         80038003800380038003800380038003",
        80,
        1,
    ),
    ("KPPvK", "03 00 11", 80, 1),
    (
        "KPvK",
        "03 00 1166ee 00 66ee11 00 1166ee 00 1166ee 00 \
         80038003800380038003800380038003",
        80,
        1,
    ),
    ("KPvK", "03 00 1166ee", 80, 1),
];

/// A table `KRvK.rtbw` whose parts are coded: after this follow bytes FF up to [`CODED_LENGTH`].
/// Each part has flags, bits of a block and of a span, padding, blocks, the longest and the least
/// code, the least symbol, symbols; then come the index and the lengths of both.
pub(super) const CODED: &str = "71e8235d 01 00 4466ee 00 \
    00 05 10 00 01000000 01 01 0700 0900 03f0ff 000000 011000 022000 033000 044000 055000 066000 \
    077000 00 \
    00 05 10 00 01000000 01 01 0700 0900 03f0ff 000000 011000 022000 033000 044000 055000 066000 \
    077000 00 \
    000000000080 000000000080 ffff ffff";
pub(super) const CODED_LENGTH: usize = 272;

/// The places where the two parts begin, each [`PART`] bytes long, the two entries of the index and
/// the lengths of blocks.
const FIRST: usize = 10;
const PART: usize = 42;
const INDEX: usize = FIRST + 2 * PART;
const LENGTHS: usize = INDEX + 12;

/// Changes of [`CODED`]: the place, the new bytes, the number of messages.
pub(super) const PATCHES: [(usize, &str, usize); 50] = [
    (0, "72", 1),
    (0, "d7660ca5", 1),
    (FIRST, "ff", 1),
    (FIRST, "80", 1),
    (FIRST + 1, "00", 1),
    (FIRST + 1, "18", 1),
    (FIRST + 1, "19", 1),
    (FIRST + 1, "3f", 1),
    (FIRST + 1, "40", 1),
    (FIRST + 1, "ff", 1),
    (FIRST + 2, "00", 1),
    (FIRST + 2, "01", 1),
    (FIRST + 2, "08", 1),
    (FIRST + 2, "1f", 1),
    (FIRST + 2, "20", 1),
    (FIRST + 2, "40", 1),
    (FIRST + 2, "ff", 1),
    (FIRST + 3, "ff", 1),
    (FIRST + 4, "00000000", 1),
    (FIRST + 4, "00000001", 1),
    (FIRST + 4, "00000080", 1),
    (FIRST + 4, "ffffffff", 1),
    (FIRST + 8, "00", 1),
    (FIRST + 8, "02", 1),
    (FIRST + 8, "20", 1),
    (FIRST + 8, "21", 1),
    (FIRST + 8, "ff", 1),
    (FIRST + 9, "00", 1),
    (FIRST + 9, "02", 1),
    (FIRST + 9, "ff", 1),
    (FIRST + 10, "0800", 1),
    (FIRST + 10, "ffff", 1),
    (FIRST + 12, "0000", 1),
    (FIRST + 12, "0100", 1),
    (FIRST + 12, "0110", 1),
    (FIRST + 12, "ffff", 1),
    (FIRST + 14, "05f0ff", 1),
    (FIRST + 14, "fffeff", 1),
    (FIRST + 14, "08f000", 1),
    (FIRST + 17, "011000", 1),
    (FIRST + 17, "ffff0f", 1),
    (FIRST + 38, "078000", 1),
    (FIRST + PART + 9, "00", 1),
    (INDEX, "ffffffff", 1),
    (INDEX, "01000000ffff", 1),
    (INDEX, "000000000000", 1),
    (INDEX + 6, "ffffffff0080", 1),
    (LENGTHS, "0000", 1),
    (LENGTHS + 2, "0000", 1),
    (LENGTHS, "00000000", 1),
];

/// Tables `KRvK.rtbz`, with a sound one of results beside them, in the form of [`RESULTS`].
pub(super) const DISTANCES: [(&str, usize, usize); 16] = [
    ("00 00 4466ee 00 8003", 80, 0),
    ("00 00 4466ee 00 8200 0105000000", 80, 0),
    ("00 00 4466ee 00 9200 0100 0500 0000 0000 0000", 80, 0),
    ("", 0, 1),
    ("", 79, 1),
    ("", 80, 1),
    ("00 00 4466ee 00 8003", 63, 1),
    ("02 00 4466ee 00 8003", 80, 1),
    ("00 00 446655 00 8003", 80, 1),
    ("00 00 4466ee 00 8200 00000000", 80, 1),
    ("00 00 4466ee 00 8201 0105000000", 80, 1),
    ("00 00 4466ee 00 8200 ff", 80, 1),
    ("00 00 4466ee 00 9200 ffff", 80, 1),
    ("00 00 4466ee 00 9200 0000 0000 0000 ffff", 80, 1),
    ("00 00 4466ee 00 0205 1000", 80, 1),
    ("00 00 4466ee 00 0005 1000 ffffffff 0101 0700 0900", 80, 1),
];

/// Books: bytes, their repetitions, the messages. Only a book that ends within an entry is
/// reported.
pub(super) const BOOKS: [(&str, usize, usize); 8] = [
    ("", 0, 0),
    ("00", 1, 1),
    ("ff", 15, 1),
    ("ff", 16, 0),
    ("463b96181691fc9c ffff ffff ffffffff", 3, 0),
    ("463b96181691fc9c 0000 ffff 00000000", 3, 0),
    ("463b96181691fc9c 031c 0000 00000000", 300, 0),
    ("463b96181691fc9c 7f1c 0001 00000000 00", 3, 1),
];

/// Changes of a sound file of the table: the length to which it is cut or grown, the place of the
/// change, and the new bytes.
pub(super) const HASH_FILES: [(Option<usize>, usize, &str); 16] = [
    (Some(0), 0, ""),
    (Some(1), 0, ""),
    (Some(8), 0, ""),
    (Some(11), 0, ""),
    (Some(12), 0, ""),
    (Some(40), 0, ""),
    (Some(100), 0, ""),
    (Some(100_000), 0, ""),
    (None, 0, "ff"),
    (None, 0, "7f454c46"),
    (None, 8, "00000000"),
    (None, 8, "ffffffff"),
    (None, 8, "ffffff7f"),
    (None, 12, "ffffffffffffffff"),
    (None, 20, "ffffffffffffffff"),
    (None, 28, "ffffffffffffffffffffffffffffffff"),
];

/// Changes of a sound shared table, in the same form. The records and the slots of attached
/// processes may hold anything.
pub(super) const SHARED_TABLES: [(Option<usize>, usize, &str); 14] = [
    (Some(0), 0, ""),
    (Some(1), 0, ""),
    (Some(4_095), 0, ""),
    (Some(4_096), 0, ""),
    (Some(4_097), 0, ""),
    (Some(1 << 20), 0, ""),
    (None, 0, "00"),
    (None, 8, "02"),
    (None, 16, "ffff"),
    (None, 24, "ffff"),
    (None, 32, "ffff"),
    (None, 40, "0000000000000000"),
    (None, 40, "ffffffffffffffff"),
    (None, 40, "0000000000000004"),
];

/// Texts that are neither weights nor numbers of the search.
pub(super) const TEXTS: [&[u8]; 10] = [
    b"a\0b",
    b"\xff\xfe=\x001\0",
    b"no_such_number = 1\n",
    b"= 1\n",
    b"name\n",
    b"name = \n",
    b"name = 99999999999999999999999\n",
    b"name = -\n",
    b"\x7fELF\x02\x01\x01",
    b"name = 1 = 2\n",
];

/// Games and positions, none of them whole.
pub(super) const GAMES: [&[u8]; 10] = [
    b"",
    b"\0\0\0\0",
    b"\xff\xfe\xfd",
    b"((((((((((((((((((((((((((((((((",
    b"{ no end",
    b"[Event \"no end",
    b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
    b"1. e4 e5 2. Ke8 99999999999999999999. $999999999999 *",
    b"9/9/9/9/9/9/9/9 w - - 0 1",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e9; acd 99999999999999999999;",
];
