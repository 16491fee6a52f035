use std::path::Path;

use movegen::Position;

use super::*;
use crate::dataset::archive::{Appender, Block};
use crate::dataset::row::{GameResult, PackedRow, Row};

/// Returns rows of random games, scored by counting pieces.
fn rows(games: u64) -> Vec<Block> {
    (0..games)
        .map(|game| {
            let mut random = SplitMix64::new(game);
            let mut position = Position::startpos();
            let mut rows = Vec::new();
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.make(moves[random.below(moves.len())]);
                let score = balance(&position);
                let result = match score {
                    300.. => GameResult::WhiteWins,
                    ..=-300 => GameResult::BlackWins,
                    _ => GameResult::Draw,
                };
                rows.push(PackedRow::pack(&Row { position: position.clone(), score, result }));
            }
            Block { game, rows }
        })
        .collect()
}

/// Returns White's pieces less Black's in centipawns.
fn balance(position: &Position) -> i16 {
    let worth = [100, 300, 300, 500, 900, 0];
    let kinds = movegen::PieceType::ALL.into_iter().zip(worth);
    let count = |color, kind| position.colored(color, kind).count() as i16;
    let [white, black] = movegen::Color::ALL;
    kinds.map(|(kind, worth)| worth * (count(white, kind) - count(black, kind))).sum()
}

/// Writes rows of random games, each changed by a function of its game, and returns the file.
fn written_as(file: PathBuf, games: u64, change: impl Fn(u64, &mut Row)) -> PathBuf {
    let (mut appender, _) = Appender::resume(&file).unwrap();
    for mut block in rows(games) {
        for packed in &mut block.rows {
            let mut row = packed.unpack().unwrap();
            change(block.game, &mut row);
            *packed = PackedRow::pack(&row);
        }
        appender.append(&block).unwrap();
    }
    file
}

fn written(folder: &Path, games: u64) -> PathBuf {
    written_as(folder.join("rows"), games, |_, _| ())
}

fn arguments(data: PathBuf, output: PathBuf) -> TrainArguments {
    TrainArguments {
        data: vec![data],
        distilled: Vec::new(),
        output,
        state: None,
        start: None,
        plot: None,
        hidden: 32,
        outputs: 1,
        king_buckets: Vec::new(),
        epochs: 12,
        batch: 256,
        rate: 0.005,
        decay: 0.01,
        score_weight: 1.0,
        scale: Some(400.0),
        validation: 10,
        held_out: Vec::new(),
        rows: None,
        seed: 1,
    }
}

#[test]
fn a_network_learns_to_count_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(folder.path(), 150);
    let output = folder.path().join("net");
    let plot = folder.path().join("loss.svg");
    let mut lines = Vec::new();
    let mut asked = arguments(data, output.clone());
    (asked.plot, asked.scale) = (Some(plot.clone()), Some(300.0));
    run(&asked, |line| lines.push(line)).unwrap();
    let numbers = |line: &str| -> Vec<f64> {
        line.split(' ').filter_map(|word| word.trim_end_matches(',').parse().ok()).collect()
    };
    let [.., before, last] = &lines[..] else { panic!("{lines:?}") };
    let (pass, end) = (numbers(before), numbers(last));
    let (exact, rounded) = (end[0], end[1]);
    assert!(exact < 0.02 && (rounded - exact).abs() < 0.001, "{lines:?}");
    assert!(pass[0] < exact && pass[1] == exact, "{lines:?}");
    let network = Network::from_bytes(&fs::read(output).unwrap()).unwrap();
    let value = |fen: &str| network.evaluate(&Position::from_fen(fen).unwrap());
    let missing = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let even = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert!(missing > 350 && even.abs() < 100, "{missing} {even}");
    assert!(fs::read_to_string(plot).unwrap().contains("epochs"));
}

#[test]
fn a_training_that_was_interrupted_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(folder.path(), 12);
    let [whole, parts, state] = ["whole", "parts", "state"].map(|name| folder.path().join(name));
    let few = |output: PathBuf| {
        let plot = Some(output.with_extension("svg"));
        TrainArguments { epochs: 4, plot, ..arguments(data.clone(), output) }
    };
    run(&few(whole.clone()), |_| ()).unwrap();
    let with_state = || TrainArguments { state: Some(state.clone()), ..few(parts.clone()) };
    let trainer = with_state();
    // The first two passes of four.
    let mut lines = 0;
    let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run(&trainer, |line| {
            lines += usize::from(line.starts_with("epoch"));
            assert!(lines < 3, "the machine goes down");
        })
    }));
    assert!(stopped.is_err());
    run(&with_state(), |_| ()).unwrap();
    for end in ["", "svg"] {
        let [whole, parts] = [&whole, &parts].map(|file| fs::read(file.with_extension(end)));
        assert!(whole.unwrap() == parts.unwrap(), "{end}");
    }

    let other = TrainArguments { hidden: 64, ..with_state() };
    let error = format!("{:#}", run(&other, |_| ()).unwrap_err());
    assert!(error.contains("expected a state of Shape") && error.contains("hidden: 64"), "{error}");
    fs::write(&state, b"something else").unwrap();
    let error = format!("{:#}", run(&with_state(), |_| ()).unwrap_err());
    assert!(error.contains("expected the state of a training"), "{error}");
}

/// Trains, and returns the losses of the validation: before the first pass, if the training has a
/// start, and after each.
fn losses(asked: &TrainArguments) -> Vec<f64> {
    let mut losses = Vec::new();
    run(asked, |line| {
        let epoch = line.starts_with("epoch").then(|| line.split("validation loss ").nth(1));
        let loss = epoch.flatten().and_then(|rest| rest.split(',').next());
        losses.extend(loss.map(|loss| loss.parse::<f64>().unwrap()));
    })
    .unwrap();
    losses
}

#[test]
fn a_training_goes_on_from_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(folder.path(), 40);
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let begun = losses(&arguments(data.clone(), first.clone()));
    assert_eq!(begun.len(), 12);
    // With more neurons it begins there, too.
    let wider = |hidden| TrainArguments { hidden, ..arguments(data.clone(), second.clone()) };
    for (hidden, most) in [(32, 1e-3), (64, 2e-3), (96, 2e-3)] {
        let on = TrainArguments { start: Some(first.clone()), epochs: 1, ..wider(hidden) };
        let losses = losses(&on);
        assert_eq!(losses.len(), 2, "before the first pass, and after each");
        assert!((losses[0] - begun[11]).abs() < most, "{hidden}: {losses:?} after {begun:?}");
    }
    let narrower =
        TrainArguments { start: Some(second.clone()), ..arguments(data.clone(), first.clone()) };
    let error = format!("{:#}", run(&narrower, |_| ()).unwrap_err());
    assert!(error.contains("second: expected Shape") && error.contains("hidden: 96"), "{error}");
    let bytes = fs::read(&first).unwrap();
    fs::write(&first, &bytes[..bytes.len() - 1]).unwrap();
    let cut = TrainArguments { start: Some(first.clone()), ..wider(32) };
    let error = format!("{:#}", run(&cut, |_| ()).unwrap_err());
    assert!(error.contains("first: expected 49"), "{error}");
    // As many inputs, with another meaning.
    let whole = Architecture { mirrored: false, ..Architecture::new(32) };
    let weights = network::FloatNetwork::zero(whole).unwrap();
    fs::write(&first, weights.quantise().unwrap().to_bytes()).unwrap();
    let error = format!("{:#}", run(&cut, |_| ()).unwrap_err());
    assert!(error.contains("first: expected a network with mirrored views"), "{error}");
}

#[test]
fn a_network_with_one_king_bucket_goes_on_with_several() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(folder.path(), 40);
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.path().join(name));
    let begun = losses(&arguments(data.clone(), first.clone()));
    // The king's first two ranks without the files b and g, and the other squares.
    let king_buckets: Vec<u8> =
        (0..32).map(|square| u8::from(square >= 8 || square % 4 == 1)).collect();
    let on = |start: &PathBuf, output: &PathBuf, king_buckets| TrainArguments {
        start: Some(start.clone()),
        epochs: 6,
        king_buckets,
        ..arguments(data.clone(), output.clone())
    };
    let bucketed = losses(&on(&first, &second, king_buckets.clone()));
    assert!((bucketed[0] - begun[11]).abs() < 1e-3, "{bucketed:?} after {begun:?}");
    let network = Network::from_bytes(&fs::read(&second).unwrap()).unwrap();
    let found = network.architecture();
    assert_eq!([found.buckets(), found.inputs_in_all()], [2, 1_536]);
    let near = |file: &str, rank: usize| {
        let squares = file.bytes().map(|file| usize::from(file - b'a') + 8 * rank);
        squares.map(|square| found.king_buckets[square]).collect::<Vec<u8>>()
    };
    assert_eq!([near("abdegh", 1), near("abdegh", 2)], [[0, 1, 0, 0, 1, 0], [1; 6]]);
    // The buckets learn different things.
    let weights = Weights::of(&network);
    assert!((0..768).any(|input| weights.input(input) != weights.input(768 + input)));
    // It goes on with these buckets, and not with others.
    let same = losses(&on(&second, &third, king_buckets));
    assert!((same[0] - bucketed[6]).abs() < 1e-3, "{same:?} after {bucketed:?}");
    for (buckets, said) in [
        (Vec::new(), "second: expected a network with mirrored views, and one king bucket"),
        (vec![0; 31], "expected 32 king buckets, of a1 to d8, found 31"),
        (vec![40; 32], "expected king bucket from 0 to 31, found 40"),
    ] {
        let error = format!("{:#}", run(&on(&second, &third, buckets), |_| ()).unwrap_err());
        assert!(error.contains(said), "{error}");
    }
}

/// Returns rows of a random game whose players capture when they can, down to a few pieces.
fn thinning_rows() -> Vec<TrainingRow> {
    let mut random = SplitMix64::new(9);
    let mut position = Position::startpos();
    let mut rows = Vec::new();
    while rows.len() < 160 {
        let mut moves = position.legal_moves().to_vec();
        if moves.iter().any(|&m| position.is_capture(m)) {
            moves.retain(|&m| position.is_capture(m));
        }
        if moves.is_empty() {
            break;
        }
        position = position.make(moves[random.below(moves.len())]);
        let row = Row { position: position.clone(), score: 600, result: GameResult::WhiteWins };
        rows.push(TrainingRow::new(PackedRow::pack(&row), false).unwrap());
    }
    rows
}

/// The slope of each weight by the difference of two losses; those of all outputs, and a part of
/// the inputs'.
#[test]
fn the_gradient_is_that_of_the_loss_for_every_output() {
    let architecture = Architecture { outputs: 8, ..Architecture::new(32) };
    let shape = Shape::of(&architecture);
    let mut weights = Weights::random(shape, &mut SplitMix64::new(3));
    // So large that each matters.
    weights.all.iter_mut().for_each(|weight| *weight *= 2.0);
    let samples = thinning_rows();
    let goal = Target { scale: 400.0, score_weight: 0.5 };
    let (slopes, sum) = gradient(&architecture, &weights, &samples, goal);
    let mean = loss(&architecture, &weights, &samples, goal);
    assert!((sum / samples.len() as f64 - mean).abs() < 1e-6);
    // So many that each thread has its part.
    let (alike, all) = gradient(&architecture, &weights, &samples.repeat(40), goal);
    assert!((all / sum - 40.0).abs() < 1e-3, "{sum} and {all}");
    assert!(alike.iter().zip(&slopes).all(|(one, other)| (one - other).abs() < 1e-6));
    // The differences of inputs and neurons are less sure, because of neurons that get clipped.
    let check = |at: usize, unsure: f64| {
        let moved = |by: f32| {
            let mut weights = weights.clone();
            weights.all[at] += by;
            loss(&architecture, &weights, &samples, goal)
        };
        let slope = (moved(0.003) - moved(-0.003)) / 0.006;
        assert!(
            (f64::from(slopes[at]) - slope).abs() < unsure + 0.05 * slope.abs(),
            "{at}: {} {slope}",
            slopes[at]
        );
        usize::from(slope.abs() > 3.0 * unsure)
    };
    let inputs = (0..shape.biases()).step_by(331).chain(shape.biases()..shape.output(0));
    let matter: usize = inputs.map(|at| check(at, 3e-4)).sum();
    assert!(matter > 10, "{matter} weights of inputs and neurons matter");
    let used = architecture.outputs;
    let by_output: Vec<usize> = (0..used)
        .map(|output| {
            let weights = shape.output(output)..shape.output(output) + 2 * shape.hidden;
            weights.chain([shape.output_bias(output)]).map(|at| check(at, 5e-5)).sum()
        })
        .collect();
    assert!(by_output.iter().all(|&matter| matter > 10), "{by_output:?}");
}

#[test]
fn a_distilled_row_has_the_label_of_its_score_alone() {
    let row = |score, result| {
        let position = Position::startpos();
        PackedRow::pack(&Row { position, score, result })
    };
    let new = |packed, distilled| TrainingRow::new(packed, distilled).unwrap();
    let lost = row(400, GameResult::BlackWins);
    assert_eq!(new(lost, true).label(400.0, 0.25), rows::sigmoid(1.0));
    assert_eq!(new(lost, false).label(400.0, 0.25), 0.25 * rows::sigmoid(1.0));
    let mut won = lost;
    won.0[24] |= 0x80; // Black is to move.
    assert_eq!(new(won, false).label(400.0, 0.25), 0.75 + 0.25 * rows::sigmoid(-1.0));
    // Nor does its result count for the scale.
    let games = [(200, GameResult::WhiteWins), (200, GameResult::WhiteWins)]
        .into_iter()
        .chain([(200, GameResult::Draw), (-200, GameResult::BlackWins)]);
    let mut samples: Vec<TrainingRow> = games.map(|(s, r)| new(row(s, r), false)).collect();
    let scale = rows::fit_scale(&samples);
    samples.extend((0..40).map(|_| new(lost, true)));
    assert_eq!(rows::fit_scale(&samples), scale);
}

/// Writes games that were all won by the side that is behind.
fn contrary(folder: &Path, games: u64) -> PathBuf {
    written_as(folder.join("contrary"), games, |_, row| {
        row.result = if row.score > 0 { GameResult::BlackWins } else { GameResult::WhiteWins };
    })
}

#[test]
fn rows_given_as_distilled_are_learnt_by_their_scores() {
    let folder = tempfile::tempdir().unwrap();
    let (data, output) = (contrary(folder.path(), 60), folder.path().join("net"));
    let by_results =
        TrainArguments { score_weight: 0.0, epochs: 5, ..arguments(data.clone(), output) };
    let behind_by_a_queen = |asked: &TrainArguments| {
        run(asked, |_| ()).unwrap();
        let network = Network::from_bytes(&fs::read(&asked.output).unwrap()).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        network.evaluate(&Position::from_fen(fen).unwrap())
    };
    let won = behind_by_a_queen(&by_results);
    let by_scores = TrainArguments { data: Vec::new(), distilled: vec![data], ..by_results };
    let lost = behind_by_a_queen(&by_scores);
    assert!(won > lost + 200 && lost < 0, "{won} by results, {lost} by scores");
}

#[test]
fn nothing_is_learnt_from_the_games_that_are_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let with_aside = |name: &str, shift: i16| {
        let file = written_as(folder.path().join(name), 60, |game, row| {
            if zobrist_keys::mix(game) % 100 < 30 {
                row.score += shift;
            }
        });
        let output = folder.path().join(format!("{name}.net"));
        let asked = TrainArguments { validation: 30, epochs: 2, ..arguments(file, output.clone()) };
        (losses(&asked), fs::read(output).unwrap())
    };
    let ((plain, network), (shifted, other)) = (with_aside("plain", 0), with_aside("other", 900));
    assert!(network == other);
    assert!(plain.iter().zip(&shifted).all(|(a, b)| (a - b).abs() > 0.01), "{plain:?} {shifted:?}");
    // Rows that are held out judge all games, by their scores alone.
    let learnt = |judge: PathBuf| {
        let output = folder.path().join("net");
        let asked = TrainArguments {
            held_out: vec![judge],
            epochs: 2,
            ..arguments(folder.path().join("plain"), output.clone())
        };
        let mut lines = Vec::new();
        run(&asked, |line| lines.push(line)).unwrap();
        (lines, fs::read(output).unwrap())
    };
    let [one, two] = [10, 20].map(|games| {
        learnt(written_as(folder.path().join(format!("judge {games}")), games, |_, row| {
            row.result = GameResult::Draw;
        }))
    });
    assert!(one.1 == two.1 && one.1 != network);
    let all = |games| rows(games).iter().map(|block| block.rows.len()).sum::<usize>();
    let said = |games| format!("{} positions for training, {} for validation", all(60), all(games));
    assert_eq!([&one.0[0], &two.0[0]], [&said(10), &said(20)]);
    assert_ne!(one.0.last(), two.0.last());
}

#[test]
fn every_argument_of_a_training_changes_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(folder.path(), 12);
    let path = |name: &str| folder.path().join(name);
    let base = |name: &str| TrainArguments {
        epochs: 1,
        validation: 20,
        score_weight: 0.5,
        scale: None,
        ..arguments(data.clone(), path(&format!("net {name}")))
    };
    let trained = |asked: &TrainArguments| {
        run(asked, |_| ()).unwrap();
        fs::read(&asked.output).unwrap()
    };
    let plain = trained(&base("plain"));
    assert!(trained(&base("again")) == plain, "nothing changed");
    let other = contrary(folder.path(), 12);
    type Change<'a> = &'a dyn Fn(&mut TrainArguments);
    let changed: [(&str, Change<'_>); 15] = [
        ("hidden", &|asked| asked.hidden = 64),
        ("outputs", &|asked| asked.outputs = 4),
        ("king buckets", &|asked| asked.king_buckets = (0..32).map(|at| at % 2).collect()),
        ("epochs", &|asked| asked.epochs = 2),
        ("batch", &|asked| asked.batch = 1),
        ("rate", &|asked| asked.rate *= 2.0),
        ("decay", &|asked| asked.decay = 0.5),
        ("score weight", &|asked| asked.score_weight = 0.6),
        ("rows", &|asked| asked.rows = Some(300)),
        ("seed", &|asked| asked.seed = 2),
        ("data", &|asked| asked.data = vec![other.clone()]),
        ("distilled", &|asked| asked.distilled = vec![other.clone()]),
        ("start", &|asked| asked.start = Some(path("net plain"))),
        ("scale", &|asked| asked.scale = Some(300.0)),
        ("validation", &|asked| asked.validation = 40),
    ];
    for (name, change) in changed {
        let mut asked = base(name);
        change(&mut asked);
        assert!(trained(&asked) != plain, "{name}");
    }
    // The seed is that of the order and that of the first weights.
    let order = TrainArguments { start: Some(path("net plain")), ..base("order") };
    for one in [order, TrainArguments { epochs: 0, ..base("weights") }] {
        let seed = trained(&one);
        assert!(trained(&TrainArguments { seed: 2, ..one }) != seed);
    }
    let network = Network::from_bytes(&fs::read(path("net scale")).unwrap()).unwrap();
    assert_eq!(network.architecture().scale, 300);
}

#[test]
fn weights_stay_in_the_range_of_their_integers() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("net");
    let data = written(folder.path(), 12);
    let asked =
        TrainArguments { rate: 1.0, decay: 0.0, epochs: 1, ..arguments(data, output.clone()) };
    run(&asked, |_| ()).unwrap();
    let weights = Weights::of(&Network::from_bytes(&fs::read(output).unwrap()).unwrap());
    let (hidden, outputs) = weights.all.split_at(weights.shape.output(0));
    let most = [hidden, &outputs[..2 * 32]]
        .map(|some| some.iter().fold(0.0, |most: f32, weight| most.max(weight.abs())));
    assert!(most.iter().all(|most| (1.9..2.0).contains(most)), "{most:?}");
}

#[test]
fn a_small_data_set_is_learnt_in_at_least_200_steps_a_pass() {
    for (rows, asked, used) in
        [(10_219, 16_384, 51), (10_219, 16, 16), (150, 16_384, 1), (40_000_000, 16_384, 16_384)]
    {
        assert_eq!(batch_of(rows, asked), used, "{rows} rows, {asked} asked for");
    }
    let folder = tempfile::tempdir().unwrap();
    for (batch, is_told) in [(256, true), (1, false)] {
        let few = arguments(written(folder.path(), 2), folder.path().join("net"));
        let mut lines = String::new();
        run(&TrainArguments { batch, epochs: 1, ..few }, |line| lines += &line).unwrap();
        assert_eq!(lines.contains("each step"), is_told);
    }
}

#[test]
fn inputs_of_a_row_are_those_of_its_position() {
    let architecture = Architecture::new(32);
    for block in rows(4) {
        for row in block.rows {
            let position = row.unpack().unwrap().position;
            let inputs = TrainingRow::new(row, false).unwrap().inputs(&architecture);
            let found = (0..inputs.count).map(|at| inputs.views.map(|view| usize::from(view[at])));
            assert!(found.eq(architecture.inputs(&position)), "{position:?}");
        }
    }
}

#[test]
fn the_rate_warms_up_and_falls() {
    let rates = [(0.0, 0), (0.01, 99), (0.5, 5_000), (1.0, 9_999)];
    let [first, warm, half, last] = rates.map(|(done, steps)| schedule(done, steps));
    assert!(first < 0.011 && warm > 0.99 && (half - 0.505).abs() < 0.01 && last < 0.011);
}

#[test]
fn rows_that_are_no_positions_are_refused() {
    let row = rows(1)[0].rows[0];
    // A result, a piece, a king, the number of pieces.
    for (byte, value) in [(31, 3), (8, 0x17), (10, 0x55), (3, 0xff)] {
        let mut broken = row;
        broken.0[byte] = value;
        assert!(TrainingRow::new(broken, false).is_err(), "byte {byte} = {value}");
    }
    assert!(TrainingRow::new(row, false).is_ok());
}
