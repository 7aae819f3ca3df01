//! Whether it helps an agent to play the end of a game otherwise: both play the same ends.
//!
//!     cargo run --release -p kontra-arena --example exact_ends -- doppelkopf 4 1000 \
//!         'so-ismcts(iterations=1000)' 'so-ismcts(iterations=1000, endgame=4)'
//!
//! The first agent plays a game on all seats until this many tricks, stones or tiles are left. From there the rest is played
//! once in every arrangement of both agents over the seats. Matches of whole games say the same, but most of what
//! happens in them has nothing to do with the end.

use kontra_agents::games::{Doppelkopf, Just4Fun, OnTop};
use kontra_agents::{AgentSpec, GameId, Player, Recipe, Solvable};
use kontra_arena::{Clusters, Seating, in_order};
use kontra_game::{BadInput, Log, SearchRng, Seat, Streams, Turn};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

fn main() -> Result<(), BadInput> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, left, positions, before, after] = args.as_slice() else {
        return Err(BadInput::expected(
            "arguments",
            "a game, two numbers and two agents",
            "others",
        ));
    };
    let number = |text: &str| {
        text.parse::<u64>().map_err(|_| BadInput::expected("arguments", "a number", text))
    };
    let (left, positions) = (number(left)? as u32, number(positions)?);
    match game.parse()? {
        GameId::Doppelkopf => compare::<Doppelkopf>(left, positions, [before, after]),
        GameId::Just4Fun => compare::<Just4Fun>(left, positions, [before, after]),
        GameId::OnTop => compare::<OnTop>(left, positions, [before, after]),
        id => Err(BadInput::expected("game", "one with a solver", id)),
    }
}

fn compare<G: Solvable>(left: u32, positions: u64, specs: [&str; 2]) -> Result<(), BadInput> {
    let mut recipes = vec![];
    for spec in specs {
        recipes.push(Recipe::<G>::new(&spec.parse::<AgentSpec>()?)?);
    }
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let (mut gain, mut same) = (Clusters::default(), 0);
    let job = |number| ends(left, number, &recipes);
    in_order(cores, 100 * positions, job, |_, difference| {
        if let Some(difference) = difference? {
            gain.add(difference);
            same += u64::from(difference == 0.0);
        }
        let enough = gain.count() == positions;
        Ok::<_, BadInput>(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let half = gain.half_width().unwrap_or(f64::NAN);
    println!("{}: ends with {left} {} left", G::NAME, G::UNIT);
    println!("{} against {}", specs[1], specs[0]);
    let (mean, count) = (gain.mean(), gain.count());
    println!(
        "{mean:+.4} ± {half:.4} for each seat, {count} positions, {same} with the same results"
    );
    Ok(())
}

/// What each seat of the second agent gets on average from the end of one game; `None` where the game was over before.
fn ends<G: Solvable>(
    left: u32,
    number: u64,
    recipes: &[Recipe<G>],
) -> Result<Option<f64>, BadInput> {
    let streams = Streams::new(1);
    let mut game = G::begin(&G::deal(&Default::default(), &mut streams.deal(number)));
    let seats = game.seats();
    let (mut chance, mut log) = (streams.test(number), Log::new());
    let players = |arrangement: &[usize], round: u64| -> Vec<Player<G>> {
        let fresh = |(seat, &agent): (Seat, &usize)| {
            recipes[agent].player(streams.agent(number, round, seat))
        };
        Seat::all(seats).zip(arrangement).map(fresh).collect()
    };
    let is_end = |game: &G| game.left().is_ok_and(|there| there <= left);
    play((&mut game, &mut log), &mut players(&vec![0; seats], 0), &mut chance, is_end);
    if game.turn() == Turn::Over {
        return Ok(None);
    }
    let arrangements = Seating::All.arrangements(2, seats)?;
    let mut sum = 0.0;
    for (round, arrangement) in (1..).zip(&arrangements) {
        let (mut end, mut log) = (game.clone(), log.clone());
        let mut players = players(arrangement, round);
        play((&mut end, &mut log), &mut players, &mut chance.clone(), |_| false);
        let payoffs = end.payoffs();
        let second = Seat::all(seats).filter(|seat| arrangement[seat.index()] == 1);
        sum += second.map(|seat| payoffs[seat]).sum::<f64>() / (seats / 2) as f64;
    }
    Ok(Some(sum / arrangements.len() as f64))
}

/// Plays on until it is enough, or over.
fn play<G: Solvable>(
    (game, log): (&mut G, &mut Log<G>),
    players: &mut [Player<G>],
    chance: &mut SearchRng,
    enough: impl Fn(&G) -> bool,
) {
    while !enough(game) {
        let action = match game.turn() {
            Turn::Over => return,
            Turn::Chance => game.random_action(chance),
            Turn::Seat(seat) => players[seat.index()].decide(game, seat, log).ok(),
        };
        let Some(action) = action else { return };
        log.push(game, action);
        game.play(action);
    }
}
