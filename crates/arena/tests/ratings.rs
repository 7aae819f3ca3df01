//! Ratings of simulated players whose strength is known.

use kontra_arena::ratings::{RatedGame, Rating, Ratings};
use kontra_game::{SearchRng, Streams, choose};

/// Elo of the players `a`, `b`, `c` and `d`, whose mean is 1500.
const STRENGTHS: [f64; 4] = [1650.0, 1550.0, 1450.0, 1350.0];

fn names(seats: &[usize]) -> Vec<String> {
    seats.iter().map(|&player| ["a", "b", "c", "d"][player].to_owned()).collect()
}

/// Whether the first of two sides wins, by the difference of their mean Elo.
fn wins(difference: f64, rng: &mut SearchRng) -> bool {
    choose::unit(rng) < 1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

fn of<'a>(ratings: &'a [Rating], spec: &str) -> &'a Rating {
    ratings.iter().find(|rating| rating.spec == spec).unwrap()
}

/// Everybody plays everybody else, two at a table.
fn duels(deals: u64, seed: u64) -> Vec<Rating> {
    let mut ratings = Ratings::default();
    for deal in 0..deals {
        let rng = &mut Streams::new(seed).test(deal);
        let one = choose::below(rng, 4) as usize;
        let two = (one + 1 + choose::below(rng, 3) as usize) % 4;
        let sign = if wins(STRENGTHS[one] - STRENGTHS[two], rng) { 1.0 } else { -1.0 };
        let (players, payoffs) = (names(&[one, two]), [sign, -sign]);
        ratings.add_deal([RatedGame { players: &players, payoffs: &payoffs, in_parties: false }]);
    }
    ratings.finish()
}

#[test]
fn duels_give_back_the_strength_of_the_players() {
    let ratings = duels(20_000, 1);
    let order: Vec<&str> = ratings.iter().map(|rating| rating.spec.as_str()).collect();
    assert_eq!(order, ["a", "b", "c", "d"]);
    for (rating, strength) in ratings.iter().zip(STRENGTHS) {
        assert!((rating.elo - strength).abs() < 15.0, "{rating:?}");
        assert!((4.0..10.0).contains(&rating.elo_ci95.unwrap()), "{rating:?}");
        assert!(rating.trueskill_sigma < 2.0, "{rating:?}");
    }
    assert!(ratings.windows(2).all(|pair| pair[0].trueskill_mu > pair[1].trueskill_mu));
    assert_eq!(ratings.iter().map(|rating| rating.games).sum::<u64>(), 40_000);
}

/// Parties are drawn for each deal; one player of four may be alone. Who plays with whom is not known beforehand.
fn party_game(seats: [usize; 4], rng: &mut SearchRng) -> [f64; 4] {
    let alone = choose::below(rng, 4) == 0;
    let (partner, first) = (1 + choose::below(rng, 3) as usize, choose::below(rng, 4) as usize);
    let is_re = |seat: usize| seat == first || !alone && seat == (first + partner) % 4;
    let mean = |re: bool| {
        let party: Vec<f64> =
            (0..4).filter(|&seat| is_re(seat) == re).map(|seat| STRENGTHS[seats[seat]]).collect();
        party.iter().sum::<f64>() / party.len() as f64
    };
    let sign = if wins(mean(true) - mean(false), rng) { 1.0 } else { -1.0 };
    std::array::from_fn(|seat| match (is_re(seat), alone) {
        (true, true) => 3.0 * sign,
        (true, false) => sign,
        (false, _) => -sign,
    })
}

fn parties(deals: u64, seed: u64, seats: impl Fn(u64) -> [usize; 4]) -> Vec<Rating> {
    let mut ratings = Ratings::default();
    for deal in 0..deals {
        let (seats, rng) = (seats(deal), &mut Streams::new(seed).test(deal));
        let (players, payoffs) = (names(&seats), party_game(seats, rng));
        ratings.add_deal([RatedGame { players: &players, payoffs: &payoffs, in_parties: true }]);
    }
    ratings.finish()
}

#[test]
fn parties_give_back_the_strength_of_their_players() {
    for rating in parties(60_000, 2, |_| [0, 1, 2, 3]) {
        let strength = STRENGTHS["abcd".find(&rating.spec).unwrap()];
        assert!((rating.elo - strength).abs() < 15.0, "{rating:?}");
    }
}

#[test]
fn two_agents_with_two_seats_each_are_rated_as_in_duels() {
    let ratings = parties(40_000, 3, |_| [0, 2, 0, 2]);
    let (a, c) = (of(&ratings, "a"), of(&ratings, "c"));
    assert!((a.elo - c.elo - 200.0).abs() < 15.0, "{ratings:?}");
    assert!(a.trueskill_mu > c.trueskill_mu + 2.0, "{ratings:?}");
}

#[test]
fn matches_of_different_tables_fit_together() {
    // a meets c only by b and d.
    let ratings = parties(80_000, 4, |deal| match deal % 3 {
        0 => [0, 1, 0, 1],
        1 => [1, 3, 1, 3],
        _ => [3, 2, 3, 2],
    });
    assert!((of(&ratings, "a").elo - of(&ratings, "c").elo - 200.0).abs() < 20.0, "{ratings:?}");
}

#[test]
fn a_table_where_everybody_plays_for_himself() {
    // The chances of winning are in the ratio of 10^(elo / 400), as Bradley and Terry have it for three too.
    let mut ratings = Ratings::default();
    for deal in 0..30_000 {
        let rng = &mut Streams::new(5).test(deal);
        let odds = [0, 1, 2].map(|player: usize| 10_f64.powf(STRENGTHS[player] / 400.0));
        let mut left = choose::unit(rng) * odds.iter().sum::<f64>();
        let winner = odds.iter().position(|odds| {
            left -= odds;
            left < 0.0
        });
        let payoffs: Vec<f64> =
            (0..3).map(|seat| if Some(seat) == winner { 2.0 } else { -1.0 }).collect();
        let players = names(&[0, 1, 2]);
        ratings.add_deal([RatedGame { players: &players, payoffs: &payoffs, in_parties: false }]);
    }
    let ratings = ratings.finish();
    let order: Vec<&str> = ratings.iter().map(|rating| rating.spec.as_str()).collect();
    assert_eq!(order, ["a", "b", "c"]);
    assert!(ratings.windows(2).all(|pair| pair[0].trueskill_mu > pair[1].trueskill_mu));
}

/// How often the interval of each player holds its true rating, in matches of 100 deals.
#[test]
fn the_error_bars_hold_the_truth_95_times_in_100() {
    let runs = kontra_game::testkit::size(200, 2000);
    let mut covered = 0;
    for run in 0..runs {
        for rating in duels(400, 1000 + run) {
            let strength = STRENGTHS["abcd".find(&rating.spec).unwrap()];
            covered += u64::from((rating.elo - strength).abs() <= rating.elo_ci95.unwrap());
        }
    }
    let share = covered as f64 / (4 * runs) as f64;
    assert!((0.92..0.98).contains(&share), "{share}");
}

/// Six games on a deal that all end alike are worth one game, and the error says so.
#[test]
fn games_on_the_same_deal_are_not_counted_as_independent() {
    let rate = |copies: usize| {
        let mut ratings = Ratings::default();
        for deal in 0..500 {
            let rng = &mut Streams::new(6).test(deal);
            let sign = if wins(200.0, rng) { 1.0 } else { -1.0 };
            let (players, payoffs) = (names(&[0, 2]), [sign, -sign]);
            let game = RatedGame { players: &players, payoffs: &payoffs, in_parties: false };
            ratings.add_deal(vec![game; copies]);
        }
        ratings.finish()
    };
    let (one, six) = (rate(1), rate(6));
    let ratio = six[0].elo_ci95.unwrap() / one[0].elo_ci95.unwrap();
    assert!((0.95..1.05).contains(&ratio), "{one:?} {six:?}");
}

#[test]
fn who_wins_everything_has_a_finite_rating_and_strangers_are_not_compared() {
    let mut ratings = Ratings::default();
    for _ in 0..50 {
        for pair in [[0, 1], [2, 3]] {
            let players = names(&pair);
            ratings.add_deal([RatedGame {
                players: &players,
                payoffs: &[1.0, -1.0],
                in_parties: false,
            }]);
        }
    }
    let ratings = ratings.finish();
    let elo = |spec: &str| of(&ratings, spec).elo;
    assert!((elo("a") - elo("c")).abs() < 1e-6 && (elo("a") + elo("b") - 3000.0).abs() < 1e-6);
    // Half a win among 51 games: 400 log₁₀ 101.
    assert!((elo("a") - elo("b") - 801.7).abs() < 0.1, "{ratings:?}");
}

#[test]
fn one_deal_has_no_interval_and_no_game_no_rating() {
    let mut ratings = Ratings::default();
    let players = names(&[0, 1]);
    ratings.add_deal([RatedGame { players: &players, payoffs: &[1.0, -1.0], in_parties: false }]);
    assert_eq!(ratings.finish()[0].elo_ci95, None);
    assert!(Ratings::default().finish().is_empty());
}

/// Three or four at a table, with losers that are equal; the players are named in the order of `names`.
fn named_in_order(names: &[&str], seats: usize) -> Vec<Rating> {
    let mut ratings = Ratings::default();
    for deal in 0..200 {
        let rng = &mut Streams::new(6).test(deal);
        let winner = choose::below(rng, 3) as usize;
        let (best, draw) = (["a", "b", "c"][winner], choose::below(rng, 10) == 0);
        // Everybody sits everywhere, beginning with who was named first.
        let games: Vec<(Vec<String>, Vec<f64>)> = (0..names.len())
            .map(|turn| {
                let players: Vec<String> =
                    (0..seats).map(|seat| names[(turn + seat) % names.len()].to_owned()).collect();
                let wins = |player: &String| player == best && !draw;
                let payoffs = players.iter().map(|player| if wins(player) { 2.0 } else { -1.0 });
                let payoffs = payoffs.collect();
                (players, payoffs)
            })
            .collect();
        ratings.add_deal(games.iter().map(|(players, payoffs)| RatedGame {
            players,
            payoffs,
            in_parties: false,
        }));
    }
    ratings.finish()
}

#[test]
fn it_does_not_matter_who_was_named_first() {
    for (seats, names) in [(3, vec!["a", "b", "c"]), (4, vec!["a", "b", "c", "d"])] {
        let expected = named_in_order(&names, seats);
        let mut other = names.clone();
        for _ in 1..names.len() {
            other.rotate_left(1);
            assert_eq!(named_in_order(&other, seats), expected, "{other:?}");
        }
    }
}

#[test]
fn losers_that_are_equal_get_the_same_rating() {
    let mut ratings = Ratings::default();
    let players = names(&[0, 1, 2]);
    ratings.add_deal([RatedGame {
        players: &players,
        payoffs: &[2.0, -1.0, -1.0],
        in_parties: false,
    }]);
    let ratings = ratings.finish();
    let (b, c) = (of(&ratings, "b"), of(&ratings, "c"));
    assert!((b.trueskill_mu - c.trueskill_mu).abs() < 1e-12, "{ratings:?}");
    assert!((b.trueskill_sigma - c.trueskill_sigma).abs() < 1e-12, "{ratings:?}");
}
