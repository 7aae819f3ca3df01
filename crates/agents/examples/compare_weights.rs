//! How far two files of the same Doppelkopf network are apart, such as one in 16 and one in 8 bits:
//! `cargo run --release -p kontra-agents --example compare_weights -- ONE OTHER [GAMES]`.
//!
//! Positions come from games in which the first network answers every question. Those with one legal answer do not count.

use kontra_agents::doppelkopf::features::{
    ANSWERS, POINTS_PER_UNIT, WORDS, Watch, answer_to_move, encode, legal,
};
use kontra_agents::doppelkopf::network::Model;
use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start};
use kontra_game::{Game, Streams, Turn};
use kontra_nets::BatchEvaluator;
use std::error::Error;

/// What the positions add up to.
#[derive(Default)]
struct Sums {
    positions: usize,
    answers: usize,
    differences: f64,
    largest: f32,
    others: usize,
    lost: f32,
    flags: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(one), Some(other)) = (arguments.next(), arguments.next()) else {
        return Err("expected two files".into());
    };
    let games = arguments.next().map_or(Ok(100), |number| number.parse())?;
    let models = [Model::read(&std::fs::read(one)?)?, Model::read(&std::fs::read(other)?)?];
    let mut evaluators = models.each_ref().map(|model| model.network().evaluator());
    let mut sums = Sums::default();
    for number in 0..games {
        play(number, &mut evaluators, &mut sums);
    }
    let positions = sums.positions.max(1);
    println!(
        "{games} games, {} positions, {} legal answers, in score points:",
        sums.positions, sums.answers
    );
    println!("difference of a value: mean {:.4}", sums.differences / sums.answers.max(1) as f64);
    println!("difference of a value: largest {:.4}", sums.largest);
    println!("difference of a flag's probability: largest {:.4}", sums.flags);
    println!(
        "another best answer: {} positions ({:.2} %), worse by {:.4} at most",
        sums.others,
        100.0 * sums.others as f64 / positions as f64,
        sums.lost
    );
    Ok(())
}

fn play(number: u64, evaluators: &mut [BatchEvaluator; 2], sums: &mut Sums) {
    let deal = Deal::random(&mut Streams::new(1).deal(number));
    let mut game = Doppelkopf::new(&Start::single(Rules::default(), deal));
    let mut watch = Watch::new();
    while let Turn::Seat(seat) = game.turn() {
        let view = game.view(seat);
        let legal = legal(&view);
        let mut answer = legal.trailing_zeros() as u8;
        if legal.count_ones() > 1 {
            let mut bits = [0; WORDS];
            encode(&view, &watch, &mut bits);
            answer = compare(&bits, legal, evaluators, sums);
        }
        let Some(action) = answer_to_move(&view, answer) else { return };
        watch.see(seat, action);
        game.play(action);
    }
}

/// Compares both networks in one position. The first one's best answer.
fn compare(bits: &[u64], legal: u64, evaluators: &mut [BatchEvaluator; 2], sums: &mut Sums) -> u8 {
    let [a, b] = evaluators.each_mut().map(|evaluator| {
        evaluator.evaluate_bits(bits, 1);
        let values = evaluator.output("values").unwrap_or(&[0.0; ANSWERS + 1]);
        let value = |answer| POINTS_PER_UNIT * (values[answer] + values[ANSWERS]);
        let values: [f32; ANSWERS] = std::array::from_fn(value);
        (values, evaluator.output("flags").unwrap_or_default().to_vec())
    });
    let answers = || (0..ANSWERS).filter(|answer| legal >> answer & 1 == 1);
    let best = |values: &[f32]| {
        answers().max_by(|x, y| values[*x].total_cmp(&values[*y])).unwrap_or_default()
    };
    sums.positions += 1;
    for answer in answers() {
        let difference = (a.0[answer] - b.0[answer]).abs();
        sums.answers += 1;
        sums.differences += f64::from(difference);
        sums.largest = sums.largest.max(difference);
    }
    let (first, second) = (best(&a.0), best(&b.0));
    if first != second {
        sums.others += 1;
        sums.lost = sums.lost.max(a.0[first] - a.0[second]);
    }
    let probability = |x: &f32| 1.0 / (1.0 + (-x).exp());
    let flags = a.1.iter().zip(&b.1).map(|(x, y)| (probability(x) - probability(y)).abs());
    sums.flags = flags.fold(sums.flags, f32::max);
    first as u8
}
