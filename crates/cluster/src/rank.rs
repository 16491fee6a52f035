//! A rank: its session, and the thread with the transport.
//!
//! The thread that was started with the transport keeps it and steps the rank. The session runs in
//! another thread: on rank 0 it obeys the user, on the others it obeys the lines that rank 0 sends.
//! The two threads meet at a [`Link`].

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use cluster::{Effort, Ending, Identity, Local, Member, Record, Transport};
use engine::{Numbers, schema};
use engine_cli::ranks::{COMMIT, Followers, Output, VERSION, obey};
use tt_core::fingerprint_of_text;

use crate::joint::Joining;
use crate::link::{Link, Message};

/// The beginning of a line that other ranks want reported.
const INFO_STRING: &str = "info string ";

/// Runs a rank to its end. On rank 0 that is when `lead` returns, which receives the other ranks
/// and runs beside this function. The others obey rank 0 and do not call `lead`. Also returns the
/// transport, which must not be dropped unless all ranks end.
pub(crate) fn run<T: Transport>(
    transport: T,
    numbers: Numbers,
    output: &Output,
    lead: impl FnOnce(Arc<dyn Followers>) + Send + 'static,
) -> (Ending, T) {
    let link = Arc::new(Link::new(transport.rank()));
    let mut member = Member::new(transport, identity());
    let (lines, obeyed) = mpsc::channel();
    let mut desk = Desk { link: &link, lines, output };
    // A search that began before all ranks are there would run without them.
    while link.leads() && !member.is_ready() {
        member.step(link.now(), &mut desk);
        thread::sleep(std::time::Duration::from_millis(1));
    }
    link.set_others(Effort::default(), member.ranks() > 1);
    let own = Arc::clone(&link);
    let session = thread::spawn(move || {
        let _quit = Quit(&own);
        let followers: Arc<dyn Followers> = Arc::new(Joining(Arc::clone(&own)));
        if own.leads() {
            return lead(followers);
        }
        let output = Output::new(Box::new(Complaints { link: Arc::clone(&own), text: Vec::new() }));
        obey(obeyed.into_iter(), numbers, Some(followers), output);
    });
    let ending = loop {
        for word in link.words() {
            pass_on(word, &mut member, &link);
        }
        let ending = member.step(link.now(), &mut desk);
        link.set_others(member.others(), member.ranks() > 1);
        if let Some(conclusion) = member.conclusion() {
            link.set_conclusion(conclusion);
        }
        if let Some(ending) = ending {
            break ending;
        }
    };
    link.close();
    // The session of another rank ends with its lines; its search is stopped.
    desk.say("quit");
    drop(desk);
    // A session that panicked has reported it.
    let _ = session.join();
    (ending, member.into_transport())
}

/// Returns the identity that must be equal on all ranks.
fn identity() -> Identity {
    let version = fingerprint_of_text(&format!("cluster 1, {VERSION}, {COMMIT}"));
    Identity { version, schema: schema() }
}

fn pass_on<T: Transport>(word: Message, member: &mut Member<T>, link: &Link) {
    match word {
        Message::Obey(lines) => member.obey(&lines),
        Message::Begin(lines) => member.begin(&lines),
        Message::Conclude { patience } => member.conclude(link.now(), patience),
        Message::Answer { search, opinion } => member.answer(search, opinion),
        Message::Report(text) => member.report(text),
        Message::Quit => member.quit(),
    }
}

/// The engine of this rank, seen from the protocol.
struct Desk<'a> {
    link: &'a Link,
    lines: Sender<String>,
    output: &'a Output,
}

impl Desk<'_> {
    fn say(&self, lines: &str) {
        for line in lines.lines() {
            // A session that has ended obeys nothing.
            let _ = self.lines.send(line.to_owned());
        }
    }
}

impl Local for Desk<'_> {
    fn obey(&mut self, lines: &str) {
        self.say(lines);
    }

    fn search(&mut self, number: u64, lines: &str) {
        self.link.order(number);
        self.say(lines);
    }

    fn stop(&mut self) {
        self.say("stop");
    }

    fn effort(&self) -> Effort {
        self.link.effort()
    }

    fn show(&mut self, records: &mut Vec<Record>) {
        self.link.shown(records);
    }

    fn learn(&mut self, records: &mut dyn Iterator<Item = Record>) {
        self.link.learn(records);
    }

    fn tell(&mut self, text: String) {
        self.output.info_string(text);
    }
}

/// A guard that ends all ranks when the session of rank 0 ends, in whatever way.
struct Quit<'a>(&'a Link);

impl Drop for Quit<'_> {
    fn drop(&mut self) {
        if self.0.leads() {
            self.0.say(Message::Quit);
        }
    }
}

/// The output of another rank's session, which passes on only complaints.
struct Complaints {
    link: Arc<Link>,
    text: Vec<u8>,
}

impl Write for Complaints {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = mem::take(&mut self.text);
        for line in String::from_utf8_lossy(&text).lines() {
            if let Some(complaint) = line.strip_prefix(INFO_STRING) {
                self.link.say(Message::Report(complaint.to_owned()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
