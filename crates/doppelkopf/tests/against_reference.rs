//! The fast rules and the slow, obvious reference agree at every step of long random play.

use crate::common::{Walk, size};
use crate::reference::Reference;
use kontra_doppelkopf::{Doppelkopf, Question, Team};
use kontra_game::{Game, Notation, Seat, Streams, Turn};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// Points by team and rule.
type Sheet = BTreeMap<(&'static str, &'static str), i32>;

fn sheet(lines: impl IntoIterator<Item = (&'static str, &'static str, i32)>) -> Sheet {
    let mut sheet = Sheet::new();
    for (team, rule, points) in lines {
        *sheet.entry((team, rule)).or_default() += points;
    }
    sheet
}

fn compare_results(game: &Doppelkopf, slow: &Reference) {
    let tally = game.tally();
    assert_eq!(tally.scores(), slow.scores(), "scores");
    let lines = tally.lines();
    let ours = lines.iter().map(|l| (l.team.name(), l.rule.number(), l.rule.points()));
    assert_eq!(sheet(ours), sheet(slow.score_lines()), "score sheets");
}

#[test]
fn fast_rules_and_reference_agree_at_every_step() {
    let streams = Streams::new(20_120_615);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0..size(25_000) {
        let rng = &mut streams.test(number);
        let mut walk = Walk::new(rng);
        let mut slow = Reference::of(&walk.start);
        let check = catch_unwind(AssertUnwindSafe(|| {
            compare(&walk.game, &slow);
            while let Some(action) = walk.choose(rng) {
                slow.play(&walk.game.action_text(action));
                walk.play(action);
                compare(&walk.game, &slow);
            }
            compare_results(&walk.game, &slow);
        }));
        assert!(check.is_ok(), "game {number}: {}", walk.record());
        let alone = if walk.game.tally().is_solo() { " alone" } else { "" };
        *kinds.entry(format!("{:?}{alone}", walk.game.public().kind())).or_default() += 1;
    }
    println!("{kinds:#?}");
    assert_eq!(kinds.len(), 11, "every kind of game, silent solos and failed marriages: {kinds:?}");
}
