//! Playouts end as random play does that lists the legal moves and plays one after the other.

use crate::common::{Walk, size};
use kontra_doppelkopf::{
    Card, Deal, Doppelkopf, GameType, Move, Public, Question, Rules, Start, Team,
};
use kontra_game::testkit::ChiSquare;
use kontra_game::{Game, Notation, SearchRng, Seat, Streams, choose};
use std::collections::BTreeMap;

/// Where playouts begin.
struct Case {
    name: &'static str,
    is_meant: fn(&Public) -> bool,
}

const CASES: [Case; 8] = [
    Case { name: "anywhere", is_meant: |_| true },
    Case { name: "before the first answer", is_meant: |game| is_first_question(game) },
    Case {
        name: "among reservations",
        is_meant: |game| game.kind().is_none() && game.answered() > 0 && game.bride().is_none(),
    },
    Case {
        name: "after a bride has shown herself",
        is_meant: |game| game.kind().is_none() && game.bride().is_some(),
    },
    Case {
        name: "in a normal game",
        is_meant: |game| game.kind() == Some(GameType::Normal) && game.tricks() < 4,
    },
    Case {
        name: "in a marriage",
        is_meant: |game| game.kind() == Some(GameType::Marriage) && game.tricks() < 2,
    },
    Case {
        name: "in a late marriage",
        is_meant: |game| game.announcing_delay() == 2 && game.tricks() < 6,
    },
    Case {
        name: "before a reply",
        is_meant: |game| {
            let silent = |team| game.level(team) == kontra_doppelkopf::Level::Silent;
            game.tricks() > 1 && silent(Team::Re) != silent(Team::Kontra)
        },
    },
];

fn is_first_question(game: &Public) -> bool {
    game.question() == Some(Question::ImmediateSolo)
        && game.answered() == 0
        && game.open_solos().is_empty()
}

/// The next position of such a case, in the middle of random games.
fn position(case: &Case, rng: &mut SearchRng) -> Walk {
    loop {
        let mut walk = Walk::new(rng);
        for _ in 0..choose::below(rng, 60) {
            if walk.game.public().tricks() < 11 && !(case.is_meant)(walk.game.public()) {
                walk.step(rng);
            }
        }
        // Some moves on, as long as it stays what it is.
        for _ in 0..choose::below(rng, 8) {
            let mut next = walk.clone();
            if next.step(rng) && (case.is_meant)(next.game.public()) {
                walk = next;
            }
        }
        if (case.is_meant)(walk.game.public()) && !walk.game.choices().is_empty() {
            return walk;
        }
    }
}

/// Plays one listed move after the other; if `quiet`, the first one in answer to any question but those for a card and for a
/// solo: no, where that is allowed.
fn play_plainly(game: &mut Doppelkopf, quiet: bool, rng: &mut SearchRng) {
    loop {
        let moves = game.choices();
        if moves.is_empty() {
            return;
        }
        let denies = quiet && moves[0] == Move::No;
        let choice = if denies { 0 } else { choose::below(rng, moves.len() as u32) };
        game.play(moves[choice as usize]);
    }
}

/// Everything by which a finished game is scored or told from others, a word for each part.
fn parts(game: &Doppelkopf) -> [(&'static str, String); 8] {
    let (public, tally) = (game.public(), game.tally());
    let in_time = Team::ALL.map(|team| public.announced_in_time(team));
    let seats = |what: fn(&Public, Seat) -> u8| Seat::all(4).map(|s| what(public, s)).collect();
    let (points, tricks): (Vec<u8>, Vec<u8>) = (seats(Public::points), seats(Public::tricks_won));
    let teams: Vec<_> = Seat::all(4).map(|seat| game.team(seat)).collect();
    let foxes: Vec<_> = public.foxes().collect();
    let doppelkopfs: Vec<u8> = seats(Public::doppelkopfs);
    [
        ("score", format!("{:?}", tally.scores())),
        ("game", format!("{:?} {:?} {teams:?}", public.kind(), public.soloist())),
        ("announcements", format!("{:?} {in_time:?}", tally.levels)),
        ("points", format!("{:?}", points.iter().map(|points| points / 16).collect::<Vec<_>>())),
        ("points of re", format!("{:?}", tally.points)),
        ("tricks", format!("{:?}", tricks.iter().map(|tricks| tricks / 2).collect::<Vec<_>>())),
        ("foxes", format!("{foxes:?}")),
        ("specials", format!("{doppelkopfs:?} {:?}", tally.charlie)),
    ]
}

fn compare(quiet: bool, cases: &[Case], seed: u64) {
    let (positions, samples) = (6, size(100_000));
    for (number, case) in cases.iter().enumerate() {
        let rng = &mut Streams::new(seed).test(number as u64);
        let mut sums: BTreeMap<&str, ChiSquare> = BTreeMap::new();
        for _ in 0..positions {
            let walk = position(case, rng);
            let mut counts: BTreeMap<&str, BTreeMap<String, (f64, f64)>> = BTreeMap::new();
            for _ in 0..samples {
                let (mut fast, mut plain) = (walk.game, walk.game);
                if quiet {
                    fast.playout_quietly(rng);
                } else {
                    fast.playout(rng);
                }
                play_plainly(&mut plain, quiet, rng);
                for ((part, one), (_, other)) in parts(&fast).into_iter().zip(parts(&plain)) {
                    let counts = counts.entry(part).or_default();
                    counts.entry(one).or_default().0 += 1.0;
                    counts.entry(other).or_default().1 += 1.0;
                }
            }
            for (part, counts) in counts {
                let bins: Vec<_> = counts.into_values().collect();
                let fit = ChiSquare::of_samples(&bins);
                let p = fit.p();
                assert!(p > 1e-6, "{}: {part}, p = {p:e} from {}", case.name, walk.record());
                *sums.entry(part).or_default() += fit;
            }
        }
        for (part, sum) in sums {
            let p = sum.p();
            assert!(p > 1e-5, "{}: {part}, p = {p:e} over all positions", case.name);
        }
    }
}

#[test]
fn a_playout_ends_like_random_play_by_the_list_of_moves() {
    compare(false, &CASES, 8);
}

#[test]
fn a_quiet_playout_ends_like_random_cards_and_silence() {
    compare(true, &CASES, 9);
}

#[test]
fn who_plays_what_is_drawn_as_it_is_asked() {
    let streams = Streams::new(10);
    for bride in 0..4 {
        let deals = (0..).map(|number| Deal::random(&mut streams.deal(number)));
        let holds = |deal: &Deal| deal.hands()[bride].count(Card::QUEEN_OF_CLUBS) == 2;
        let deal = { deals }.find(holds).expect("one of many deals");
        let (game, rng) = (
            Doppelkopf::new(&Start::single(Rules::default(), deal)),
            &mut streams.test(bride as u64),
        );
        let mut counts: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        let found =
            |game: &Doppelkopf| format!("{:?} {:?}", game.public().kind(), game.public().soloist());
        for _ in 0..size(1_000_000) {
            let (mut fast, mut plain) = (game, game);
            fast.playout(rng);
            play_plainly(&mut plain, false, rng);
            counts.entry(found(&fast)).or_default().0 += 1.0;
            counts.entry(found(&plain)).or_default().1 += 1.0;
        }
        let p = ChiSquare::of_samples(&counts.into_values().collect::<Vec<_>>()).p();
        assert!(p > 1e-6, "both queens at seat {bride}: p = {p:e}");
    }
}
