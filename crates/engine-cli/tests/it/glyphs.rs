//! The page of annotations and their signs, compared with the reader's table.

use movegen::pgn::{glyphs, nag_of_glyph};

#[test]
fn the_page_has_the_table_of_the_reader_both_ways() {
    let page = include_str!("../../../../docs/engine/glyphs.md");
    let (numbers, signs) = page.split_once("## From signs to numbers").expect("two tables");
    let is_row = |line: &&str| line.starts_with("| $") || line.starts_with("| `");
    let cells = |line: &str| -> Vec<String> {
        line.split('|').skip(1).map(|cell| cell.trim().to_owned()).collect()
    };
    let mut known: Vec<(&str, u8)> = Vec::new();
    let mut expected = Vec::new();
    for number in 0..=255 {
        let printed: Vec<String> = glyphs(number).iter().map(|sign| format!("`{sign}`")).collect();
        if !printed.is_empty() {
            expected.push([format!("${number}"), printed.join(" ")]);
        }
        for &sign in glyphs(number) {
            if !known.iter().any(|(it, _)| *it == sign) {
                known.push((sign, number));
            }
        }
    }
    let rows: Vec<_> = numbers.lines().filter(is_row).map(cells).collect();
    assert!(rows.iter().map(|row| &row[..2]).eq(&expected), "{rows:?}\n{expected:?}");
    assert!(rows.iter().all(|row| !row[2].is_empty()));
    let rows: Vec<_> = signs.lines().filter(is_row).map(cells).collect();
    let expected: Vec<_> =
        known.iter().map(|(sign, number)| [format!("`{sign}`"), format!("${number}")]).collect();
    assert!(rows.iter().map(|row| &row[..2]).eq(&expected), "{rows:?}\n{expected:?}");
    assert!(known.iter().all(|&(sign, number)| nag_of_glyph(sign) == Some(number)));
}
