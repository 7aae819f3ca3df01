//! A game with its rules, before anybody deals.

use crate::batch::AnyBatch;
use crate::playing::{AnyState, Playing};
use crate::supported::{Supported, with_supported};
use kontra_agents::GameId;
use kontra_batch::{GameBatch, Tensor};
use kontra_game::{
    BadInput, Range, Reader, Record, Recorded, Seat, Streams, information_size, observation_size,
    tensor_layout,
};
use serde_json::{Value, json};
use std::any::Any;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A game with its rules.
pub(crate) struct Table<G: Supported> {
    pub(crate) rules: G::Rules,
    seats: usize,
    decisions: usize,
}

/// How long the lists of a game are.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) seats: usize,
    /// Ids of players' decisions are below this.
    pub(crate) decisions: usize,
    /// Ids of chance, too.
    pub(crate) actions: usize,
    pub(crate) observation: usize,
    pub(crate) information: usize,
}

/// A state with its probability.
pub(crate) type Likely = (Box<dyn AnyState>, f64);

/// [`Table`] of any game.
pub(crate) trait AnyTable: Send + Sync {
    fn id(&self) -> GameId;
    fn rules(&self) -> Value;
    fn sizes(&self) -> Sizes;
    fn layout(&self) -> Vec<Range>;
    fn action_name(&self, id: usize) -> String;
    /// The game that a match with this seed plays on this deal, before its first decision.
    fn deal(self: Arc<Self>, seed: u64, deal: u64) -> Box<dyn AnyState>;
    /// Every start, where they can be listed.
    fn starts(self: Arc<Self>) -> Option<Vec<Likely>>;
    fn replay(self: Arc<Self>, record: &Value) -> Result<Box<dyn AnyState>, BadInput>;
    fn batch(
        &self,
        games: usize,
        seed: u64,
        threads: NonZeroUsize,
        tensor: Tensor,
    ) -> Result<Box<dyn AnyBatch>, BadInput>;
    fn as_any(&self) -> &dyn Any;
}

/// A game by its name and the rules that are a choice.
pub(crate) fn open(name: &str, rules: &Value) -> Result<Arc<dyn AnyTable>, BadInput> {
    let id: GameId = name.parse()?;
    with_supported!(id, G => Ok(Arc::new(Table::<G>::new(rules)?)))
}

impl<G: Supported> Table<G> {
    pub(crate) fn new(rules: &Value) -> Result<Table<G>, BadInput> {
        Table::with_rules(G::read_rules(&Reader::new(rules, "rules"))?)
    }

    pub(crate) fn with_rules(rules: G::Rules) -> Result<Table<G>, BadInput> {
        let game = G::begin(&G::deal(&rules, &mut Streams::new(0).deal(0)));
        let view = game.view(Seat::wrapping(0, game.seats()));
        G::fits(&view)?;
        Ok(Table { rules, seats: game.seats(), decisions: G::decisions(&view) })
    }
}

impl<G: Supported> AnyTable for Table<G> {
    fn id(&self) -> GameId {
        GameId::ALL.into_iter().find(|id| id.name() == G::NAME).expect("a game of the list")
    }

    fn rules(&self) -> Value {
        G::write_rules(&self.rules)
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            seats: self.seats,
            decisions: self.decisions,
            actions: G::ACTIONS,
            observation: observation_size::<G>(),
            information: information_size::<G>(),
        }
    }

    fn layout(&self) -> Vec<Range> {
        tensor_layout::<G>().collect()
    }

    fn action_name(&self, id: usize) -> String {
        G::action_name(id)
    }

    fn deal(self: Arc<Self>, seed: u64, deal: u64) -> Box<dyn AnyState> {
        let start = G::deal(&self.rules, &mut Streams::new(seed).deal(deal));
        Box::new(Playing::<G>::begin(self, start))
    }

    fn starts(self: Arc<Self>) -> Option<Vec<Likely>> {
        let state = |(start, probability)| -> Likely {
            (Box::new(Playing::<G>::begin(Arc::clone(&self), start)), probability)
        };
        Some(G::starts(&self.rules)?.into_iter().map(state).collect())
    }

    fn replay(self: Arc<Self>, record: &Value) -> Result<Box<dyn AnyState>, BadInput> {
        let replay = Record::read(&Reader::new(record, "record"))?.replay::<G>()?;
        let mut playing = Playing::<G>::begin(self, replay.start);
        replay.actions.into_iter().for_each(|action| playing.play(action));
        Ok(Box::new(playing))
    }

    fn batch(
        &self,
        games: usize,
        seed: u64,
        threads: NonZeroUsize,
        tensor: Tensor,
    ) -> Result<Box<dyn AnyBatch>, BadInput> {
        Ok(Box::new(GameBatch::<G>::new(self.rules.clone(), games, seed, threads, tensor)?))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What pickle keeps of a game.
pub(crate) fn description(table: &dyn AnyTable) -> Value {
    json!({ "game": table.id().name(), "rules": table.rules() })
}

impl<G: Supported> std::fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by {}", <G as Recorded>::NAME, self.rules())
    }
}
