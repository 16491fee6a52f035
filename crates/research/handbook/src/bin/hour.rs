//! Hour, the engine of the book's last chapter: a conversation about a game, over the crate engine.
#![expect(clippy::print_stdout, reason = "the conversation is on the standard output")]
use std::{error::Error, io::stdin, thread};

use engine::{Book, Engine, Event, Game, Request, Strength, search::Control};

fn read() -> Option<String> {
    stdin().lines().next()?.ok()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::builder().hash(16 << 20).threads(1).build()?;
    let (mut game, mut strength) = (Game::default(), None);
    let mut obey = |words: &[&str]| -> Result<(), Box<dyn Error>> {
        match *words {
            ["level", level] => strength = Strength::of_level(level.parse()?, 0),
            ["book", file] => engine.set_book(Some(Book::new(file))),
            ["load", file] => println!("{} records", engine.hash_mut().load(file)?.records),
            ["save", file] => println!("{} records", engine.hash_mut().save(file)?.records),
            ["analyse"] => {
                let control = Control::new();
                thread::scope(|scope| {
                    scope.spawn(|| (read(), control.stop()));
                    let request = Request::until_stopped(&control).lines(3);
                    engine.analyse(&game, &request, &mut |event| {
                        let Event::Line(info) = event else { return };
                        let line = game.san_line(info.pv);
                        println!("depth {} {} {line}", info.depth, info.score);
                    })
                });
            }
            [word] => {
                if word != "go" {
                    game.make_text(word)?;
                }
                let request = Request { strength, book: true, ..Request::nodes(100_000) };
                let answer = engine.play(&game, &request, &mut |event| {
                    if let Event::Book(fault) = event {
                        println!("book: {fault}");
                    }
                });
                if let Some(best) = answer.outcome.best {
                    println!("{}", game.position().san(best));
                    game.make(best)?;
                }
                game.outcome().iter().for_each(|end| println!("{end}"));
            }
            _ => Err("expected a move, go, analyse, level N, book FILE, load FILE or save FILE")?,
        }
        Ok(())
    };
    while let Some(line) = read() {
        let words: Vec<&str> = line.split_whitespace().collect();
        obey(&words).unwrap_or_else(|error| println!("error: {error}"));
    }
    Ok(())
}
