//! Positions of normal games with random cards, found by what is known in them.

use kontra_doppelkopf::{
    Card, Deal, Doppelkopf, DoppelkopfView, Level, Move, Question, Rank, Rules, Start, Suit, Team,
    Worlds,
};
use kontra_game::{Game, Notation, SearchRng, Seat, Streams, Turn, View, choose};

/// Everything random comes from here.
pub(crate) const SEED: u64 = 2012;

/// How many players hold cards that the viewer does not see.
pub(crate) const OTHERS: usize = 3;

pub(crate) const TEN_OF_HEARTS: Card = Card::new(Suit::Hearts, Rank::Ten);

/// Plays a normal game up to the moment that `stop` describes; `None` if it never comes.
///
/// Everybody is healthy, cards are random, and a player who may announce something does so with this probability.
pub(crate) fn normal_game(
    rng: &mut SearchRng,
    per_cent_announced: u32,
    stop: impl Fn(&Doppelkopf) -> bool,
) -> Option<DoppelkopfView> {
    let mut game = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(rng)));
    while let Turn::Seat(seat) = game.turn() {
        if stop(&game) {
            return Some(game.view(seat));
        }
        let moves = game.choices();
        let random = moves[choose::below(rng, moves.len() as u32) as usize];
        game.play(match game.public().question() {
            Some(Question::Card) => random,
            Some(Question::Announcement) if choose::below(rng, 100) < per_cent_announced => random,
            _ => Move::No,
        });
    }
    None
}

/// The moment when the next card of `trick`, counted from 1, is due and this many cards lie on the table.
pub(crate) fn card_of(trick: usize, on_the_table: usize) -> impl Fn(&Doppelkopf) -> bool {
    move |game| {
        let public = game.public();
        let is_card = public.question() == Some(Question::Card);
        is_card && public.tricks() + 1 == trick && public.trick().count() == on_the_table
    }
}

/// The view of the player to move in the first random game in which `wanted` accepts it.
pub(crate) fn find(
    per_cent_announced: u32,
    stop: impl Fn(&Doppelkopf) -> bool,
    wanted: impl Fn(&DoppelkopfView) -> bool,
) -> DoppelkopfView {
    let streams = Streams::new(SEED);
    let play = |number| normal_game(&mut streams.test(number), per_cent_announced, &stop);
    (0..).find_map(|number| play(number).filter(&wanted)).expect("every kind of position exists")
}

/// The other players, from the viewer's left on.
pub(crate) fn others(view: &DoppelkopfView) -> [Seat; OTHERS] {
    std::array::from_fn(|i| view.seat().after(i + 1, 4))
}

/// Which of the others is known to be re while no ♣Q has been played: they must hold one.
pub(crate) fn owing(view: &DoppelkopfView) -> Option<usize> {
    let public = view.public();
    let none_played = public.played().count(Card::QUEEN_OF_CLUBS) == 0;
    others(view).iter().position(|&seat| none_played && public.known_team(seat) == Some(Team::Re))
}

pub(crate) fn nothing_announced(view: &DoppelkopfView) -> bool {
    Team::ALL.iter().all(|&team| view.public().level(team) == Level::Silent)
}

/// Whether every division of the unseen cards is possible.
pub(crate) fn nothing_known(view: &DoppelkopfView) -> bool {
    let (mut left, mut deals) = (view.unseen().len() as u64, 1);
    for seat in others(view) {
        for k in 1..=view.public().cards_left(seat) as u64 {
            deals = deals * left / k;
            left -= 1;
        }
    }
    Worlds::new(view).count() == deals
}

pub(crate) fn both_queens_unseen(view: &DoppelkopfView) -> bool {
    view.unseen().count(Card::QUEEN_OF_CLUBS) == 2
}

pub(crate) fn both_tens_unseen(view: &DoppelkopfView) -> bool {
    view.unseen().count(TEN_OF_HEARTS) == 2
}
