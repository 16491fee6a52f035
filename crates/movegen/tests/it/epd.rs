//! EPD: lines are read with their operations and written again; no text makes the reader panic.

use movegen::{Epd, EpdOperand, EpdOperation, Position};
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
        (format!("{KINGS} bm Kb1; id \"x"), 36, "no end"),
        (format!("{KINGS} bm Kb1; +7 x;"), 33, "an opcode is"),
        (format!("{KINGS} \"bm\" Kb1;"), 25, "an opcode is"),
        (format!("{KINGS} hmvc x;"), 25, "not one number"),
        (format!("{KINGS} hmvc 1 2;"), 25, "not one number"),
        (format!("{KINGS} fmvn 65536;"), 25, "not one number"),
    ] {
        let error = Epd::parse(&line).expect_err(&line);
        assert_eq!(error.column(), column, "{line}: {error}");
        assert!(error.to_string().contains(part), "{line}: {error}");
        assert_eq!(error.position().is_some(), column < 24, "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_text_is_read_or_refused(
        tail in "\\PC{0,40}|[ -~;\"\\\\]{0,40}",
        whole in any::<String>(),
    ) {
        for line in [format!("{KINGS} {tail}"), format!("{KINGS}{tail}"), whole] {
            match Epd::parse(&line) {
                Ok(read) => {
                    let written = read.to_string();
                    prop_assert_eq!(Epd::parse(&written), Ok(read), "{}", written);
                    prop_assert_eq!(epd(&written).to_string(), written);
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
