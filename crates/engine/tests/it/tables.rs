//! Tables in files, and shared by name.

use std::fs;

use engine::{Engine, Game, Request, Saved, bench_positions};

use crate::engine;

fn search(engine: &mut Engine) -> u64 {
    engine.analyse(&Game::default(), &Request::nodes(20_000), &mut |_| ()).nodes
}

#[test]
fn a_file_keeps_what_a_search_has_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hash").display().to_string();
    // Each position alone may need more from a table that knows it.
    let depth = |engine: &mut Engine| -> u64 {
        let games = bench_positions().take(4).map(|(position, _)| Game::new(position));
        games.map(|game| engine.analyse(&game, &Request::depth(9), &mut |_| ()).nodes).sum()
    };
    let mut first = engine();
    let nodes = depth(&mut first);
    let saved = first.hash_mut().save(&path).expect("a new file");
    assert_eq!(saved.bytes, fs::metadata(&path).unwrap().len());

    let mut second = engine();
    second.hash_mut().resize(2 << 20).expect("memory");
    assert_eq!(second.hash_mut().load(&path).expect("our file"), saved);
    let again = depth(&mut second);
    assert!(2 * again < nodes, "{nodes} nodes, then {again}");
    second.new_game();
    assert_eq!(depth(&mut second), nodes, "the records are forgotten");
}

#[test]
fn a_file_that_is_refused_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hash").display().to_string();
    let mut engine = engine();
    search(&mut engine);
    engine.hash_mut().save(&path).expect("a new file");
    let whole = fs::read(&path).unwrap();
    let before = engine.hash().snapshot();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for (bytes, what) in [
        (&whole[..whole.len() - 1], "cut"),
        (&damaged, "damaged"),
        (b"no table at all", "foreign"),
        (b"", "empty"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = engine.hash_mut().load(&path).expect_err(what).to_string();
        assert!(error.starts_with(&format!("{path}: ")), "{what}: {error}");
        assert_eq!(engine.hash().snapshot(), before, "{what}");
    }
    let inside = folder.path().join("none/hash").display().to_string();
    for refused in [engine.hash_mut().load(&inside), engine.hash_mut().save(&inside)] {
        assert!(refused.expect_err("no folder").to_string().starts_with(&inside));
    }
}

#[test]
fn sizes_that_cannot_be_are_refused_and_the_table_stays() {
    assert!(Engine::builder().hash(63).build().is_err());
    let mut engine = engine();
    search(&mut engine);
    let before = engine.hash().snapshot();
    for bytes in [0, 63, usize::MAX / 2] {
        assert!(engine.hash_mut().resize(bytes).is_err(), "{bytes}");
    }
    assert_eq!((engine.hash().bytes(), engine.hash().snapshot()), (1 << 20, before));
    engine.clear_hash().expect("it is ours alone");
    assert_eq!(engine.hash().hashfull(), 0);
    let path = tempfile::tempdir().unwrap().path().join("hash").display().to_string();
    assert!(engine.hash_mut().save(&path).is_err(), "the folder is gone");
}

#[cfg(unix)]
mod shared {
    use engine::tt_core::{Entry, SharedTable};
    use engine::{Event, Sharing, schema};

    use super::*;

    /// Returns an engine that shares the table at `path`, and the result of sharing.
    fn sharing(path: &str) -> (Engine, Sharing) {
        let mut engine = engine();
        let sharing = engine.hash_mut().share(path, 1 << 20).expect("a table in a file");
        (engine, sharing)
    }

    #[test]
    fn an_engine_finds_what_another_has_stored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared").display().to_string();
        let (mut first, attached) = sharing(&path);
        assert_eq!(attached, Sharing::Attached(1));
        search(&mut first);
        let (mut second, _) = sharing(&path);
        assert_eq!(second.hash().snapshot(), first.hash().snapshot());
        assert_eq!(second.hash_mut().share(&path, 1 << 20).unwrap(), Sharing::Unchanged);

        second.new_game();
        assert_ne!(first.hash().hashfull(), 0, "a new game of one leaves the records to the other");
        let file = folder.path().join("file");
        let error = second.hash_mut().save(&file).expect_err("another is attached").to_string();
        assert!(error.contains("1 other is attached") && !file.exists(), "{error}");
        assert_eq!(second.hash_mut().share("", 1 << 20).unwrap(), Sharing::Left);
        assert_eq!(second.hash_mut().share("", 1 << 20).unwrap(), Sharing::Unchanged);
        let saved = second.hash_mut().save(format!("{path}.file")).expect("its own table");
        assert_eq!(saved, Saved { records: 0, ..saved });
        // Who is alone saves the records that both have stored, and loads them.
        let records = first.hash().snapshot().occupied;
        let saved = first.hash_mut().save(&file).expect("nobody else is attached");
        assert!(saved.records == records && records > 0);
        first.clear_hash().expect("nobody else is attached");
        assert_eq!(first.hash_mut().load(&file).expect("our file"), saved);
        assert_eq!(first.hash().snapshot().occupied, records);
        drop(first);
        assert!(!fs::exists(&path).unwrap(), "the last to leave removes the file");
    }

    #[test]
    fn a_shared_table_that_is_lost_is_replaced_by_one_of_the_engines_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared").display().to_string();
        let (mut engine, _) = sharing(&path);
        search(&mut engine);
        engine.hash_mut().resize(2 << 20).expect("nobody else is attached");
        fs::remove_file(&path).unwrap();
        let mut lost = Vec::new();
        let mut searched = |engine: &mut Engine| {
            let outcome = engine.analyse(&Game::default(), &Request::depth(3), &mut |event| {
                if let Event::Hash(error) = event {
                    lost.push(error.to_string());
                }
            });
            assert!(outcome.best.is_some());
        };
        searched(&mut engine);
        searched(&mut engine);
        assert!(lost.len() == 1 && lost[0].contains(&path), "{lost:?}");
        assert_eq!(engine.hash().bytes(), 2 << 20);
        assert_eq!(engine.hash_mut().share("", 1 << 20).unwrap(), Sharing::Unchanged);
    }

    /// The other's table has no user at the moment, so only its place in the way would save it.
    #[test]
    fn leaving_a_table_that_another_has_replaced_keeps_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared");
        let (mut engine, _) = sharing(&path.display().to_string());
        fs::remove_file(&path).unwrap();
        let other = SharedTable::<Entry>::attach_or_create(&path, 1 << 20, schema(), &|| false);
        drop(other.expect("a table in a file"));
        assert_eq!(engine.hash_mut().share("", 1 << 20).unwrap(), Sharing::Left);
        assert!(path.exists());
    }

    #[test]
    fn the_table_in_place_of_a_lost_one_has_the_size_that_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared").display().to_string();
        let mut engine = engine();
        engine.hash_mut().share(&path, 2 << 20).expect("a table in a file");
        fs::remove_file(&path).unwrap();
        engine.analyse(&Game::default(), &Request::depth(1), &mut |_| ());
        assert_eq!(engine.hash().bytes(), 2 << 20);
    }
}
