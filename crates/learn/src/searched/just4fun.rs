//! Just 4 Fun as a game that is learnt from searches: two players on the original board, where chance says which cards a field
//! costs, as in Gastegger 2024.

use super::{KeptPosition, Lesson, Taught};
use crate::policy::PolicySamples;
use kontra_agents::just4fun::network::{CARDS, Plane, write_cards, write_planes};
use kontra_game::{Game, SearchRng, Seat, View};
use kontra_just4fun::{
    Action, Board, Card, CardChoice, Cards, Field, Hand, Just4Fun, PlayerView, SIDE, Setup,
    Shuffler,
};

/// What the player to move sees, with their own stones first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sight {
    stones: [[u8; Field::COUNT]; 2],
    hand: [u8; Hand::SIZE],
    used: [u8; Card::KINDS],
}

impl Sight {
    /// The same without the used cards: what lessons have in common where these do not count.
    #[must_use]
    pub fn without_used(&self) -> Sight {
        Sight { used: [0; Card::KINDS], ..self.clone() }
    }

    /// A view that looks like this: of seat 0, with cards in the other's hand that may be there.
    pub fn view(&self) -> Option<PlayerView> {
        let [a, b, c, d] = self.hand.map(Card::new);
        let hand = Hand::new([a?, b?, c?, d?]);
        let copies = |card: Card| usize::from(self.used[card.index()]);
        let used: Vec<Card> =
            Card::all().flat_map(|card| std::iter::repeat_n(card, copies(card))).collect();
        let seen = Cards::from(hand) + used.iter().copied().collect();
        if !Cards::DECK.contains(seen) {
            return None;
        }
        let unseen: Vec<Card> = (Cards::DECK - seen).iter().collect();
        let (other, stack) = unseen.split_first_chunk::<{ Hand::SIZE }>()?;
        let setup = Setup {
            cards: CardChoice::Random,
            board: Board::ORIGINAL,
            hands: vec![hand, Hand::new(*other)],
            stack: stack.to_vec(),
            used,
            shuffler: Shuffler(0),
            stones: self.stones.to_vec(),
            turn: Seat::wrapping(0, 2),
            known: [Cards::NONE; 2],
            redraws: 0,
        };
        setup.game().ok().map(|game| game.view(Seat::wrapping(0, 2)))
    }
}

impl KeptPosition for Sight {
    const BYTES: usize = 2 * Field::COUNT + Hand::SIZE + Card::KINDS;

    fn write(&self, out: &mut [u8]) {
        let parts = self.stones.as_flattened().iter().chain(&self.hand).chain(&self.used);
        out.iter_mut().zip(parts).for_each(|(out, byte)| *out = *byte);
    }

    fn read(bytes: &[u8]) -> Option<Sight> {
        let (own, rest) = bytes.split_first_chunk()?;
        let (other, rest) = rest.split_first_chunk()?;
        let (hand, used) = rest.split_first_chunk()?;
        let sight = Sight { stones: [*own, *other], hand: *hand, used: used.try_into().ok()? };
        sight.view().map(|_| sight)
    }
}

impl Taught for Just4Fun {
    type KeptPosition = Sight;

    const ANSWERS: usize = Field::COUNT;

    fn position(view: &PlayerView) -> Sight {
        let (table, own) = (view.table(), view.seat());
        let of = |seat: Seat| {
            let mut counts = [0; Field::COUNT];
            Field::all().for_each(|field| counts[field.index()] = table.stones().on(field, seat));
            counts
        };
        let mut used = [0; Card::KINDS];
        Card::all().for_each(|card| used[card.index()] = table.used().count(card) as u8);
        let other = Seat::wrapping(own.index() + 1, table.seats());
        let hand = view.hand().cards().map(Card::number);
        Sight { stones: [of(own), of(other)], hand, used }
    }

    /// By place, row by row, as the network's policy is.
    fn answer(view: &PlayerView, action: Action) -> Option<u8> {
        let field = match action {
            Action::Field(field) => field,
            Action::Cards(cards) => cards.field(),
            Action::Redraw => return None,
        };
        let place = view.table().board().place(field);
        Some((SIDE * place.row() + place.column()) as u8)
    }

    fn shown(&self, rng: &mut SearchRng) -> Just4Fun {
        self.with_later_shuffles(rng)
    }
}

/// Lessons as a network reads them: the planes, and the card vectors where it has such an input.
pub fn samples(lessons: &[(Lesson<Sight>, f32)], planes: &[Plane], cards: bool) -> PolicySamples {
    let (count, width) = (lessons.len(), Field::COUNT * planes.len());
    let mut all = PolicySamples {
        inputs: vec![vec![0.0; count * width]],
        policies: vec![0.0; count * Field::COUNT],
        ..PolicySamples::default()
    };
    if cards {
        all.inputs.push(vec![0.0; count * CARDS]);
    }
    for (n, (lesson, weight)) in lessons.iter().enumerate() {
        // A lesson comes from a game, or was checked when it was read.
        let Some(view) = lesson.position.view() else { continue };
        write_planes(&view, planes, &mut all.inputs[0][n * width..][..width]);
        if cards {
            write_cards(&view, &mut all.inputs[1][n * CARDS..][..CARDS]);
        }
        let mut legal = 0;
        for (answer, share) in &lesson.policy {
            legal |= 1 << answer;
            all.policies[n * Field::COUNT + usize::from(*answer)] = *share;
        }
        all.legal.push(legal);
        all.values.push(lesson.value);
        all.weights.push(*weight);
    }
    all
}
