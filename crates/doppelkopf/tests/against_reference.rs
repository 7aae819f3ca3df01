//! The fast rules and the slow, obvious reference agree at every step of long random play.

mod common;
mod reference;

use common::{Temper, games, random_start};
use kontra_doppelkopf::{Doppelkopf, Question, Team};
use kontra_game::{Game, Notation, Seat, Streams, Turn};
use reference::Reference;
use std::collections::BTreeMap;

/// Everything both sides can say about a position.
fn compare(game: &Doppelkopf, slow: &Reference) {
    let to_move = match game.turn() {
        Turn::Seat(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    assert_eq!(to_move, slow.to_move(), "whose turn");
    assert_eq!(game.public().question().map(Question::name), slow.question(), "what is asked");
    assert_eq!(game.public().kind().map(|kind| kind.to_string()), slow.game(), "game type");
    let name = |team: Option<Team>| team.map(Team::name);
    for seat in Seat::all(4) {
        let i = seat.index();
        assert_eq!(name(game.team(seat)), slow.team(i), "team of seat {i}");
        assert_eq!(name(game.public().known_team(seat)), slow.known_to_all(i), "known team of {i}");
        assert_eq!(u32::from(game.public().points(seat)), slow.card_points()[i], "points of {i}");
        for viewer in Seat::all(4) {
            let known = game.view(viewer).team(seat);
            assert_eq!(name(known), slow.known_to(viewer.index(), i), "team of {i} to {viewer}");
        }
    }
    for team in Team::ALL {
        assert_eq!(game.public().level(team) as u8, slow.level(team.name()), "level of {team}");
    }
    let legal: Vec<String> = game.choices().into_iter().map(|a| game.action_text(a)).collect();
    assert_eq!(legal, slow.legal(), "legal moves");
}

fn compare_results(game: &Doppelkopf, slow: &Reference) {
    let tally = game.tally();
    let mut lines: Vec<(&str, &str, i32)> = vec![];
    tally.each_line(|l| lines.push((l.team.name(), l.rule.number(), l.rule.points())));
    let total = |lines: &[(&'static str, &'static str, i32)]| {
        let mut total = BTreeMap::new();
        for (team, rule, points) in lines {
            *total.entry((*team, *rule)).or_insert(0) += points;
        }
        total
    };
    let _ = &lines;
    assert_eq!(tally.scores(), slow.scores(), "scores");
    let ours: Vec<(&'static str, &'static str, i32)> = tally
        .lines()
        .into_iter()
        .map(|l| (l.team.name(), l.rule.number(), l.rule.points()))
        .collect();
    assert_eq!(total(&ours), total(&slow.score_lines()), "score lines");
}

#[test]
fn fast_rules_and_reference_agree_at_every_step() {
    let streams = Streams::new(20_120_615);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0..games(4_000) {
        let rng = &mut streams.test(number);
        let start = random_start(rng);
        let temper = Temper::random(rng);
        let (mut game, mut slow) = (Doppelkopf::new(&start), Reference::of(&start));
        let mut moves = vec![];
        let check = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            compare(&game, &slow);
            while game.turn() != Turn::Over {
                let legal = game.choices();
                let is_card = game.public().question() == Some(Question::Card);
                let action = legal[temper.choose(rng, legal.len(), is_card)];
                let text = game.action_text(action);
                moves.push(text.clone());
                slow.play(&text);
                game.play(action);
                compare(&game, &slow);
            }
            compare_results(&game, &slow);
        }));
        if check.is_err() {
            panic!("game {number}: {start:?} after {}", moves.join(" "));
        }
        let silent = if game.tally().is_solo() { " alone" } else { "" };
        *kinds.entry(format!("{:?}{silent}", game.public().kind())).or_default() += 1;
    }
    println!("{kinds:#?}");
    assert_eq!(kinds.len(), 11, "every kind of game, silent solos and failed marriages: {kinds:?}");
}
