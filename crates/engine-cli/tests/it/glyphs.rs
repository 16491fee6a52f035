//! The page of annotations and their signs, compared with the reader's table.

use movegen::pgn::{glyphs, nag_of_glyph};

#[test]
fn the_page_has_the_table_of_the_reader_both_ways() {
    let page = include_str!("../../../../docs/engine/glyphs.md");
    let rows = page.lines().filter(|line| line.starts_with("| $"));
    let mut expected = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for number in 0..=255 {
        let printed: Vec<String> = glyphs(number).iter().map(|sign| format!("`{sign}`")).collect();
        if !printed.is_empty() {
            expected.push([format!("${number}"), printed.join(" ")]);
        }
        for &sign in glyphs(number) {
            // A sign is read as the first number of the table that has it, as the page says.
            if !known.contains(&sign) {
                assert_eq!(nag_of_glyph(sign), Some(number), "{sign}");
                known.push(sign);
            }
        }
    }
    let rows: Vec<Vec<&str>> =
        rows.map(|row| row.split('|').skip(1).map(str::trim).collect()).collect();
    assert!(rows.iter().map(|row| &row[..2]).eq(&expected), "{rows:?}\n{expected:?}");
    assert!(rows.iter().all(|row| !row[2].is_empty()));
}
