use crate::{Agent, Cheat, CheatingThinker, Guest, Player, Thinker};
use kontra_game::{Game, SearchRng};
use kontra_nets::Network;
use kontra_search::mcts::{Domain, Mcts};
use kontra_search::{Blueprint, Cost, Costs};

/// Makes fresh players, each from its own random numbers, and says before what one of them may use.
///
/// There is no other way to have one than by what will be built: a [blueprint](thinking) with its cost, or an agent
/// that [owns no memory](honest).
pub struct Maker<G: Game> {
    manner: Manner,
    cost: Box<dyn Fn(usize) -> Cost + Send + Sync>,
    make: Box<dyn Fn(SearchRng) -> Player<G> + Send + Sync>,
}

/// What a player is shown, and where it thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// It is shown what its seat may know.
    Honest,
    /// It is shown everything.
    Cheating,
    /// It is shown what its seat may know, and thinks outside of this program: nobody knows what it uses there.
    Guest,
}

impl<G: Game> Maker<G> {
    /// What its players see.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// What a player may use, if no tree may have more than `nodes` nodes. Nothing is built to find that out.
    pub fn cost(&self, nodes: usize) -> Cost {
        (self.cost)(nodes)
    }

    /// A fresh player.
    pub fn player(&self, rng: SearchRng) -> Player<G> {
        (self.make)(rng)
    }
}

/// Agents that own no memory and do not search: all they have are a few numbers.
///
/// An agent that owns memory does not compile here. It searches, or it should: see [`thinking`].
pub fn honest<G: Game, A: Agent<G> + 'static>(
    make: impl Fn(SearchRng) -> A + Send + Sync + 'static,
) -> Maker<G> {
    const {
        assert!(!std::mem::needs_drop::<A>(), "an agent that owns memory needs a blueprint");
        assert!(size_of::<A>() <= 4096, "an agent that is large needs a blueprint");
    }
    Maker {
        manner: Manner::Honest,
        cost: Box::new(|_| Cost::NOTHING),
        make: Box::new(move |rng| Player::Honest(Box::new(make(rng)))),
    }
}

/// Agents that ask a network once for every decision. The weights are shared by all; each agent has memory for one evaluation.
pub fn evaluating<G: Game, A: Agent<G> + 'static>(
    network: &Network,
    make: impl Fn(SearchRng) -> A + Send + Sync + 'static,
) -> Maker<G> {
    let bytes = network.evaluator_bytes(1) as u64;
    Maker {
        manner: Manner::Honest,
        cost: Box::new(move |_| Cost { bytes, ..Cost::NOTHING }),
        make: Box::new(move |rng| Player::Honest(Box::new(make(rng)))),
    }
}

/// Agents that search with a network, on several threads with batches of this size. `cost` is without the memory
/// of the evaluations.
pub(crate) fn searching_with<G: Game, A: Agent<G> + 'static>(
    network: &Network,
    batch: usize,
    cost: Cost,
    make: impl Fn(SearchRng) -> A + Send + Sync + 'static,
) -> Maker<G> {
    let evaluators =
        (cost.threads * network.evaluator_bytes(batch) + network.evaluator_bytes(1)) as u64;
    let cost = Cost { bytes: cost.bytes + evaluators, ..cost };
    Maker {
        manner: Manner::Honest,
        cost: Box::new(move |_| cost),
        make: Box::new(move |rng| Player::Honest(Box::new(make(rng)))),
    }
}

/// Agents that all begin with this search.
pub fn thinking<G: Game>(blueprint: impl Blueprint<G>) -> Maker<G> {
    let costs = blueprint.clone();
    Maker {
        manner: Manner::Honest,
        cost: Box::new(move |nodes| costs.cost(nodes)),
        make: Box::new(move |rng| Player::Honest(Box::new(Thinker::new(blueprint.build(), rng)))),
    }
}

/// Tree searches that see everything.
pub fn cheating<G: Game, D: Domain<G> + Clone + 'static>(search: Mcts<D>) -> Maker<G> {
    cheats(search, CheatingThinker::new)
}

/// Cheats that search like this.
pub fn cheats<G: Game, P: Costs<G> + Clone + Send + Sync + 'static, C: Cheat<G> + 'static>(
    plan: P,
    make: impl Fn(P, SearchRng) -> C + Send + Sync + 'static,
) -> Maker<G> {
    let costs = plan.clone();
    Maker {
        manner: Manner::Cheating,
        cost: Box::new(move |nodes| costs.cost(nodes)),
        make: Box::new(move |rng| Player::Cheating(Box::new(make(plan.clone(), rng)))),
    }
}

/// Guests, who think elsewhere.
pub fn guests<G: Game, P: Guest<G> + 'static>(
    make: impl Fn(SearchRng) -> P + Send + Sync + 'static,
) -> Maker<G> {
    Maker {
        manner: Manner::Guest,
        cost: Box::new(|_| Cost::NOTHING),
        make: Box::new(move |rng| Player::Guest(Box::new(make(rng)))),
    }
}
