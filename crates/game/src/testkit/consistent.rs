use super::sight::Sight;
use super::walk::{Walk, explore};
use crate::{Actions, Determinize, Game, Notation, Past, Rewind, Seat, Turn, View, WorldSampler};

/// How far back an imagined world is compared with what its seat has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Its present must look right.
    Present,
    /// Its past must also be a legal game that leads to it: one replay for each sample.
    LegalPast,
    /// At every earlier ply the seat must also have seen exactly what it saw: one more view for each ply.
    EveryView,
}

/// Imagined worlds look right to the seat that imagines them and could have come about; returns how many were
/// checked.
///
/// At every position of `games` random games every seat, not only the one to move, imagines `samples` worlds.
/// In each of them that seat must have an equal view with the same key, turn and legal moves, and, to the
/// given `depth`, the world's past must fit. The world must also be playable to its end. The cost is about
/// plies × plies × seats × samples for each game.
///
/// # Panics
/// When a world does not fit.
pub fn worlds_are_consistent<G>(
    rules: &G::Rules,
    games: u64,
    samples: u64,
    seed: u64,
    depth: Depth,
) -> u64
where
    G: Rewind,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut seen = vec![];
            let mut checked = 0;
            loop {
                seen.push(Sight::of(&walk.game));
                checked += check_position(walk, &seen, samples, depth);
                if !walk.step() {
                    return checked;
                }
            }
        })
    };
    (0..games).map(check).sum()
}

/// Moves that are said to be public are the same in every world.
fn check_moves<G: Game>(game: &G, world: &G) {
    if G::MOVES_ARE_PUBLIC {
        let (mut own, mut other) = (Actions::new(), Actions::new());
        game.actions(&mut own);
        world.actions(&mut other);
        assert!(own == other, "moves are said to be public, and differ: {own:?}, {other:?}");
    }
}

fn check_position<G>(walk: &mut Walk<G>, seen: &[Sight<G>], samples: u64, depth: Depth) -> u64
where
    G: Rewind,
    G::View: Determinize,
{
    let seats = walk.game.seats();
    for seat in Seat::all(seats) {
        let view = walk.game.view(seat);
        for number in 0..samples {
            // Both ways to imagine a world take turns.
            let world = if number % 2 == 0 {
                view.determinize(&mut walk.rng)
            } else {
                view.prepare().draw(&mut walk.rng).world
            };
            check_present(&view, &world);
            check_moves(&walk.game, &world);
            if depth != Depth::Present {
                let past = G::rewind(&walk.start, &walk.history, &world, seat);
                check_past(walk, seen, &past, &world, seat, depth);
            }
            let mut end = world;
            end.playout(&mut walk.rng);
            assert!(end.turn() == Turn::Over, "the world of seat {seat} cannot be played out");
        }
    }
    seats as u64 * samples
}

/// The world's present is what the seat sees.
pub(super) fn check_present<V: View>(view: &V, world: &V::Game)
where
    V::Game: Notation,
{
    let seat = view.seat();
    let imagined = world.view(seat);
    let same = imagined == *view;
    assert!(
        same,
        "the world of seat {seat} looks different\n  true {view:?}\n  world {imagined:?}"
    );
    assert!(imagined.key() == view.key(), "the world of seat {seat} has another key");
    assert!(world.turn() == view.turn(), "it is another's turn in the world of seat {seat}");
    if world.turn() == Turn::Seat(seat) {
        let mut moves = Actions::new();
        view.actions(&mut moves);
        assert!(world.choices() == moves, "seat {seat} has other moves in its world");
    }
}

/// The world's past is a game: legal at every ply, the same to the seat, and ending in the world.
fn check_past<G: Rewind>(
    walk: &Walk<G>,
    seen: &[Sight<G>],
    past: &Past<G>,
    world: &G,
    seat: Seat,
    depth: Depth,
) {
    let (length, expected) = (past.history.len(), walk.history.len());
    assert!(length == expected, "a past of {length} plies is imagined after {expected}");
    let mut game = G::begin(&past.start);
    for (ply, (&action, &true_action)) in past.history.iter().zip(&walk.history).enumerate() {
        let who = format!("in the past that seat {seat} imagines, at ply {ply},");
        if depth == Depth::EveryView {
            let (view, imagined) = (&seen[ply].views[seat.index()], game.view(seat));
            assert!(imagined == *view, "{who} it saw {imagined:?}, it really saw {view:?}");
        }
        let choices = game.choices();
        let possible = choices.contains(&action);
        assert!(possible, "{who} {action:?} was played, possible was {choices:?}");
        let own = game.turn() == Turn::Seat(seat);
        assert!(!own || action == true_action, "{who} it played {action:?}, not {true_action:?}");
        game.play(action);
    }
    let promise = format!("the past that seat {seat} imagines ends in its world");
    Sight::of(world).assert_same(&Sight::of(&game), &promise);
}
