//! Lines of texts: a source of small pieces gives what a plain reading of the whole text gives.

use movegen::decode_text;
use movegen::text::{TextError, TextLines, read_text, utf8};
use proptest::prelude::*;

/// Returns the lines of a source that gives pieces of this length.
fn in_pieces(bytes: &[u8], piece: usize) -> Result<Vec<String>, TextError<()>> {
    let mut rest = bytes;
    let lines = TextLines::new(|buffer: &mut [u8]| {
        let (given, behind) = rest.split_at(rest.len().min(piece));
        buffer[..given.len()].copy_from_slice(given);
        rest = behind;
        Ok(given.len())
    });
    let lines = (1..).zip(lines).map(|(number, line)| {
        let line = line?;
        assert_eq!(line.number, number);
        Ok(line.text)
    });
    lines.collect()
}

/// Returns the lines of a text that is no UTF-16, by looking at each of its bytes.
fn plainly(text: &[u8]) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\n' if at > 0 && text[at - 1] == b'\r' => {}
            b'\n' | b'\r' => lines.push(std::mem::take(&mut line)),
            _ => line.push(byte),
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    let is_dropped = |letter| ['\0', '\u{1a}', '\u{feff}'].contains(&letter);
    lines.iter().map(|line| decode_text(line).trim_matches(is_dropped).to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(4_000)))]

    #[test]
    fn pieces_give_what_the_whole_gives(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                &b"\n"[..], b"\r", b"\r\n", b"\0", b"\x1a", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff",
                b"a", b"\xe9", b"b\0", b"\0c", b"PK", b"\xc3\xa9", b"\xd8\x3d", b"word",
            ]),
            0..24,
        ),
        piece in 1_usize..9,
    ) {
        let bytes = parts.concat();
        let found = in_pieces(&bytes, piece);
        match utf8(&bytes) {
            Ok(text) => {
                let expected = plainly(&text);
                let whole: String = expected.iter().map(|line| format!("{line}\n")).collect();
                prop_assert_eq!(found, Ok(expected), "{:?}", bytes.escape_ascii().to_string());
                prop_assert_eq!(read_text(&bytes), Ok(whole));
            }
            Err(error) => prop_assert_eq!(found, Err(TextError::Encoding(error))),
        }
    }
}
