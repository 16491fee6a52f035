//! Weights as text: a written text is read back, and a text with a fault changes nothing.

use evaluation::{Score, Weights};

fn numbered() -> Weights {
    let half = Weights::COUNT as i16 / 2;
    let flat: Vec<_> = (0..Weights::COUNT as i16).map(|i| Score::new(i - half, half - i)).collect();
    Weights::from_flat(&flat).expect("the count is right")
}

#[track_caller]
fn refused(text: &str, line: usize, message: &str) {
    let mut weights = numbered();
    let error = weights.read(text).expect_err(text);
    assert_eq!(error.to_string(), message);
    assert_eq!(error.line(), line);
    assert_eq!(weights, numbered(), "nothing is half applied");
}

#[test]
fn what_is_written_is_read_back() {
    for weights in [numbered(), Weights::default()] {
        let text = weights.text().to_string();
        let mut read = Weights::from_flat(&[Score::ZERO; Weights::COUNT]).expect("right count");
        read.read(&text).expect("it was written");
        assert_eq!(read, weights);
        assert_eq!(read.text().to_string(), text);
    }
}

#[test]
fn every_weight_has_its_line_and_every_field_its_meaning() {
    let text = Weights::default().text().to_string();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" = ")).skip(1).collect();
    assert_eq!(lines.len(), Weights::COUNT);
    for (line, name) in lines.iter().zip(Weights::names()) {
        assert!(line.starts_with(&format!("{name} = ")), "{line}");
    }
    let before = |line: &str| text.lines().take_while(|&other| other != line).last();
    let Weights { tempo, bishop_pair, .. } = Weights::default();
    for (name, weight, meaning) in
        [("tempo", tempo, "# The right to move."), ("bishop_pair", bishop_pair, "# Two bishops.")]
    {
        let line = format!("{name} = {} {}", weight.middle_game(), weight.end_game());
        assert_eq!(before(&line), Some(meaning));
    }
}

#[test]
fn weights_that_are_not_named_stay() {
    let mut weights = numbered();
    weights.read("\n  # only one\n tempo=-7\t2000 # and its comment\r\n").expect("a good text");
    assert_eq!(weights.tempo, Score::new(-7, 2000));
    assert_eq!(Weights { tempo: numbered().tempo, ..weights }, numbered());
    let mut same = numbered();
    same.read("# nothing").expect("a good text");
    assert_eq!(same, numbered());
}

#[test]
fn a_fault_is_named_with_its_line() {
    let malformed = "is not `name = middle-game end-game`";
    refused("tempo 1 2", 1, &format!("line 1: \"tempo 1 2\" {malformed}"));
    refused("tempo = 1 2\ntempo = 1", 2, &format!("line 2: \"tempo = 1\" {malformed}"));
    refused("\ntempo = 1 2 3", 2, &format!("line 2: \"tempo = 1 2 3\" {malformed}"));
    refused(" = 1 2", 1, &format!("line 1: \"= 1 2\" {malformed}"));
    refused("tempi = 1 2", 1, "line 1: there is no weight called \"tempi\"");
    refused("material = 1 2", 1, "line 1: there is no weight called \"material\"");
    refused("tempo = 1 x", 1, "line 1: tempo = \"x\" is not a whole number of 32 bits");
    refused("tempo = 1 2.5", 1, "line 1: tempo = \"2.5\" is not a whole number of 32 bits");
    refused("tempo = -2001 0", 1, "line 1: tempo = -2001 is outside -2000..=2000 centipawns");
    refused("tempo = 1 2\n\ntempo = 1 2", 3, "line 3: tempo was set on line 1 already");
}

#[test]
fn a_text_that_was_damaged_is_read_whole_or_not_at_all() {
    let text = Weights::default().text().to_string();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut read = 0;
    let mut refused = 0;
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        // A xorshift generator (Marsaglia 2003).
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let place = (random % bytes.len() as u64) as usize;
        bytes[place] = b"0 =-x[]#\n"[(random >> 40) as usize % 9];
        let damaged = String::from_utf8_lossy(&bytes);
        let mut weights = numbered();
        match weights.read(&damaged) {
            Ok(()) => {
                read += 1;
                let mut again = numbered();
                again.read(&weights.text().to_string()).expect("it was written");
                assert_eq!(again, weights);
            }
            Err(_) => {
                refused += 1;
                assert_eq!(weights, numbered());
            }
        }
    }
    assert!(read > 20 && refused > 20, "{read} were read, {refused} refused");
}
