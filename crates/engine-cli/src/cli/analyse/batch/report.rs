//! A report on the games of a file: data, or a page, which is one file without scripts, fonts and
//! links to files; its pictures are SVG.

use std::mem;

use engine::judge::Judgement;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use movegen::Color;

use super::games_tally::GamesTally;
use super::players::Player;
use super::record::{GameRecord, MoveRecord};
use super::select::{Selection, tag};
use super::{Summary, json, number_of};
use crate::cli::analyse::svg;
use crate::io::out_file::OutFile;
use crate::notation::Score;

const STYLE: &str = include_str!("report/report.css");

/// The page fetches nothing and runs nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The width and the height of the graph, in the picture's unit.
const GRAPH: [f64; 2] = [720.0, 140.0];

/// A report, and the place for it. The games are kept as finished texts.
pub(crate) struct Report {
    place: OutFile,
    /// Whether the report is data, in JSON.
    is_data: bool,
    games: Vec<String>,
    /// The rows of the list of games, of a page.
    rows: Vec<String>,
}

impl Report {
    /// Creates a report without games: data in JSON, or a page in HTML.
    pub(crate) fn new(place: OutFile, is_data: bool) -> Self {
        Self { place, is_data, games: Vec::new(), rows: Vec::new() }
    }

    pub(super) fn add(&mut self, record: &GameRecord<'_>) {
        if self.is_data {
            return self.games.push(json(record));
        }
        self.rows.push(row(record));
        self.games.push(game(record));
    }

    pub(super) fn write(
        mut self,
        name: &str,
        selection: &Selection,
        tally: &GamesTally,
    ) -> Result<(), String> {
        let games = mem::take(&mut self.games);
        let text = if self.is_data {
            let summary = json(&Summary { summary: tally });
            format!("{{\"games\":[\n{}\n],{}\n", games.join(",\n"), &summary[1..])
        } else {
            page(name, selection, tally, &self.rows, &games)
        };
        self.place.write_whole(text)
    }
}

/// Returns the page about a file of games, with the rows of the list of games and their sections.
fn page(
    name: &str,
    selection: &Selection,
    tally: &GamesTally,
    rows: &[String],
    games: &[String],
) -> String {
    let title = format!("Games of {name}");
    let selected = selection.words();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                svg class="sprite" aria-hidden="true" { (PreEscaped(svg::definitions(|_| true))) }
                h1 { (title) }
                p.soft {
                    (number_of(tally.games, "game")) ", " (number_of(tally.positions, "position"))
                    @if !selected.is_empty() { ", selected by " (selected) }
                }
                section id="players" { h2 { "Players" } (players(tally)) }
                section id="openings" { h2 { "Openings" } (openings(tally)) }
                section id="games" {
                    h2 { "Games" }
                    (table(&["game", "result", "opening", "White", "Black"], rows.concat()))
                }
                (PreEscaped(games.concat()))
                footer {
                    p {
                        "Analysed by Palimpsest " (env!("CARGO_PKG_VERSION")) ". Scores are in "
                        "pawns from White's view, #3 is a mate in three moves. The graph shows the "
                        "points that White may expect, from 0 below to 1 above. Percentages are "
                        "accuracies by the formula of lichess.org, as means over the moves; loss "
                        "is the mean in centipawns. A mistake (?) loses at least "
                        (Judgement::Mistake.points())
                        " expected points and a blunder (??) at least "
                        (Judgement::Blunder.points()) ". A red arrow is the move of the game, a "
                        "green one the better move."
                    }
                    p { (svg::CREDIT) "." }
                }
            }
        }
    };
    markup.into_string()
}

fn table(heads: &[&str], rows: String) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        @for head in heads {
                            th.left[*head == "opening"] scope="col" { (head) }
                        }
                    }
                }
                tbody { (PreEscaped(rows)) }
            }
        }
    }
}

fn cells(player: &Player) -> Markup {
    html! {
        td { (accuracy(player)) }
        td { (format!("{:.1}", player.average_centipawn_loss)) }
        @for count in player.counts() { td { (count) } }
    }
}

fn accuracy(player: &Player) -> String {
    player.accuracy.map_or("-".into(), |share| format!("{share:.1} %"))
}

const SUMS: [&str; 5] = ["accuracy", "loss", "?!", "?", "??"];

fn players(tally: &GamesTally) -> Markup {
    let rows = tally.players.iter().map(|(name, player)| {
        let Player { games, moves, .. } = player;
        html! { tr { td { (name) } td { (games) } td { (moves) } (cells(player)) } }
    });
    let rows: String = rows.map(Markup::into_string).collect();
    table(&[&["player", "games", "moves"][..], &SUMS].concat(), rows)
}

fn openings(tally: &GamesTally) -> Markup {
    let rows = tally.openings.0.iter().map(|(name, sums)| {
        html! {
            tr {
                td { (name) } td { (sums.games) }
                td { (sums.white_won) } td { (sums.drawn) } td { (sums.black_won) }
                td { (accuracy(&sums.white)) } td { (accuracy(&sums.black)) }
            }
        }
    });
    let rows: String = rows.map(Markup::into_string).collect();
    let heads = ["opening", "games", "1-0", "½-½", "0-1", "White", "Black"];
    table(&heads, rows)
}

fn title(record: &GameRecord<'_>) -> String {
    let name = |side| record.tags.get(tag(side)).copied().unwrap_or("?");
    format!("{} – {}", name(Color::White), name(Color::Black))
}

fn row(record: &GameRecord<'_>) -> String {
    let number = record.game;
    let markup = html! {
        tr {
            td { (number) ". " a href={ "#game-" (number) } { (title(record)) } }
            td { (record.result) }
            td.left { (record.opening.as_deref().unwrap_or("-")) }
            td { (accuracy(&record.white)) }
            td { (accuracy(&record.black)) }
        }
    };
    markup.into_string()
}

/// Returns the section about a game: sums, graph, phases, mistakes.
fn game(record: &GameRecord<'_>) -> String {
    let number = record.game;
    let about = ["Event", "Site", "Date"].map(|tag| record.tags.get(tag).copied().unwrap_or("?"));
    let about = about.into_iter().filter(|text| !text.trim_matches(['?', '.']).is_empty());
    let about: Vec<&str> = about.chain(record.opening.as_deref()).collect();
    let mistakes: Vec<&MoveRecord> =
        record.moves.iter().filter(|record| record.fen.is_some()).collect();
    let sides = [("White", &record.white), ("Black", &record.black)];
    let rows =
        sides.map(|(side, sums)| html! { tr { td { (side) } td { (sums.moves) } (cells(sums)) } });
    let rows = rows.map(Markup::into_string).concat();
    let phases = record.phases.iter().map(|phase| {
        let [from, to] = phase.moves;
        html! {
            tr {
                td { (phase.phase) }
                td { (from) @if from < to { "–" (to) } }
                td { (accuracy(&phase.white)) } td { (accuracy(&phase.black)) }
            }
        }
    });
    let phases: String = phases.map(Markup::into_string).collect();
    let markup = html! {
        article id={ "game-" (number) } {
            h2 { (number) ". " (title(record)) ", " (record.result) }
            @if !about.is_empty() { p.soft { (about.join(" · ")) } }
            (graph(record))
            (table(&[&["side", "moves"][..], &SUMS].concat(), rows))
            (table(&["phase", "moves", "White", "Black"], phases))
            @if mistakes.is_empty() {
                p { "No mistakes and no blunders." }
            } @else {
                h3 { "Mistakes" }
                div.boards { @for record in mistakes { (mistake(number, record)) } }
            }
        }
    };
    markup.into_string()
}

/// Returns the graph of the points that White may expect, with a mark for each mistake, or nothing
/// if the record has mistakes alone.
fn graph(record: &GameRecord<'_>) -> Markup {
    let ([width, height], number) = (GRAPH, record.game);
    let last = record.phases.last().map_or(0, |phase| phase.plies[1]);
    if !record.is_whole || last == 0 {
        return html! {};
    }
    let x = |ply: usize| width * ply as f64 / last as f64;
    let at = |record: &MoveRecord| Some((x(record.ply), height * (1.0 - record.white_points?)));
    let points: Vec<(f64, f64)> = record.moves.iter().filter_map(at).collect();
    let (Some(first), Some(end)) = (points.first(), points.last()) else { return html! {} };
    let line: String = points.iter().map(|(x, y)| format!("L{x:.1} {y:.1}")).collect();
    let area = format!("M0 {height}V{:.1}{line}L{:.1} {height}z", first.1, end.0);
    let label = format!("The evaluation of the game, {last} plies");
    html! {
        svg.graph viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            rect.ground width=(width) height=(height) {}
            path.area d=(area) {}
            path.half d={ "M0 " (height / 2.0) "H" (width) } {}
            @for phase in record.phases.iter().skip(1) {
                path.phase d={ "M" (format!("{:.1}", x(phase.plies[0] - 1))) " 0V" (height) } {
                    title { (phase.phase) }
                }
            }
            @for record in record.moves.iter().filter(|record| record.fen.is_some()) {
                @if let Some((x, y)) = at(record) {
                    @let sign = record.judgement.map_or("", Judgement::glyph);
                    a href={ "#" (place(number, record)) } {
                        circle class=(record.judgement.map_or("", Judgement::name)) r="5"
                            cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) {
                            title { (record.number) (sign) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the name of the place in the page that shows a mistake.
fn place(game: usize, record: &MoveRecord) -> String {
    format!("game-{game}-ply-{}", record.ply)
}

/// Returns the board before a mistake with the move of the game and the better one, in words below.
fn mistake(game: usize, record: &MoveRecord) -> Markup {
    let Some((position, before)) = &record.before else { return html! {} };
    let played = position.parse_uci(&record.uci).ok().map(|mv| (mv, "arrow played"));
    let better = record.better.first().and_then(|san| position.parse_san(san).ok());
    let arrows: Vec<_> = played.into_iter().chain(better.map(|mv| (mv, "arrow"))).collect();
    let label = format!("The board before {}, {}", record.number, position.to_fen());
    let after = record.eval.map_or_else(String::new, words);
    html! {
        figure id=(place(game, record)) {
            svg.board viewBox="-24 -4 412 412" role="img" aria-label=(label) {
                (PreEscaped(svg::board(position, &arrows)))
            }
            figcaption {
                strong class={ "of-" (record.judgement.map_or("", Judgement::name)) } {
                    (record.number) (record.judgement.map_or("", Judgement::glyph))
                }
                " " (words(*before)) " → " (after)
                @if !record.better.is_empty() {
                    ", better " span.best { (record.better_line) }
                }
            }
        }
    }
}

fn words(score: Score) -> String {
    match score {
        Score::Mate(0) => "mate".into(),
        Score::Mate(moves) => format!("#{moves}"),
        Score::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
    }
}
