use crate::game::listed_action;
use crate::{Actions, InfoKey, Record, Recorded, SearchRng, Seat, Streams, Turn, View};
use rand::Rng;

/// A player at the table: a view and the seat's own random numbers in, a move out.
type Player<'a, G> =
    &'a mut dyn FnMut(&<G as crate::Game>::View, &mut SearchRng) -> <G as crate::Game>::Action;

/// Players cannot change the cards by drawing random numbers; returns the number of games compared.
///
/// `play` is whatever plays games for a living: it is given the rules, the streams of a seed, the number of a
/// deal and one player for all seats, and returns the record. It is called twice for each deal, with players
/// that decide alike but draw different amounts of random numbers. Both records must be the same, chance
/// outcomes included. [`play_by_streams`] is the plain way to do it.
///
/// # Panics
/// When the records differ.
pub fn deals_do_not_depend_on_players<G: Recorded>(
    rules: &G::Rules,
    games: u64,
    seed: u64,
    mut play: impl FnMut(&G::Rules, Streams, u64, Player<'_, G>) -> Record,
) -> u64 {
    let streams = Streams::new(seed);
    for deal in 0..games {
        let frugal = play(rules, streams, deal, &mut |view, _| settled::<G>(view));
        let lavish = play(rules, streams, deal, &mut |view, numbers| {
            let InfoKey(key) = view.key();
            for _ in 0..=key % 7 {
                numbers.next_u64();
            }
            settled::<G>(view)
        });
        let (frugal, lavish) = (frugal.to_line(), lavish.to_line());
        let promise = "the players' random numbers change the game";
        let place = format!("{}, seed {seed}, deal {deal}", G::NAME);
        assert!(frugal == lavish, "{promise}\n  {place}\n  {frugal}\n  {lavish}");
    }
    games
}

/// A decision that looks random and depends on nothing but the view.
fn settled<G: Recorded>(view: &G::View) -> G::Action {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    let InfoKey(key) = view.key();
    actions[(key % actions.len() as u64) as usize]
}

/// One game with each random number from its own stream: the deal, chance, and one for every seat.
pub fn play_by_streams<G: Recorded>(
    rules: &G::Rules,
    streams: Streams,
    deal: u64,
    player: Player<'_, G>,
) -> Record {
    let start = G::deal(rules, &mut streams.deal(deal));
    let mut game = G::begin(&start);
    let mut chance = streams.chance(deal);
    let mut seats: Vec<SearchRng> =
        Seat::all(game.seats()).map(|seat| streams.agent(deal, 0, seat)).collect();
    let mut record = Record::new::<G>(vec!["player".to_owned(); game.seats()], &start);
    loop {
        let action = match game.turn() {
            Turn::Seat(seat) => player(&game.view(seat), &mut seats[seat.index()]),
            Turn::Chance => match listed_action(&game, &mut chance) {
                Some(outcome) => outcome,
                None => return record,
            },
            Turn::Over => return record,
        };
        record.play(&mut game, action);
    }
}
