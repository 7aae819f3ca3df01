//! How far the published card assignment algorithm is from uniform: three tables in Markdown.
//!
//! ```text
//! cargo run --release -p kontra-doppelkopf --example sampler_bias
//! ```
//!
//! The first table has exact probabilities, confirmed by samples, of positions whose worlds can be listed. The second
//! compares samples of [`Published`] with samples of [`Worlds`] in positions that have far too many worlds for
//! that. The third does so for many random positions. The book's chapter on card assignment explains them.

mod events;
mod exact;
mod positions;

use events::{EVENTS, Mean, PAIRS, share};
use exact::{Hands, Weighed, distance, weigh};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Published, Worlds};
use kontra_game::testkit::ChiSquare;
use kontra_game::{SearchRng, Streams, choose};
use positions::{
    both_queens_unseen, both_tens_unseen, card_of, find, normal_game, nothing_announced,
    nothing_known, others, owing,
};
use std::collections::HashMap;

/// Samples of each position in the first two tables.
const SAMPLES: u32 = 1_000_000;
/// Random positions for each trick in the third table, and samples of each position.
const POSITIONS: u64 = 2_000;
const SAMPLES_EACH: u32 = 500;
/// The most deals of a position that is listed: in the first table, and in the third, which lists many.
const MOST_DEALS: u64 = 1_000_000;
const MOST_DEALS_OF_MANY: u64 = 20_000;

fn main() {
    exact_table();
    sampled_table();
    table_by_trick();
}

fn exact_table() {
    let silent = |view: &DoppelkopfView| {
        nothing_announced(view) && !nothing_known(view) && !both_queens_unseen(view)
    };
    let owed = |view: &DoppelkopfView| owing(view).is_some() && both_queens_unseen(view);
    let positions = [
        ("trick 8, suits not followed", find(0, card_of(8, 2), |view| silent(view) && few(view))),
        ("trick 8, a ♣Q is owed", find(20, card_of(8, 2), |view| owed(view) && few(view))),
        ("trick 9, both ♣Q unseen", find(0, card_of(9, 2), both_queens_unseen)),
        ("trick 9, nothing known", find(0, card_of(9, 2), nothing_known)),
        ("trick 10, nothing known", find(0, card_of(10, 2), nothing_known)),
        ("trick 11, nothing known", find(0, card_of(11, 2), nothing_known)),
    ];
    println!(
        "| position | deals | worlds | distance | sampled | uniform, sampled | most favoured | most neglected | ratio | p |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (number, (name, view)) in positions.into_iter().enumerate() {
        let worlds = weigh(&view);
        let exact = distance(worlds.iter().map(|world| (world.uniform, world.published)));
        let ratios = || worlds.iter().map(|world| world.published / world.uniform);
        let (favoured, neglected) =
            (ratios().fold(0.0, f64::max), ratios().fold(f64::INFINITY, f64::min));
        let rng = &mut own_numbers(1, number as u64);
        let (uniform, published) = (Worlds::new(&view), Published::new(&view));
        let drawn = count(&view, || published.sample(rng));
        let floor = count(&view, || uniform.sample(rng));
        println!(
            "| {name} | {} | {} | {exact:.3} | {:.3} | {:.3} | {favoured:.2} | {neglected:.2} | {:.1} | {:.2} |",
            grouped(uniform.count()),
            grouped(worlds.len() as u64),
            sampled_distance(&worlds, &drawn),
            sampled_distance(&worlds, &floor),
            favoured / neglected,
            fit(&worlds, &drawn),
        );
    }
    println!();
}

fn few(view: &DoppelkopfView) -> bool {
    Worlds::new(view).count() <= MOST_DEALS
}

/// How often each world was drawn.
fn count(view: &DoppelkopfView, mut draw: impl FnMut() -> Doppelkopf) -> HashMap<Hands, u32> {
    let mut counts = HashMap::new();
    for _ in 0..SAMPLES {
        let world = draw();
        *counts.entry(others(view).map(|seat| world.hand(seat))).or_default() += 1;
    }
    counts
}

fn times(drawn: &HashMap<Hands, u32>, world: &Weighed) -> f64 {
    f64::from(drawn.get(&world.hands).copied().unwrap_or(0))
}

/// The distance from uniform of what was drawn.
fn sampled_distance(worlds: &[Weighed], drawn: &HashMap<Hands, u32>) -> f64 {
    distance(worlds.iter().map(|world| (world.uniform, times(drawn, world) / f64::from(SAMPLES))))
}

/// The p-value of the samples if the exact probabilities of the published algorithm are right.
fn fit(worlds: &[Weighed], drawn: &HashMap<Hands, u32>) -> f64 {
    let bin = |world: &Weighed| (times(drawn, world), world.published * f64::from(SAMPLES));
    ChiSquare::of_fit(&worlds.iter().map(bin).collect::<Vec<_>>()).p()
}

fn sampled_table() {
    let open = |view: &DoppelkopfView| both_queens_unseen(view) && both_tens_unseen(view);
    let silent = |view: &DoppelkopfView| nothing_announced(view) && open(view);
    let owed = |view: &DoppelkopfView| owing(view).is_some() && open(view);
    let positions = [
        ("trick 1, first card", find(0, card_of(1, 0), silent)),
        ("trick 1, third card", find(0, card_of(1, 2), silent)),
        ("trick 1, a ♣Q is owed", find(20, card_of(1, 2), owed)),
        ("trick 4, nothing known", find(0, card_of(4, 2), |v| silent(v) && nothing_known(v))),
        ("trick 4, suits not followed", find(0, card_of(4, 2), |v| silent(v) && !nothing_known(v))),
        ("trick 4, a ♣Q is owed", find(20, card_of(4, 2), owed)),
        ("trick 8, suits not followed", find(0, card_of(8, 2), |v| silent(v) && !nothing_known(v))),
    ];
    print!("| position | deals |");
    EVENTS.iter().for_each(|event| print!(" {}: uniform | published |", event.name));
    println!("\n|---|--:|{}", "--:|".repeat(2 * EVENTS.len()));
    for (number, (name, view)) in positions.into_iter().enumerate() {
        let rng = &mut own_numbers(2, number as u64);
        let (uniform, published) = (Worlds::new(&view), Published::new(&view));
        print!("| {name} | {} |", grouped(uniform.count()));
        for event in &EVENTS {
            if (event.applies)(&view) {
                let of_uniform = share(event, &view, SAMPLES, || uniform.sample(rng));
                let of_published = share(event, &view, SAMPLES, || published.sample(rng));
                print!(" {} | {} |", with_error(of_uniform), with_error(of_published));
            } else {
                print!(" | |");
            }
        }
        println!();
    }
    println!();
}

/// A share of [`SAMPLES`] with its standard error.
fn with_error(share: f64) -> String {
    format!("{share:.4} ± {:.4}", (share * (1.0 - share) / f64::from(SAMPLES)).sqrt())
}

fn table_by_trick() {
    print!("| trick |");
    PAIRS.iter().for_each(|event| print!(" {}: positions | uniform | published |", event.name));
    println!(" listed | distance |");
    println!("|--:|{}--:|--:|", "--:|".repeat(3 * PAIRS.len()));
    for trick in 1..=10 {
        let mut means = [[Mean::default(); 2]; PAIRS.len()];
        let mut distances = Mean::default();
        for number in 0..POSITIONS {
            let rng = &mut own_numbers(3, number);
            let place = choose::below(rng, 4) as usize;
            let Some(view) = normal_game(rng, 5, card_of(trick, place)) else { continue };
            let (uniform, published) = (Worlds::new(&view), Published::new(&view));
            for (event, [of_uniform, of_published]) in PAIRS.iter().zip(&mut means) {
                if (event.applies)(&view) {
                    of_uniform.add(share(event, &view, SAMPLES_EACH, || uniform.sample(rng)));
                    of_published.add(share(event, &view, SAMPLES_EACH, || published.sample(rng)));
                }
            }
            if uniform.count() <= MOST_DEALS_OF_MANY {
                let worlds = weigh(&view);
                distances.add(distance(worlds.iter().map(|w| (w.uniform, w.published))));
            }
        }
        print!("| {trick} |");
        for [of_uniform, of_published] in means {
            print!(" {} | {of_uniform} | {of_published} |", of_uniform.number());
        }
        println!(" {} | {distances} |", distances.number());
    }
}

/// Random numbers for one row of one table, apart from those that made its position.
fn own_numbers(table: u64, number: u64) -> SearchRng {
    Streams::new(positions::SEED + table).test(number)
}

/// A large number with commas, as people read it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
