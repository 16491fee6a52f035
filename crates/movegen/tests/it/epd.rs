//! EPD: lines are read with their operations and written again; no text makes the reader panic.

use movegen::{Epd, EpdOperand, EpdOperation, EpdRemark, Position, Variant};
use proptest::prelude::*;

const KINGS: &str = "8/8/8/8/8/k7/8/K7 w - -";

fn epd(line: &str) -> Epd {
    Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn read_as(line: &str, written: &str) {
    assert_eq!(epd(line).to_string(), written, "{line}");
    assert_eq!(epd(written), epd(line));
}

#[test]
fn lines_are_written_as_the_standard_asks() {
    read_as(KINGS, KINGS);
    let spaced = format!("  {KINGS}   bm  Kb1  ;; acd 7 ");
    read_as(&spaced, &format!("{KINGS} bm Kb1; acd 7;"));
    read_as(
        &format!("{KINGS} 5 17 c0 \"x; y\";"),
        &format!("{KINGS} hmvc 5; fmvn 17; c0 \"x; y\";"),
    );
    read_as(&format!("{KINGS} fmvn 9; noop;"), &format!("{KINGS} hmvc 0; fmvn 9; noop;"));
    read_as(
        &format!("{KINGS} c0 \"a\\b \\\"c\\\"\";"),
        &format!("{KINGS} c0 \"a\\\\b \\\"c\\\"\";"),
    );
    let suite = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568";
    read_as(suite, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - D1 26; D2 568;");
    assert_eq!(epd(suite).number("D2"), Some(568));
}

/// A quotation mark that nothing closes hides no semicolon.
#[test]
fn what_cannot_be_read_ends_at_the_semicolon() {
    read_as(&format!("{KINGS} +7 \"x; acd 5;"), &format!("{KINGS} acd 5; c9 \"+7 \\\"x\";"));
    read_as(
        &format!("{KINGS} +7 \"x; y\"; acd 5;"),
        &format!("{KINGS} acd 5; c9 \"+7 \\\"x; y\\\"\";"),
    );
}

#[test]
fn operations_have_types() {
    let line = "r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - \
                bm Rxf4 Nd5; am Nxg1 ; id \"a name\"; ce -13; c9 plain;";
    let epd = epd(line);
    let best = epd.best_moves().unwrap();
    let san: Vec<_> = best.iter().map(|&mv| epd.position().san(mv)).collect();
    assert_eq!(san, ["Rxf4", "Nd5"]);
    assert!(epd.avoid_moves().unwrap_err().to_string().contains("\"Nxg1\" is not legal"));
    assert_eq!(
        (epd.id(), epd.text("c9"), epd.number("ce")),
        (Some("a name"), Some("plain"), Some(-13))
    );
    assert_eq!(
        (epd.number("id"), epd.number("acd"), epd.moves("pm").unwrap().len()),
        (None, None, 0)
    );
    let quoted = |opcode| epd.operation(opcode).unwrap().operands()[0].is_quoted();
    assert_eq!((quoted("id"), quoted("c9")), (true, false));
}

#[test]
fn operations_are_put_and_removed() {
    let mut epd = Epd::new(Position::startpos());
    let moves = ["e2e3", "e2e4"].map(|text| epd.position().parse_uci(text).unwrap());
    epd.put(EpdOperation::text("id", "one"));
    epd.put(EpdOperation::moves("am", epd.position(), &moves));
    epd.put(EpdOperation::text("id", "two\nlines"));
    assert!(epd.to_string().ends_with(" - id \"two lines\"; am e3 e4;"), "{epd}");
    assert_eq!(epd.avoid_moves().unwrap(), moves);
    epd.remove("am");
    assert_eq!(epd.operations().len(), 1);
    for text in ["", "a b", "a;", "\""] {
        assert_eq!(EpdOperand::word(text), None, "{text:?}");
    }
    for opcode in ["", "1a", "a-b", "sixteenletters16", "é"] {
        assert_eq!(EpdOperation::new(opcode, []), None, "{opcode}");
    }
}

#[test]
fn faults_have_columns() {
    for (line, column, part) in [
        (String::new(), 1, "found 0"),
        ("8/8/8/8/8/k7/8/K6x w - -".to_string(), 18, "'x' on rank 1"),
        // The first of two.
        ("8/8/8/8/8/k7/8/K6x z - -".to_string(), 18, "'x' on rank 1"),
    ] {
        let error = Epd::parse(&line).expect_err(&line);
        assert_eq!(error.column(), column, "{line}: {error}");
        assert!(error.to_string().contains(part), "{line}: {error}");
        assert!(error.position().is_some(), "{line}");
    }
}

#[test]
fn remarks_say_what_became_of_the_text() {
    for (text, said) in [
        ("bm Kb1; id \"x", "column 36: the quoted text has no end (read)"),
        (
            "bm Kb1; +7 x;",
            "column 33: an opcode is a letter, then letters, digits and underscores, \
          15 characters at most (kept as c9)",
        ),
        ("hmvc 1 2;", "column 25: not one number from 0 to 65535 (kept as c9)"),
        ("bm Kb1 #4", "column 32: a mate distance that is not the operand of dm (read as dm 4)"),
        ("am Kb1 !", "column 32: a mark apart from its move (read)"),
        ("bm Kb9", "column 28: \"Kb9\" is not a move (left as it is)"),
        ("[1.0]", "column 25: a result in place of an operation (read as c9 \"1-0\")"),
        ("| 53", "column 27: a score in place of an operation (read as ce 53)"),
        ("acd 5 id \"x\"", "column 31: no semicolon before the opcode (read)"),
    ] {
        let read = Epd::read(&format!("{KINGS} {text}"), Variant::Standard).expect(text);
        let remarks: Vec<String> = read.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(remarks, [format!("EPD, {said}")], "{text}");
        let is_read = said.contains("(read");
        assert_eq!(read.remarks[0].is_read(), is_read, "{text}");
    }
}

/// A text is lost only where there is no comment for it, and a remark says so.
#[test]
fn ten_comments_keep_what_cannot_be_read() {
    let line = format!("{KINGS} {} 1-0; c0 \"mine\";", "?;".repeat(10));
    let read = Epd::read(&line, Variant::Standard).unwrap();
    assert_eq!(read.epd.text("c0"), Some("mine"));
    assert!((1..10).all(|number| read.epd.text(&format!("c{number}")) == Some("?")));
    let lost = |it: &&EpdRemark| it.to_string().ends_with("(left out: all ten comments are taken)");
    assert_eq!((read.remarks.len(), read.remarks.iter().filter(lost).count()), (11, 2));
    assert_eq!(read.epd.result(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::amount(4_000)))]

    #[test]
    fn any_text_is_read_or_refused(
        tail in "\\PC{0,40}|[ -~;\"\\\\]{0,40}|((bm|am|dm|c3|c4|id|hmvc|acd|#-?4|M1|Kb1|,|[+]|[?]|\
                 1-0|0-0|[|]|[|] ?7|[|] 0.5|\\[1\\]|\\{0.0|\"|\"x\"|;|=)[ ;\"]?){0,12}",
        whole in any::<String>(),
    ) {
        for line in [format!("{KINGS} {tail}"), format!("{KINGS}{tail}"), whole] {
            match Epd::parse(&line) {
                Ok(read) => {
                    let written = read.to_string();
                    prop_assert_eq!(Epd::parse(&written), Ok(read), "{}", written);
                    prop_assert_eq!(epd(&written).to_string(), written.clone());
                    let variant = Variant::of_fen(&written);
                    let again = Epd::read(&written, variant).unwrap().remarks;
                    prop_assert!(
                        again.iter().all(|remark| remark.kind() == "move" && !remark.is_read()),
                        "{}: {:?}", written, again
                    );
                }
                Err(error) => prop_assert!(error.column() <= line.len() + 1, "{}", error),
            }
        }
    }

    /// A text that a program puts is read again, whatever it is.
    #[test]
    fn quoted_texts_survive(text in any::<String>()) {
        let mut written = epd(KINGS);
        written.put(EpdOperation::text("c0", &text));
        prop_assert_eq!(epd(&written.to_string()), written);
    }
}
