//! A declared struct: defaults, setting by name, descriptions, and the tuner's lines.

use tunables::Tunables;

tunables::tunables! {
    /// Numbers of several shapes.
    pub struct Sample {
        /// First line of the meaning,
        /// and its second line.
        margin: 300, 100..=800, step 20, "points per ply";
        /// May be negative.
        offset: -5, -10..=-1, step 1, "points";
        /// Uses the whole type.
        seed: 0, -2147483648..=2147483647, step 1000, "units";
    }
}

#[test]
fn default_is_what_was_declared() {
    let sample = Sample::default();
    assert_eq!(sample, Sample { margin: 300, offset: -5, seed: 0 });
    for (tunable, value) in sample.iter() {
        assert_eq!(value, tunable.default);
        assert_eq!(sample.get(tunable.name), Ok(value));
    }
}

#[test]
fn description_holds_all_that_was_declared() {
    let names: Vec<_> = Sample::ALL.iter().map(|tunable| tunable.name).collect();
    assert_eq!(names, ["margin", "offset", "seed"]);
    let margin = Sample::ALL[0];
    assert_eq!((margin.default, margin.min, margin.max, margin.step), (300, 100, 800, 20));
    assert_eq!(margin.unit, "points per ply");
    assert_eq!(margin.meaning, "First line of the meaning, and its second line.");
}

#[test]
fn both_ends_of_the_range_are_allowed_and_no_more() {
    for tunable in Sample::ALL {
        let mut sample = Sample::default();
        for value in [tunable.min, tunable.max] {
            sample.set(tunable.name, value).unwrap();
            assert_eq!(sample.get(tunable.name), Ok(value));
        }
        let before = sample.clone();
        for outside in [tunable.min.checked_sub(1), tunable.max.checked_add(1)] {
            let Some(value) = outside else { continue };
            assert!(sample.set(tunable.name, value).is_err());
            assert_eq!(sample, before);
        }
    }
}

#[test]
fn setting_one_number_leaves_the_others() {
    let mut sample = Sample::default();
    sample.set("offset", -9).unwrap();
    assert_eq!(sample, Sample { margin: 300, offset: -9, seed: 0 });
}

#[test]
fn errors_say_what_was_wrong() {
    let mut sample = Sample::default();
    let unknown = sample.set("Margin", 300).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no parameter called \"Margin\"");
    assert_eq!(sample.get("Margin"), Err(unknown));
    let outside = sample.set("offset", 0).unwrap_err();
    assert_eq!(outside.to_string(), "offset = 0 is outside -10..=-1 points");
    assert_eq!(sample, Sample::default());
}

#[test]
fn tuner_lines_carry_the_present_values() {
    let mut sample = Sample::default();
    sample.set("margin", 310).unwrap();
    assert_eq!(
        sample.spsa().to_string(),
        "margin, int, 310, 100, 800, 20, 0.002\n\
         offset, int, -5, -10, -1, 1, 0.002\n\
         seed, int, 0, -2147483648, 2147483647, 1000, 0.002\n"
    );
}

#[test]
fn a_text_sets_the_numbers_that_it_names() {
    let mut sample = Sample { margin: 1, ..Sample::default() };
    let text = "\n# tuned\r\n  offset=-7 # by hand\r\n\tseed =  -2147483648\n#margin = 9\n";
    sample.read(text).unwrap();
    assert_eq!(sample, Sample { margin: 1, offset: -7, seed: i32::MIN });
    sample.read("").unwrap();
    assert_eq!(sample.offset, -7);
}

#[test]
fn a_text_with_an_error_changes_nothing_and_the_error_says_where() {
    let cases = [
        ("seed 4", "line 1: \"seed 4\" is not `name = value`"),
        ("\n= 4", "line 2: \"= 4\" is not `name = value`"),
        ("seed =", "line 1: \"seed =\" is not `name = value`"),
        ("margin = 200\nsede = 4", "line 2: there is no parameter called \"sede\""),
        ("margin = 200\n\noffset = 0", "line 3: offset = 0 is outside -10..=-1 points"),
        ("seed = 1.5", "line 1: seed = \"1.5\" is not a whole number of 32 bits"),
        ("seed = 2147483648", "line 1: seed = \"2147483648\" is not a whole number of 32 bits"),
        ("seed = 4\n#\nseed = 4", "line 3: seed was set on line 1 already"),
    ];
    for (text, message) in cases {
        let mut sample = Sample::default();
        let error = sample.read(text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.line().is_some());
        assert_eq!(sample, Sample::default(), "{text}");
    }
    assert_eq!(Sample::default().set("seed2", 1).unwrap_err().line(), None);
}

#[test]
fn the_text_of_the_numbers_is_read_back() {
    let sample = Sample { margin: 799, offset: -2, seed: 12 };
    let text = sample.text().to_string();
    assert_eq!(
        text.lines().take(2).collect::<Vec<_>>(),
        [
            "# First line of the meaning, and its second line.",
            "margin = 799  # points per ply; 100 to 800, by default 300"
        ]
    );
    let mut other = Sample::default();
    other.read(&text).unwrap();
    assert_eq!(other, sample);
}
