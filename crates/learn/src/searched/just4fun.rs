//! Just 4 Fun as a game that is learnt from searches: on the original board, where chance says which cards a field costs, as in
//! Gastegger 2024.

use super::{KeptPosition, Lesson, Taught};
use crate::policy::PolicySamples;
use kontra_agents::just4fun::network::{CARDS, Plane, write_cards, write_planes};
use kontra_game::{Game, MAX_SEATS, SearchRng, Seat, View};
use kontra_just4fun::{
    Action, Board, Card, CardChoice, Cards, Field, Hand, Just4Fun, PlayerView, SIDE, Setup,
    Shuffler,
};
use std::num::NonZeroUsize;

/// What the player to move sees, with their own stones first, then those of the next player, and so on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sight {
    players: u8,
    stones: [[u8; Field::COUNT]; MAX_SEATS],
    hand: [u8; Hand::SIZE],
    used: [u8; Card::KINDS],
}

impl Sight {
    /// The same without the used cards: what lessons have in common where these do not count.
    #[must_use]
    pub fn without_used(&self) -> Sight {
        Sight { used: [0; Card::KINDS], ..self.clone() }
    }

    /// A view that looks like this: of seat 0, with cards in the others' hands that may be there.
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
        let players = usize::from(self.players);
        if !(2..=MAX_SEATS).contains(&players) {
            return None;
        }
        let unseen: Vec<Card> = (Cards::DECK - seen).iter().collect();
        let (others, stack) = unseen.split_at_checked((players - 1) * Hand::SIZE)?;
        let (others, _) = others.as_chunks::<{ Hand::SIZE }>();
        let hands = std::iter::once(hand).chain(others.iter().map(|cards| Hand::new(*cards)));
        let setup = Setup {
            cards: CardChoice::Random,
            board: Board::ORIGINAL,
            hands: hands.collect(),
            stack: stack.to_vec(),
            used,
            shuffler: Shuffler(0),
            stones: self.stones[..players].to_vec(),
            turn: Seat::wrapping(0, players),
            known: [Cards::NONE; 2],
            redraws: 0,
        };
        setup.game().ok().map(|game| game.view(Seat::wrapping(0, players)))
    }
}

impl KeptPosition for Sight {
    const BYTES: usize = 1 + MAX_SEATS * Field::COUNT + Hand::SIZE + Card::KINDS;

    fn write(&self, out: &mut [u8]) {
        let stones = std::iter::once(&self.players).chain(self.stones.as_flattened());
        let parts = stones.chain(&self.hand).chain(&self.used);
        out.iter_mut().zip(parts).for_each(|(out, byte)| *out = *byte);
    }

    fn read(bytes: &[u8]) -> Option<Sight> {
        let (players, rest) = bytes.split_first()?;
        let (counts, rest) = rest.split_at_checked(MAX_SEATS * Field::COUNT)?;
        let (hand, used) = rest.split_first_chunk()?;
        let (stones, _) = counts.as_chunks::<{ Field::COUNT }>();
        let (stones, used) = (stones.try_into().ok()?, used.try_into().ok()?);
        let sight = Sight { players: *players, stones, hand: *hand, used };
        sight.view().map(|_| sight)
    }
}

impl Taught for Just4Fun {
    type KeptPosition = Sight;

    const ANSWERS: usize = Field::COUNT;

    fn position(view: &PlayerView) -> Sight {
        let (table, own) = (view.table(), view.seat());
        let mut stones = [[0; Field::COUNT]; MAX_SEATS];
        for (step, counts) in stones.iter_mut().enumerate().take(table.seats()) {
            let seat = Seat::wrapping(own.index() + step, table.seats());
            Field::all().for_each(|field| counts[field.index()] = table.stones().on(field, seat));
        }
        let mut used = [0; Card::KINDS];
        Card::all().for_each(|card| used[card.index()] = table.used().count(card) as u8);
        let hand = view.hand().cards().map(Card::number);
        Sight { players: table.seats() as u8, stones, hand, used }
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

/// Lessons as a network reads them, written on some threads: the planes, and the card vectors where it has such an input.
pub fn samples(
    lessons: &[(Lesson<Sight>, f32)],
    planes: &[Plane],
    cards: bool,
    threads: NonZeroUsize,
) -> PolicySamples {
    let (count, width) = (lessons.len(), Field::COUNT * planes.len());
    let mut all = PolicySamples {
        inputs: vec![vec![0.0; count * width]],
        policies: vec![0.0; count * Field::COUNT],
        ..PolicySamples::default()
    };
    if cards {
        all.inputs.push(vec![0.0; count * CARDS]);
    }
    let part = count.div_ceil(threads.get()).max(1);
    let (board, vectors) = all.inputs.split_at_mut(1);
    let mut vectors = vectors.first_mut().map(|list| list.chunks_mut(part * CARDS));
    std::thread::scope(|scope| {
        for (lessons, board) in lessons.chunks(part).zip(board[0].chunks_mut(part * width)) {
            let vectors = vectors.as_mut().and_then(Iterator::next).unwrap_or_default();
            scope.spawn(move || write_inputs(lessons, planes, board, vectors));
        }
    });
    for (n, (lesson, weight)) in lessons.iter().enumerate() {
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

/// What a network is shown of these lessons; no `vectors` where it does not see the cards.
fn write_inputs(
    lessons: &[(Lesson<Sight>, f32)],
    planes: &[Plane],
    board: &mut [f32],
    vectors: &mut [f32],
) {
    let mut vectors = vectors.chunks_exact_mut(CARDS);
    for ((lesson, _), board) in
        lessons.iter().zip(board.chunks_exact_mut(Field::COUNT * planes.len()))
    {
        let vectors = vectors.next();
        // A lesson comes from a game, or was checked when it was read.
        let Some(view) = lesson.position.view() else { continue };
        write_planes(&view, planes, board);
        if let Some(out) = vectors {
            write_cards(&view, out);
        }
    }
}
