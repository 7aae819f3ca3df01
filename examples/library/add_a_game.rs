//! Add a game: a small trick-taking game for three, complete in one file, and a search that plays it.
//!
//!     cargo run --release --example add_a_game
//!
//! Twelve cards in two suits, four for each player. Who leads plays any card; the others follow suit if they can. The
//! highest card of the suit that was led takes the trick, and its player leads to the next. Each trick is a point.
//!
//! The book's chapter 'Add a game' continues from here: notation, records, the test kit, the browser.

use kontra_cards::{Assignments, Holder};
use kontra_game::{
    Actions, Determinize, Game, InfoKey, Payoffs, SearchRng, Seat, StableHasher, Streams, Turn,
    View, Weighted, WorldSampler, choose,
};
use kontra_search::mcts::SoIsmcts;
use kontra_search::{Budget, Limits, Search};
use rand::Rng;
use std::hash::{Hash, Hasher};

const SEATS: usize = 3;
const HAND: u32 = 4;
const DECK: u64 = (1 << (SEATS as u32 * HAND)) - 1;

/// A card by its number: 0 to 5 are the ranks of one suit, 6 to 11 those of the other. Sets of cards are bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Card(u8);

impl Card {
    fn bit(self) -> u64 {
        1 << self.0
    }

    /// All cards of its suit.
    fn suit(self) -> u64 {
        if self.0 < 6 { 0b00_0000_0011_1111 } else { 0b1111_1100_0000 }
    }
}

/// What lies open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Public {
    played: u64,
    /// The cards of the current trick, from the one who led.
    trick: [Option<Card>; SEATS],
    leader: Seat,
    tricks: [u8; SEATS],
    /// The suits that each seat has not followed: it has none of their cards.
    missing: [u64; SEATS],
}

impl Public {
    fn mover(&self) -> Seat {
        self.leader.after(self.trick.iter().flatten().count(), SEATS)
    }

    fn turn(&self) -> Turn {
        if self.played == DECK { Turn::Over } else { Turn::Seat(self.mover()) }
    }

    /// The cards of a hand that may be played.
    fn playable(&self, hand: u64) -> u64 {
        let follows = self.trick[0].map_or(hand, |led| hand & led.suit());
        if follows == 0 { hand } else { follows }
    }

    /// How many cards a seat has left.
    fn cards_left(&self, seat: Seat) -> u32 {
        let tricks: u32 = self.tricks.iter().map(|&tricks| u32::from(tricks)).sum();
        let place = (seat.index() + SEATS - self.leader.index()) % SEATS;
        HAND - tricks - u32::from(self.trick[place].is_some())
    }

    fn play(&mut self, card: Card) {
        let seat = self.mover();
        self.played |= card.bit();
        if let Some(led) = self.trick[0].filter(|led| led.suit() != card.suit()) {
            self.missing[seat.index()] |= led.suit();
        }
        let place = self.trick.iter().flatten().count();
        self.trick[place] = Some(card);
        if let [Some(led), Some(_), Some(_)] = self.trick {
            let strength =
                |card: &Option<Card>| card.filter(|c| c.suit() == led.suit()).map(|c| c.0);
            let best = (0..SEATS).max_by_key(|&place| strength(&self.trick[place])).unwrap_or(0);
            self.leader = self.leader.after(best, SEATS);
            self.tricks[self.leader.index()] += 1;
            self.trick = [None; SEATS];
        }
    }
}

/// The full state: three hands, and what lies open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Tricks {
    hands: [u64; SEATS],
    public: Public,
}

impl Tricks {
    fn deal(rng: &mut impl Rng) -> Tricks {
        let mut cards: Vec<u64> = (0..12).map(|number| 1 << number).collect();
        choose::shuffle(rng, &mut cards);
        let hand = |seat: usize| cards[4 * seat..4 * seat + 4].iter().sum();
        let leader = Seat::wrapping(0, SEATS);
        let public = Public {
            played: 0,
            trick: [None; SEATS],
            leader,
            tricks: [0; SEATS],
            missing: [0; SEATS],
        };
        Tricks { hands: std::array::from_fn(hand), public }
    }
}

impl Game for Tricks {
    type Action = Card;
    type View = TricksView;

    fn seats(&self) -> usize {
        SEATS
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn actions(&self, out: &mut Actions<Card>) {
        if let Turn::Seat(seat) = self.turn() {
            self.view(seat).actions(out);
        }
    }

    fn play(&mut self, card: Card) {
        self.hands[self.public.mover().index()] &= !card.bit();
        self.public.play(card);
    }

    /// Tricks beyond the mean.
    fn payoffs(&self) -> Payoffs {
        Payoffs::new(&self.public.tricks.map(|tricks| f64::from(tricks) - 4.0 / 3.0))
    }

    fn view(&self, seat: Seat) -> TricksView {
        TricksView { seat, hand: self.hands[seat.index()], public: self.public }
    }
}

/// What one player knows: the own hand, and what lies open. The other hands are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TricksView {
    seat: Seat,
    hand: u64,
    public: Public,
}

impl View for TricksView {
    type Game = Tricks;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn actions(&self, out: &mut Actions<Card>) {
        if self.turn() == Turn::Seat(self.seat) {
            let cards = self.public.playable(self.hand);
            out.extend((0..12).map(Card).filter(|card| cards & card.bit() != 0));
        }
    }

    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        InfoKey(hasher.finish())
    }
}

/// All worlds of a view: counted once, drawn often.
struct TricksWorlds {
    view: TricksView,
    others: [Seat; 2],
    hands: Assignments<2>,
}

impl TricksWorlds {
    fn new(view: &TricksView) -> TricksWorlds {
        let others = [1, 2].map(|steps| view.seat.after(steps, SEATS));
        let holder = |seat: Seat| Holder {
            may_hold: !view.public.missing[seat.index()],
            ..Holder::of(view.public.cards_left(seat))
        };
        let hands = Assignments::new(DECK & !view.public.played & !view.hand, others.map(holder));
        TricksWorlds { view: *view, others, hands }
    }

    fn sample(&self, rng: &mut impl Rng) -> Tricks {
        let mut hands = [self.view.hand; SEATS];
        let sampled = self.hands.sample(rng).expect("the true deal is one of them");
        for (seat, hand) in self.others.into_iter().zip(sampled) {
            hands[seat.index()] = hand;
        }
        Tricks { hands, public: self.view.public }
    }
}

impl WorldSampler<Tricks> for TricksWorlds {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Tricks> {
        Weighted::one(self.sample(rng))
    }
}

impl Determinize for TricksView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Tricks {
        TricksWorlds::new(self).sample(rng)
    }

    fn prepare(&self) -> impl WorldSampler<Tricks> {
        TricksWorlds::new(self)
    }
}

fn main() {
    const DEALS: u64 = 60;
    let streams = Streams::new(1);
    let (mut won, limits) = (0, Limits::none());
    for deal in 0..DEALS {
        let mut game = Tricks::deal(&mut streams.deal(deal));
        let mut rng = streams.test(deal);
        let searcher = Seat::wrapping(deal as usize, SEATS);
        let mut search = SoIsmcts::new(1.0).with_budget(Budget::iterations(200));
        while let Turn::Seat(seat) = game.turn() {
            let card = if seat == searcher {
                search.search(&game.view(seat), &limits, &mut rng).chosen
            } else {
                game.random_action(&mut rng).expect("somebody is to move")
            };
            game.play(card);
        }
        won += u64::from(game.public.tricks[searcher.index()]);
    }
    println!(
        "SO-ISMCTS takes {:.2} of 4 tricks from two random players",
        won as f64 / DEALS as f64
    );
    assert!(won > 4 * DEALS / 3, "more than its share");
}

#[test]
fn it_runs() {
    main();
}

#[test]
fn every_world_looks_like_the_true_one() {
    let streams = Streams::new(2);
    for deal in 0..50 {
        let (mut game, mut rng) = (Tricks::deal(&mut streams.deal(deal)), streams.test(deal));
        while let Some(card) = game.random_action(&mut rng) {
            for seat in Seat::all(SEATS) {
                let view = game.view(seat);
                let world = view.determinize(&mut rng);
                assert_eq!(world.view(seat), view);
                let cards = world.hands.iter().fold(0, |all, hand| all | hand);
                assert_eq!(cards | world.public.played, DECK);
            }
            game.play(card);
        }
    }
}
