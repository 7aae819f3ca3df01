//! Moves that are illegal, out of turn, missing, doubled or too many.

use super::damage::Damage;
use super::oracle::{first_problem, start_of, texts};
use super::samples;
use serde_json::{Value, json};

const WORDS: [&str; 16] = [
    "no",
    "yes",
    "re",
    "kontra",
    "no90",
    "no60",
    "no30",
    "black",
    "aces-solo",
    "jacks-solo",
    "C9",
    "SA",
    "HT",
    "DA",
    "CJ",
    "CQ",
];

fn with_moves(record: &Value, moves: Vec<String>) -> Value {
    let mut record = record.clone();
    record["moves"] = json!(moves);
    record
}

/// The record with its moves changed; nothing where it is still in order, as when two equal moves are swapped.
fn changed(what: String, record: &Value, change: impl FnOnce(&mut Vec<String>)) -> Option<Damage> {
    let mut moves = texts(record);
    change(&mut moves);
    let record = with_moves(record, moves);
    first_problem(&record).map(|place| Damage::value(what, place, &record))
}

/// Each move replaced by a word that is not legal there, and by one that no game knows.
fn illegal(record: &Value) -> Vec<Damage> {
    let mut list = vec![];
    let mut slow = start_of(record);
    for (ply, text) in texts(record).into_iter().enumerate() {
        let (seat, answer) = text.split_once(' ').expect("seat and answer");
        let illegal =
            WORDS.iter().cycle().skip(ply).find(|word| !slow.legal().contains(&word.to_string()));
        let illegal = illegal.copied().expect("not everything is legal");
        let unknown = ["XX", "cq", "", "no ", "10", "normal", "marriage", "CQ CQ", "♣Q"][ply % 9];
        for word in [illegal, unknown] {
            let mut moves = texts(record);
            moves[ply] = format!("{seat} {word}");
            let what = format!("move {ply} is {word:?} and not {answer}");
            list.push(Damage::value(what, format!("moves[{ply}]"), &with_moves(record, moves)));
        }
        slow.play(answer);
    }
    list
}

/// Each move made by another seat, or by chance.
fn out_of_turn(record: &Value) -> Vec<Damage> {
    let replace = |(ply, text): (usize, String)| {
        let (seat, answer) = text.split_once(' ').expect("seat and answer");
        let seat: usize = seat.parse().expect("a number");
        let other = ["*", "0", "1", "2", "3"][[0, 1 + (seat + 1) % 4, 1 + (seat + 3) % 4][ply % 3]];
        let mut moves = texts(record);
        moves[ply] = format!("{other} {answer}");
        let what = format!("move {ply} is made by {other} and not by {seat}");
        Damage::value(what, format!("moves[{ply}]"), &with_moves(record, moves))
    };
    texts(record).into_iter().enumerate().map(replace).collect()
}

/// Moves left out, doubled, or swapped with the next one.
fn out_of_order(record: &Value) -> Vec<Damage> {
    let plies = texts(record).len();
    let dropped = |ply| {
        changed(format!("move {ply} is missing"), record, |moves| {
            moves.remove(ply);
        })
    };
    let doubled = |ply| {
        changed(format!("move {ply} is there twice"), record, |moves| {
            moves.insert(ply, moves[ply].clone());
        })
    };
    let swapped = |ply| {
        changed(format!("moves {ply} and {} are swapped", ply + 1), record, |moves| {
            moves.swap(ply, ply + 1);
        })
    };
    let mut list: Vec<Damage> = (0..plies).filter_map(dropped).collect();
    list.extend((0..plies).filter_map(doubled));
    list.extend((0..plies - 1).filter_map(swapped));
    list
}

/// Moves after the end, and an end before the last move.
fn of_the_wrong_number(record: &Value) -> Vec<Damage> {
    let plies = texts(record).len();
    let added = ["0 C9", "1 no", "2 yes", "3 HT", "* C9"].map(|text| {
        let mut moves = texts(record);
        moves.push(text.to_owned());
        let place = format!("moves[{plies}]");
        Damage::value(format!("{text} after the end"), place, &with_moves(record, moves))
    });
    let cut = [0, 1, 5, plies / 2, plies - 1].map(|left| {
        let moves = texts(record)[..left].to_vec();
        Damage::value(format!("only {left} moves"), "result", &with_moves(record, moves))
    });
    added.into_iter().chain(cut).collect()
}

/// Texts that are no moves.
fn misspelt(record: &Value) -> Vec<Damage> {
    let texts_of_no_move = [
        "", " ", "0", "no", "CQ", "4 no", "-1 no", "0no", "00 no", "a no", "0,no", "0\tno",
        " 0 no", "** no", "é no", "٣ no",
    ];
    let replace = |(i, text): (usize, &str)| {
        let ply = 3 * i;
        let mut moves = texts(record);
        moves[ply] = text.to_owned();
        Damage::value(
            format!("move {ply} is {text:?}"),
            format!("moves[{ply}]"),
            &with_moves(record, moves),
        )
    };
    texts_of_no_move.into_iter().enumerate().map(replace).collect()
}

/// Cards that were dealt differently from how they are played.
fn of_another_deal(record: &Value) -> Vec<Damage> {
    let swaps = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let swap = |(a, b)| {
        let mut record = record.clone();
        record["start"]["hands"].as_array_mut().expect("a list").swap(a, b);
        first_problem(&record)
            .map(|place| Damage::value(format!("hands {a} and {b} swapped"), place, &record))
    };
    swaps.into_iter().filter_map(swap).collect()
}

pub(crate) fn all() -> Vec<Damage> {
    let mut all = vec![];
    for record in [samples::normal(), samples::solo(), samples::marriage()] {
        assert_eq!(first_problem(&record), None);
        all.extend(illegal(&record));
        all.extend(out_of_turn(&record));
        all.extend(out_of_order(&record));
        all.extend(of_the_wrong_number(&record));
        all.extend(misspelt(&record));
        all.extend(of_another_deal(&record));
    }
    all
}

#[test]
fn wrong_moves_are_rejected_by_number() {
    all().iter().for_each(Damage::is_rejected);
}
