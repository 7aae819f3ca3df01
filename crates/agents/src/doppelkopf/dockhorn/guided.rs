use super::{CARD_ANSWERS, CARD_WORDS, CardModel, encode_world, legal_cards};
use crate::doppelkopf::Knowledge;
use kontra_doppelkopf::{Card, Doppelkopf, DoppelkopfView, Move, Question};
use kontra_game::{Actions, Game, SearchRng, Seat, WorldSampler, choose};
use kontra_nets::BatchEvaluator;
use kontra_search::mcts::{Domain, Rewards};
use std::sync::{Arc, Mutex, PoisonError};

/// How a network's opinion becomes a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardPolicy {
    /// The legal card that the network holds for most likely.
    Best,
    /// A legal card, drawn with the network's probabilities.
    Drawn,
}

/// Knowledge whose playouts are played by a network (Dockhorn et al. 2017, section IV): in normal games and marriages it chooses
/// every card. In solos, which it never learnt, cards are random.
#[derive(Clone, Debug)]
pub struct GuidedPlayouts {
    knowledge: Knowledge,
    model: CardModel,
    policy: CardPolicy,
    /// Memory for evaluations that no playout uses at present.
    idle: Arc<Mutex<Vec<BatchEvaluator>>>,
}

impl GuidedPlayouts {
    /// This knowledge, with playouts by this network.
    pub fn new(knowledge: Knowledge, model: CardModel, policy: CardPolicy) -> GuidedPlayouts {
        GuidedPlayouts { knowledge, model, policy, idle: Arc::default() }
    }

    fn evaluator(&self) -> BatchEvaluator {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| self.model.network().evaluator())
    }

    fn give_back(&self, evaluator: BatchEvaluator) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(evaluator);
    }

    /// The answer to a question that is not about a card.
    fn answer(&self, game: &Doppelkopf, rng: &mut SearchRng) -> Option<Move> {
        if !self.knowledge.quiet {
            return game.random_action(rng);
        }
        let mut legal = Actions::new();
        game.actions(&mut legal);
        // Only a player who called a reservation without a marriage cannot say no.
        if legal.contains(&Move::No) { Some(Move::No) } else { legal.first().copied() }
    }

    /// The card that the network chooses.
    fn card(
        &self,
        game: &Doppelkopf,
        evaluator: &mut BatchEvaluator,
        rng: &mut SearchRng,
    ) -> Option<Card> {
        let legal = legal_cards(game);
        if legal.count_ones() == 1 {
            return card(legal.trailing_zeros());
        }
        let bits: [u64; CARD_WORDS] = encode_world(game)?;
        evaluator.evaluate_bits(&bits, 1);
        let values = evaluator.output("cards")?;
        let cards = (0..CARD_ANSWERS as u32).filter(|n| legal >> n & 1 == 1);
        let worth = |n: &u32| values[*n as usize];
        let best = cards.clone().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
        if self.policy == CardPolicy::Best {
            return card(best);
        }
        let chance = |n: &u32| f64::from(worth(n) - worth(&best)).exp();
        let sum: f64 = cards.clone().map(|n| chance(&n)).sum();
        let mut left = choose::unit(rng) * sum;
        let drawn = cards.into_iter().find(|n| {
            left -= chance(n);
            left < 0.0
        });
        card(drawn.unwrap_or(best))
    }

    fn play(&self, game: &mut Doppelkopf, evaluator: &mut BatchEvaluator, rng: &mut SearchRng) {
        while let Some(question) = game.public().question() {
            let is_solo = game.public().kind().is_some_and(kontra_doppelkopf::GameType::is_solo);
            let action = match question {
                Question::Card if is_solo => return,
                Question::Card => self.card(game, evaluator, rng).map(Move::Card),
                _ => self.answer(game, rng),
            };
            let Some(action) = action else { return };
            game.play(action);
        }
    }
}

/// The card with this number.
fn card(number: u32) -> Option<Card> {
    Card::all().nth(number as usize)
}

impl Domain<Doppelkopf> for GuidedPlayouts {
    fn rewards(&self, game: &Doppelkopf) -> Rewards {
        self.knowledge.rewards(game)
    }

    fn roll_out(&self, game: &mut Doppelkopf, rng: &mut SearchRng) -> Rewards {
        let mut evaluator = self.evaluator();
        self.play(game, &mut evaluator, rng);
        self.give_back(evaluator);
        // A solo is still to be played.
        self.knowledge.roll_out(game, rng)
    }

    fn suggest_in(
        &self,
        game: &Doppelkopf,
        seat: Seat,
        legal: &[Move],
        rng: &mut SearchRng,
    ) -> Option<Move> {
        self.knowledge.suggest_in(game, seat, legal, rng)
    }

    fn worlds<'a>(&'a self, view: &'a DoppelkopfView) -> Box<dyn WorldSampler<Doppelkopf> + 'a> {
        self.knowledge.worlds(view)
    }

    fn admits(&self, view: &DoppelkopfView, action: Move, mean: f64) -> bool {
        self.knowledge.admits(view, action, mean)
    }
}
