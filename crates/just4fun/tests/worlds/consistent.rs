//! No world contradicts a view.
//!
//! `KONTRA_SAMPLES=1000000 cargo test --profile checked -p kontra-just4fun --test tests worlds`

use crate::worlds::hands;
use kontra_game::testkit::positions;
use kontra_game::{Determinize, Game, Seat, Streams, Turn, View};
use kontra_just4fun::{CardChoice, Cards, FieldLayout, Just4Fun, PlayerView, Players, Rules};

fn samples(usual: u64) -> u64 {
    std::env::var("KONTRA_SAMPLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn no_imagined_world_contradicts_a_view() {
    let tables: Vec<Rules> = Players::ALL
        .into_iter()
        .flat_map(|players| {
            CardChoice::WORDS.into_iter().flat_map(move |(_, cards)| {
                FieldLayout::WORDS.into_iter().map(move |(_, board)| Rules {
                    players,
                    board,
                    cards,
                })
            })
        })
        .collect();
    let mut rng = Streams::new(6).test(0);
    let (most, mut done, mut seed) = (samples(20_000), 0, 0);
    while done < most {
        let rules = tables[seed as usize % tables.len()];
        for game in positions::<Just4Fun>(&rules, 1, seed) {
            for seat in Seat::all(game.seats()) {
                let view = game.view(seat);
                check_world(&view, &view.determinize(&mut rng));
                done += 1;
            }
        }
        seed += 1;
    }
}

fn check_world(view: &PlayerView, world: &Just4Fun) {
    let seat = view.seat();
    assert_eq!(world.view(seat), *view);
    let all = hands(world).iter().fold(view.table().used(), |sum, &hand| sum + hand.into());
    let stack: Cards = world.stack().drawing_order().collect();
    assert_eq!(all + stack, Cards::DECK, "every card is somewhere, and only once");
    assert_eq!(world.stack().len(), view.table().stack_size());
    if world.seats() == 2 {
        let other = Cards::from(world.hand(seat.after(1, 2)));
        assert!(other.contains(view.known()), "{other} without {}", view.known());
    }
    if let Some(field) = view.table().chosen() {
        assert!(world.hand(view.table().mover()).reach().contains(field));
    }
    if world.turn() == Turn::Seat(seat) {
        assert_eq!(world.hand(seat), view.hand());
    }
}
