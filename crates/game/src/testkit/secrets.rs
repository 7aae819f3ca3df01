use super::walk::{Walk, explore};
use crate::{Actions, Determinize, Rewind, Seat, Shown, View, show_turn};

/// What is shown to a seat is the same, byte by byte, in every world it cannot tell from the true one; returns
/// how many worlds were compared.
///
/// At every position of `games` random games every seat, not only the one to move, imagines `samples` worlds.
/// What it is shown must also begin with its seat and the turn, keep to the same rules throughout the game, and
/// name the legal moves as records do.
///
/// # Panics
/// When something hidden shows, or when the promises of [`Shown`] are broken.
pub fn shows_no_secrets<G>(rules: &G::Rules, games: u64, samples: u64, seed: u64) -> u64
where
    G: Shown,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut checked = 0;
            let seats = walk.game.seats();
            let agreed = G::show_rules(&walk.game.view(Seat::wrapping(0, seats)));
            loop {
                for seat in Seat::all(seats) {
                    let view = walk.game.view(seat);
                    assert!(G::show_rules(&view) == agreed, "the rules are shown differently");
                    check_form(&walk.game, &view);
                    let shown = all_shown::<G>(&view);
                    for _ in 0..samples {
                        let world = view.determinize(&mut walk.rng).view(seat);
                        let other = all_shown::<G>(&world);
                        assert!(
                            other == shown,
                            "a secret is shown to seat {seat}\n  {shown}\n  {other}"
                        );
                    }
                    checked += samples;
                }
                check_open_fields(&walk.game);
                if !walk.step() {
                    return checked;
                }
            }
        })
    };
    (0..games).map(check).sum()
}

/// What a watcher may see is the same for every seat.
fn check_open_fields<G: Shown>(game: &G) {
    let mut shown = Seat::all(game.seats()).map(|seat| G::show(&game.view(seat)));
    let first = shown.next().unwrap_or_default();
    for other in shown {
        for &field in G::OPEN_FIELDS {
            assert!(first[field] == other[field], "{field} is not open: {first} {other}");
        }
    }
}

fn all_shown<G: Shown>(view: &G::View) -> String {
    format!("{} {} {:?}", G::show(view), G::show_rules(view), G::show_moves(view))
}

fn check_form<G: Shown>(game: &G, view: &G::View) {
    let shown = G::show(view);
    assert!(shown["seat"] == view.seat().index(), "the seat is not shown: {shown}");
    assert!(shown["turn"] == show_turn(game.turn()), "the turn is not shown: {shown}");
    let mut actions = Actions::new();
    view.actions(&mut actions);
    let texts: Vec<String> = actions.iter().map(|&action| game.action_text(action)).collect();
    let moves = G::show_moves(view);
    assert!(moves == texts, "moves are shown as {moves:?}, records have {texts:?}");
}

/// What a seat is shown of the decisions of a game is the same in the past of every world it imagines; returns
/// how many pasts were compared.
///
/// # Panics
/// When a past shows something else.
pub fn past_shows_no_secrets<G>(rules: &G::Rules, games: u64, samples: u64, seed: u64) -> u64
where
    G: Shown + Rewind,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            while walk.step() {}
            for seat in Seat::all(walk.game.seats()) {
                let seen = events::<G>(&walk.start, &walk.history, seat);
                for _ in 0..samples {
                    let world = walk.game.view(seat).determinize(&mut walk.rng);
                    let past = G::rewind(&walk.start, &walk.history, &world, seat);
                    let other = events::<G>(&past.start, &past.history, seat);
                    assert!(other == seen, "a secret of the past is shown: {seen:?} {other:?}");
                }
            }
            walk.game.seats() as u64 * samples
        })
    };
    (0..games).map(check).sum()
}

fn events<G: Shown>(start: &G::Start, history: &[G::Action], seat: Seat) -> Vec<String> {
    let mut game = G::begin(start);
    let mut event = |&action: &G::Action| {
        let text = game.show_event(action, seat);
        game.play(action);
        text
    };
    history.iter().map(&mut event).collect()
}
