//! Bits of Doppelkopf decisions: hidden cards leave no trace, answers are moves, and fields say what happened.

use kontra_agents::Agent;
use kontra_agents::doppelkopf::Beginner;
use kontra_agents::doppelkopf::features::{
    ANSWERS, FIELDS, PositionBits, WORDS, Watch, answer_to_move, encode, legal, legal_in,
    move_to_answer,
};
use kontra_doppelkopf::{
    Announcing, Card, Deal, Doppelkopf, Duty, GameType, Level, Move, Question, Rules, SEATS,
    SeatSet, Start, Team, Worlds,
};
use kontra_game::{Actions, Game, History, Log, Rewind, SearchRng, Seat, Streams, Turn, choose};
use std::collections::BTreeSet;

fn size(usual: u64) -> u64 {
    kontra_game::testkit::size(usual, 20 * usual)
}

/// A start of any kind: both styles, some inside sessions.
fn start(rng: &mut SearchRng) -> Start {
    let announcing = [Announcing::Choose, Announcing::Step][choose::below(rng, 2) as usize];
    let dealer = Seat::wrapping(choose::below(rng, 4) as usize, SEATS);
    let open_solos: SeatSet = Seat::all(SEATS).filter(|_| choose::below(rng, 2) == 0).collect();
    let games_left = (1 + choose::below(rng, 24) as u16).max(open_solos.len() as u16);
    let duty = (choose::below(rng, 3) == 0).then_some(Duty { games_left, open_solos });
    Start { rules: Rules { announcing }, dealer, duty, deal: Deal::random(rng) }
}

/// A move as somebody sensible might make it, or anything: games of all kinds come about, with many announcements.
fn decide(game: &Doppelkopf, seat: Seat, rng: &mut SearchRng) -> Move {
    let mut actions = Actions::new();
    game.actions(&mut actions);
    let sensible = choose::below(rng, 100) < 75;
    if sensible {
        Beginner.choose(&game.view(seat), History::unknown(seat))
    } else {
        actions[choose::below(rng, actions.len() as u32) as usize]
    }
}

struct Decision {
    seat: Seat,
    game: Doppelkopf,
    watch: Watch,
    action: Move,
}

fn play(start: &Start, rng: &mut SearchRng) -> Vec<Decision> {
    let (mut game, mut watch, mut decisions) = (Doppelkopf::new(start), Watch::new(), vec![]);
    while let Turn::Seat(seat) = game.turn() {
        let action = decide(&game, seat, rng);
        decisions.push(Decision { seat, game, watch: watch.clone(), action });
        watch.see(seat, action);
        game.play(action);
    }
    decisions
}

fn bits(game: &Doppelkopf, seat: Seat, watch: &Watch) -> PositionBits {
    let mut bits = [0; WORDS];
    encode(&game.view(seat), watch, &mut bits);
    bits
}

fn field(bits: &PositionBits, name: &str) -> Vec<bool> {
    let field = FIELDS.iter().find(|field| field.name == name).unwrap();
    (field.start..field.start + field.bits).map(|at| bits[at / 64] >> (at % 64) & 1 == 1).collect()
}

#[test]
fn worlds_that_a_seat_cannot_tell_apart_give_the_same_bits() {
    let streams = Streams::new(31);
    let mut compared = 0;
    for number in 0..size(150) {
        let rng = &mut streams.test(number);
        let start = start(rng);
        let decisions = play(&start, rng);
        let history: Vec<Move> = decisions.iter().map(|decision| decision.action).collect();
        for (length, decision) in decisions.iter().enumerate() {
            let seat = decision.seat;
            let world = Worlds::new(&decision.game.view(seat)).sample(rng);
            let past = Doppelkopf::rewind(&start, &history[..length], &world, seat);
            let (mut game, mut watch) = (Doppelkopf::new(&past.start), Watch::new());
            for (other, action) in decisions.iter().zip(&past.history) {
                if other.seat == seat {
                    let [one, two] = [(&other.game, &other.watch), (&game, &watch)]
                        .map(|(game, watch)| bits(game, seat, watch));
                    assert_eq!(one, two, "deal {number}, decision {length}");
                    compared += 1;
                }
                watch.see(other.seat, *action);
                game.play(*action);
            }
            assert_eq!(bits(&decision.game, seat, &decision.watch), bits(&game, seat, &watch));
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn a_watch_from_the_list_of_decisions_is_the_one_that_was_there() {
    let streams = Streams::new(32);
    for number in 0..100 {
        let rng = &mut streams.test(number);
        let start = start(rng);
        let decisions = play(&start, rng);
        let history: Vec<Move> = decisions.iter().map(|decision| decision.action).collect();
        for (length, decision) in decisions.iter().enumerate() {
            let seen = decisions[..length].iter().map(|earlier| (earlier.seat, earlier.action));
            assert_eq!(Watch::of(seen), decision.watch);
            let (log, _) = Log::replay(&start, &history[..length]);
            assert_eq!(Watch::of_history(log.seen_by(decision.seat)), decision.watch);
        }
    }
}

#[test]
fn legal_answers_are_the_legal_moves() {
    let streams = Streams::new(33);
    let mut seen = BTreeSet::new();
    for number in 0..400 {
        let rng = &mut streams.test(number);
        for Decision { seat, game, watch, .. } in play(&start(rng), rng) {
            let view = game.view(seat);
            let mut actions = Actions::new();
            game.actions(&mut actions);
            let answers: Vec<u8> =
                actions.iter().map(|&action| move_to_answer(&view, action).unwrap()).collect();
            let mask = answers.iter().fold(0, |mask, answer| mask | 1_u64 << answer);
            assert_eq!(mask.count_ones() as usize, actions.len());
            assert_eq!(legal(&view), mask);
            assert_eq!(legal_in(&bits(&game, seat, &watch)), mask);
            for (answer, action) in answers.iter().zip(&actions) {
                assert_eq!(answer_to_move(&view, *answer), Some(*action));
            }
            for answer in (0..=255).filter(|answer| !answers.contains(answer)) {
                assert_eq!(answer_to_move(&view, answer), None);
            }
            assert_eq!(legal(&game.view(seat.after(1, SEATS))), 0, "not its turn");
            seen.extend(answers);
        }
    }
    assert_eq!(seen.len(), ANSWERS, "every answer is possible somewhere");
}

/// The number of the trick and the seat of every card so far, by the two cards of each kind in the order of their fall.
fn falls(decisions: &[Decision]) -> [Vec<(usize, Seat)>; Card::COUNT] {
    let mut falls: [Vec<(usize, Seat)>; Card::COUNT] = Default::default();
    let cards = decisions.iter().filter_map(|decision| match decision.action {
        Move::Card(card) => Some((decision.seat, card)),
        _ => None,
    });
    for (number, (seat, card)) in cards.enumerate() {
        falls[card.index()].push((number / SEATS, seat));
    }
    falls
}

#[test]
fn the_past_of_cards_is_in_the_bits() {
    let streams = Streams::new(34);
    for number in 0..60 {
        let rng = &mut streams.test(number);
        let decisions = play(&start(rng), rng);
        for (length, decision) in decisions.iter().enumerate() {
            let bits = bits(&decision.game, decision.seat, &decision.watch);
            let (fell, fell_in) = (field(&bits, "FELL"), field(&bits, "FELL_IN"));
            let last = field(&bits, "LAST");
            let falls = falls(&decisions[..length]);
            let tricks = decision.game.public().tricks();
            for (card, slot) in (0..Card::COUNT).flat_map(|card| [(card, 0), (card, 1)]) {
                let fall = falls[card].get(slot);
                for k in 0..SEATS {
                    let seat = decision.seat.after(k, SEATS);
                    let expected = fall.is_some_and(|&(_, by)| by == seat);
                    assert_eq!(fell[48 * k + 2 * card + slot], expected);
                }
                let found: usize =
                    (0..4).map(|bit| usize::from(fell_in[48 * bit + 2 * card + slot]) << bit).sum();
                assert_eq!(found, fall.map_or(0, |(trick, _)| trick + 1));
                let in_last = fall.is_some_and(|(trick, _)| trick + 1 == tricks);
                assert_eq!(last[2 * card + slot], in_last);
            }
            check_leads(&decisions[..length], &bits, decision.seat);
        }
    }
}

fn check_leads(decisions: &[Decision], bits: &PositionBits, seat: Seat) {
    let (leaders, leads) = (field(bits, "LEADERS"), field(bits, "LEADS"));
    let led = decisions.iter().filter_map(|decision| match decision.action {
        Move::Card(card) if decision.game.public().trick().next().is_none() => {
            let kind = decision.game.public().kind().unwrap();
            Some((
                decision.seat,
                if kind.suits().is_trump(card) { 4 } else { card.suit() as usize },
            ))
        }
        _ => None,
    });
    let led: Vec<(Seat, usize)> = led.collect();
    for trick in 0..12 {
        for k in 0..SEATS {
            let expected = led.get(trick).is_some_and(|&(by, _)| by == seat.after(k, SEATS));
            assert_eq!(leaders[4 * trick + k], expected);
        }
        for lead in 0..5 {
            let expected = led.get(trick).is_some_and(|&(_, what)| what == lead);
            assert_eq!(leads[5 * trick + lead], expected);
        }
    }
}

#[test]
fn announcements_are_in_the_bits_with_their_time() {
    let streams = Streams::new(35);
    let mut heard = BTreeSet::new();
    for number in 0..200 {
        let rng = &mut streams.test(number);
        let decisions = play(&start(rng), rng);
        // Who has announced which level, and after how many cards each team's level was reached.
        let (mut said, mut when) = ([Level::Silent; SEATS], [[None; 5]; 2]);
        for (i, decision) in decisions.iter().enumerate() {
            let bits = bits(&decision.game, decision.seat, &decision.watch);
            let (found_said, found_when) = (field(&bits, "SAID"), field(&bits, "SAID_WHEN"));
            for k in 0..SEATS {
                let level = said[decision.seat.after(k, SEATS).index()];
                let found: Vec<bool> = found_said[5 * k..5 * k + 5].to_vec();
                let expected: Vec<bool> = (1..6).map(|l| level as usize >= l).collect();
                assert_eq!(found, expected, "deal {number}, decision {i}");
            }
            for (team, level) in (0..2).flat_map(|team| (0..5).map(move |level| (team, level))) {
                let marks = [1, 4, 8, 12];
                let reached = |mark| when[team][level].is_some_and(|cards: usize| cards >= mark);
                let at = 20 * team + 4 * level;
                assert_eq!(found_when[at..at + 4].to_vec(), marks.map(reached).to_vec());
            }
            let is_announcement = decision.game.public().question() == Some(Question::Announcement);
            if is_announcement && decision.action != Move::No {
                let mut after = decision.game;
                after.play(decision.action);
                let team = decision.game.team(decision.seat).unwrap();
                let level = after.public().level(team);
                let before = decision.game.public().level(team);
                let cards = decision.game.public().played().len();
                said[decision.seat.index()] = level;
                when[team as usize][before as usize..level as usize].fill(Some(cards));
                let style = decision.game.public().announcing() == Announcing::Step;
                heard.insert((decision.game.public().kind().unwrap(), team as usize, style));
            }
        }
    }
    let normal = |team: Team, style| heard.contains(&(GameType::Normal, team as usize, style));
    assert!(Team::ALL.into_iter().all(|team| normal(team, true) && normal(team, false)));
    assert!(heard.iter().any(|(kind, ..)| kind.is_solo()));
    assert!(heard.iter().any(|(kind, ..)| *kind == GameType::Marriage));
}

#[test]
fn what_the_table_shows_is_in_the_bits() {
    let streams = Streams::new(36);
    let (mut kinds, mut questions) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..300 {
        let rng = &mut streams.test(number);
        let start = start(rng);
        for Decision { seat, game, watch, .. } in play(&start, rng) {
            let (public, view) = (game.public(), game.view(seat));
            let bits = bits(&game, seat, &watch);
            let number = |name: &str| {
                field(&bits, name)
                    .iter()
                    .enumerate()
                    .map(|(i, &b)| usize::from(b) << i)
                    .sum::<usize>()
            };
            kinds.insert(public.kind());
            questions.insert(public.question().unwrap().name());
            assert_eq!(number("QUESTION"), 1 << public.question().unwrap() as usize);
            assert_eq!(number("HAND") as u64, view.hand().bits());
            assert_eq!(number("UNSEEN") as u64, view.unseen().bits());
            let points = |ours: bool| -> usize {
                let own = view.own_team();
                let side = |&other: &Seat| {
                    own.is_some()
                        && view.team(other).is_some_and(|team| (Some(team) == own) == ours)
                };
                Seat::all(SEATS).filter(side).map(|other| usize::from(public.points(other))).sum()
            };
            assert_eq!(number("OUR_POINTS_EXACT"), points(true) | points(false) << 8);
            for k in 1..SEATS {
                let other = seat.after(k, SEATS);
                let found = &field(&bits, "MAY_HOLD")[24 * (k - 1)..24 * k];
                for card in game.hand(other).kinds() {
                    assert!(found[card.index()], "what somebody holds they may hold");
                }
            }
            let in_session = start.duty.map_or(0, |duty| 1 + usize::from(duty.games_left <= 3));
            assert_eq!(
                usize::from(field(&bits, "SESSION")[0]) + usize::from(field(&bits, "SESSION")[3]),
                in_session
            );
            if public.question() == Some(Question::Card) {
                let winning = field(&bits, "WINNING");
                for card in public.playable(view.hand()).kinds() {
                    let mut after = game;
                    after.play(Move::Card(card));
                    let won = match after.public().best() {
                        Some((winner, _)) => winner == seat,
                        None => after.public().leader() == seat,
                    };
                    assert_eq!(winning[card.index()], won);
                }
            }
        }
    }
    assert_eq!((kinds.len(), questions.len()), (10, 6));
}

#[test]
fn the_book_lists_all_bits() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/training.md");
    let book = std::fs::read_to_string(path).unwrap();
    for field in FIELDS {
        let (start, bits, name, about) = (field.start, field.bits, field.name, field.about);
        let line = format!("| {start} | {bits} | `{name}` | {about} |");
        assert!(book.lines().any(|found| found == line), "{line}");
    }
}
