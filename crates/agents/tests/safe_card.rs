//! The safe-card heuristic, by hand-made tricks and against every way a trick can continue.

use crate::common::{random_position, size};
use kontra_agents::doppelkopf::{play_safely, safe_card};
use kontra_doppelkopf::{Card, Cards, Deal, Doppelkopf, GameType, Move, Question, Rules, Start};
use kontra_game::{Game, Notation, Seat, Streams, choose};

fn cards(names: &str) -> Cards {
    names.split_whitespace().map(|name| Card::parse(name).unwrap()).collect()
}

/// A normal game in which seats 0 and 2 are re, and `leader` leads; the cards that were played follow.
fn trick(leader: usize, played: &str) -> Doppelkopf {
    let mut hands = [
        cards("C9 CA SK SA H9 DK DJ DJ SJ HQ CQ HT"),
        cards("C9 CA S9 SK HK DT DA HJ SJ DQ SQ HT"),
        cards("CK CT S9 ST HK HA D9 DT DA HJ CJ CQ"),
        Cards::NONE,
    ];
    hands[3] = hands[..3].iter().fold(Cards::DECK, |rest, &hand| rest.minus(hand));
    let deal = Deal::new(hands).unwrap();
    let dealer = Seat::wrapping(leader + 3, 4);
    let mut game = Doppelkopf::new(&Start { dealer, ..Start::single(Rules::default(), deal) });
    let mut played = played.split_whitespace();
    loop {
        let action = match game.public().question().unwrap() {
            Question::Card => match played.next() {
                Some(name) => Move::Card(Card::parse(name).unwrap()),
                None => return game,
            },
            _ => Move::No,
        };
        game.play(action);
    }
}

/// The safe card among some of those that may be played.
fn check(leader: usize, played: &str, among: &str, expected: &str) {
    let game = trick(leader, played);
    let seat = game.public().asked().unwrap();
    let legal = game.public().playable(game.hand(seat));
    assert_eq!(legal.intersection(cards(among)), cards(among), "cards that may be played");
    let found = safe_card(&game, cards(among)).map_or_else(|| "none".to_owned(), |c| c.to_string());
    assert_eq!(found, expected, "led by {leader}: {played}");
}

#[test]
fn a_partners_safe_trick_is_given_the_most_valuable_plain_card() {
    check(0, "CA C9", "CK CT", "CT");
}

#[test]
fn a_partners_safe_trick_is_given_a_low_trump_before_the_ten_of_hearts() {
    check(0, "HT DQ", "D9 DT DA HJ CJ CQ", "DA");
    check(0, "HT DQ", "D9 HJ CJ CQ", "D9");
}

#[test]
fn a_partners_trick_is_not_safe_while_an_opponent_can_beat_it() {
    // Seat 3 has the ace of spades.
    check(0, "SK S9", "S9 ST", "none");
}

#[test]
fn a_plain_ace_that_nobody_can_beat_or_trump_is_played() {
    check(0, "", "C9 CA SK SA H9 DK DJ HT", "CA");
    check(0, "", "C9 SK SA H9 DK DJ HT", "SA");
}

#[test]
fn a_plain_card_is_led_where_the_partner_wins_before_an_opponents_equal_card() {
    // Seats 3 and 0 have an ace of spades each; after seat 1, seat 3 plays first.
    check(1, "", "S9 SK", "SK");
}

#[test]
fn a_plain_card_is_not_led_where_an_opponents_equal_card_comes_first() {
    // After seat 2 it is the opponent's ace of seat 3 that comes first.
    check(2, "", "S9 ST", "none");
}

#[test]
fn a_trump_that_wins_for_sure_comes_after_all_plain_cards() {
    check(0, "", "C9 SK DK DJ HQ CQ HT", "HT");
    check(0, "", "CA DK DJ HQ CQ HT", "CA");
}

#[test]
fn the_lowest_trump_that_is_sure_to_win_is_enough() {
    // Seat 2 plays last: a valuable low trump wins a plain trick as surely as a queen.
    check(3, "H9 H9 HK", "HA HK", "HA");
    check(3, "HQ DK DQ", "D9 DT DA HJ CJ CQ", "CQ");
}

#[test]
fn a_valuable_low_trump_is_led_to_the_partners_ten_of_hearts() {
    // After seat 2: seat 3 without, then the partner's ♥10, then an opponent's, too late.
    check(2, "", "DT DA HJ CJ", "DA");
    check(2, "", "HJ CJ", "HJ");
}

#[test]
fn without_a_safe_card_there_is_no_opinion() {
    // After seat 3 the opponent's ♥10 comes before the partner's.
    check(3, "", "D9 DK", "none");
}

#[test]
fn only_cards_can_be_safe() {
    let start = Start::single(Rules::default(), Deal::random(&mut Streams::new(1).deal(0)));
    assert_eq!(safe_card(&Doppelkopf::new(&start), Cards::NONE), None);
}

/// Who wins the trick for sure, by every way it can continue: the asked player's side wants it won by one of `wanted`.
fn is_won(game: &Doppelkopf, tricks: usize, wanted: &[Seat], helpers: &[Seat]) -> bool {
    let mut game = *game;
    while game.public().question() == Some(Question::Announcement) {
        game.play(Move::No);
    }
    if game.public().tricks() > tricks || game.public().question().is_none() {
        return wanted.contains(&game.public().leader());
    }
    let helps = game.public().asked().is_some_and(|seat| helpers.contains(&seat));
    let mut ways = game.choices().into_iter().map(|action| {
        let mut next = game;
        next.play(action);
        is_won(&next, tricks, wanted, helpers)
    });
    if helps { ways.any(|won| won) } else { ways.all(|won| won) }
}

/// Whether an opponent who is still to play has a card above the best one on the table.
fn can_be_beaten(game: &Doppelkopf, best: Card, partners: &[Seat]) -> bool {
    let suits = game.public().kind().unwrap().suits();
    let led = game.public().trick().next().unwrap().1;
    let beats = |card: Card| {
        (suits.is_trump(card) || suits.followers(led).contains(card))
            && suits.place(card) > suits.place(best)
    };
    (1..4)
        .map(|steps| game.public().asked().unwrap().after(steps, 4))
        .take_while(|&seat| seat != game.public().leader())
        .filter(|seat| !partners.contains(seat))
        .any(|seat| game.public().playable(game.hand(seat)).kinds().any(beats))
}

/// The heuristic as the thesis says it, every 'can' and 'nobody can' tried out.
fn reference(game: &Doppelkopf, legal: &[Card]) -> Option<Card> {
    let seat = game.public().asked().unwrap();
    let team = game.team(seat);
    let partners: Vec<Seat> =
        Seat::all(4).filter(|&s| s != seat && team.is_some() && game.team(s) == team).collect();
    let tricks = game.public().tricks();
    let suits = game.public().kind().unwrap().suits();
    let after = |card: Card| {
        let mut next = *game;
        next.play(Move::Card(card));
        next
    };
    let behind: Vec<Seat> = {
        let played: Vec<Seat> = game.public().trick().map(|(seat, _)| seat).collect();
        partners.iter().copied().filter(|seat| !played.contains(seat)).collect()
    };
    let is_heart_ten = |card: Card| card.to_string() == "HT" && suits.is_trump(card);
    let is_picture = |card: Card| ['Q', 'J'].contains(&card.rank().letter());
    let order = |card: &Card| {
        let low = !suits.is_trump(*card) || !is_picture(*card) && !is_heart_ten(*card);
        (!low, if low { -i32::from(card.points()) } else { 0 }, suits.place(*card))
    };
    let mut plain: Vec<Card> = legal.iter().copied().filter(|&c| !suits.is_trump(c)).collect();
    let mut trumps: Vec<Card> = legal.iter().copied().filter(|&c| suits.is_trump(c)).collect();
    plain.sort_by_key(order);
    trumps.sort_by_key(order);
    if game.public().best().is_some_and(|(holder, best)| {
        partners.contains(&holder) && !can_be_beaten(game, best, &partners)
    }) {
        let all: Vec<Card> = plain.iter().chain(&trumps).copied().collect();
        return all.iter().find(|card| card.points() >= 10).or(all.first()).copied();
    }
    let own = |card: &&Card| is_won(&after(**card), tricks, &[seat], &[]);
    let partners_card =
        |card: &&Card| !behind.is_empty() && is_won(&after(**card), tricks, &behind, &behind);
    let found = plain.iter().find(own).or_else(|| plain.iter().find(partners_card));
    found.or_else(|| trumps.iter().find(own).or_else(|| trumps.iter().find(partners_card))).copied()
}

#[test]
fn the_heuristic_finds_what_trying_every_card_finds() {
    for number in 0..size(20_000) {
        let rng = &mut Streams::new(9).test(number);
        let kind = GameType::ALL[choose::below(rng, 9) as usize];
        let (left, on_table) = (1 + choose::below(rng, 6) as usize, choose::below(rng, 4) as usize);
        let game = random_position(kind, left, on_table, 0, rng);
        let seat = game.public().asked().unwrap();
        let legal: Cards = game.public().playable(game.hand(seat));
        let expected = reference(&game, &legal.kinds().collect::<Vec<_>>());
        assert_eq!(safe_card(&game, legal), expected, "{kind}, game {number}: {game:?}");
    }
}

#[test]
fn safe_playouts_come_to_an_end() {
    for number in 0..500 {
        let rng = &mut Streams::new(10).test(number);
        let kind = GameType::ALL[choose::below(rng, 9) as usize];
        let mut game = random_position(kind, 12, 0, 0, rng);
        play_safely(&mut game, rng);
        assert_eq!(game.public().question(), None);
    }
}
