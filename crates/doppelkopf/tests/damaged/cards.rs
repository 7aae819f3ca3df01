//! Hands that are no deal.

use super::damage::Damage;
use super::samples;
use serde_json::{Value, json};

fn hands() -> [Vec<String>; 4] {
    let record = samples::normal();
    let hand =
        |i: usize| record["start"]["hands"][i].as_str().expect("a hand is a text").to_owned();
    [0, 1, 2, 3].map(|i| hand(i).split(' ').map(str::to_owned).collect())
}

fn record_with(hand: usize, text: &str) -> Value {
    let mut record = samples::normal();
    record["start"]["hands"][hand] = json!(text);
    record
}

fn damage(what: String, hand: usize, text: &str) -> Damage {
    Damage::value(what, format!("start.hands[{hand}]"), &record_with(hand, text))
}

fn wrong_names() -> Vec<Damage> {
    let names = [
        "C8", "C7", "CB", "XX", "KC", "QC", "C10", "H10", "C", "Q", "", "CQQ", "CQ,", "♣Q", "cq",
        "Cq", "cQ", "-CQ", "CQ\t", "joker",
    ];
    let mut list = vec![];
    for (i, name) in names.into_iter().enumerate() {
        let hand = i % 4;
        let mut cards = hands()[hand].clone();
        cards[(5 * i) % 12] = name.to_owned();
        list.push(damage(format!("hand {hand} has {name:?}"), hand, &cards.join(" ")));
    }
    list
}

fn wrong_spelling() -> Vec<Damage> {
    let mut list = vec![];
    for (hand, cards) in hands().into_iter().enumerate() {
        let text = cards.join(" ");
        let spellings = [
            text.to_lowercase(),
            cards.join("  "),
            cards.join(", "),
            cards.join("\t"),
            cards.join("\n"),
            cards.concat(),
            format!("{text} "),
            format!(" {text}"),
            String::new(),
            "x".repeat(100_000),
        ];
        for spelling in spellings {
            let shown: String = spelling.chars().take(30).collect();
            list.push(damage(format!("hand {hand} is {shown:?}"), hand, &spelling));
        }
    }
    list
}

fn wrong_numbers() -> Vec<Damage> {
    let mut list = vec![];
    for (hand, cards) in hands().into_iter().enumerate() {
        list.push(damage(format!("hand {hand} has 11 cards"), hand, &cards[1..].join(" ")));
        list.push(damage(format!("hand {hand} has 1 card"), hand, &cards[0]));
    }
    // A hand of 13 at the expense of the next hand: the whole deck is there, dealt unevenly.
    for hand in 0..3 {
        let [cards, next] = [&hands()[hand], &hands()[hand + 1]];
        let mut record = record_with(hand, &format!("{} {}", cards.join(" "), next[0]));
        record["start"]["hands"][hand + 1] = json!(next[1..].join(" "));
        let place = format!("start.hands[{hand}]");
        list.push(Damage::value(format!("hand {hand} has 13 cards"), place, &record));
    }
    list
}

/// One card too often, and therefore another one too rarely.
fn third_cards() -> Vec<Damage> {
    let mut list = vec![];
    for hand in 0..4 {
        for slot in [0, 5, 11] {
            for name in ["CQ", "HT", "D9"] {
                let mut all = hands();
                if all[hand][slot] == name {
                    continue;
                }
                all[hand][slot] = name.to_owned();
                let holds = |i: &usize| all[*i].iter().filter(|card| *card == name).count();
                let before = |i: usize| (0..=i).map(|i| holds(&i)).sum::<usize>();
                let third = (0..4).find(|&i| before(i) == 3).expect("it is there three times");
                let record = record_with(hand, &all[hand].join(" "));
                let place = format!("start.hands[{third}]");
                list.push(Damage::value(format!("a third {name} in hand {hand}"), place, &record));
            }
        }
    }
    list
}

pub(crate) fn all() -> Vec<Damage> {
    [wrong_names(), wrong_spelling(), wrong_numbers(), third_cards()]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn hands_that_are_no_deal_are_rejected_by_number() {
    all().iter().for_each(Damage::is_rejected);
}
