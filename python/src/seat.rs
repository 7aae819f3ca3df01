//! What one seat knows.

use crate::playing::{AnyState, Playing};
use crate::supported::Supported;
use crate::table::{AnyTable, Table};
use kontra_game::{
    Actions, Determinize, Seat, SeenHistory, Streams, Turn, View, WorldSampler, information_size,
    observation_size,
};
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;

/// A view with what the seat saw of the past.
pub(crate) struct Known<G: Supported> {
    table: Arc<Table<G>>,
    pub(crate) view: G::View,
    pub(crate) seen: SeenHistory<G>,
}

/// [`Known`] of any game.
pub(crate) trait AnyView: Send + Sync {
    fn table(&self) -> Arc<dyn AnyTable>;
    fn seat(&self) -> Seat;
    fn turn(&self) -> Turn;
    fn legal(&self) -> Vec<usize>;
    fn mask(&self) -> Vec<bool>;
    fn observation(&self) -> Vec<f32>;
    fn information(&self) -> Vec<f32>;
    /// Everything the seat knows of the position, for programs and people.
    fn shown(&self) -> Value;
    /// What was decided so far, as the seat saw it: who (`None`: chance), and the id if the seat saw it.
    fn history(&self) -> Option<Vec<(Option<usize>, Option<usize>)>>;
    fn move_text(&self, id: usize) -> Option<String>;
    fn count_worlds(&self) -> Option<u64>;
    fn worlds(&self, count: usize, seed: u64) -> Vec<Box<dyn AnyState>>;
    fn picture(&self) -> Option<String>;
    fn cloned(&self) -> Box<dyn AnyView>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: Supported> Known<G> {
    pub(crate) fn new(table: &Arc<Table<G>>, view: G::View, seen: SeenHistory<G>) -> Known<G> {
        Known { table: Arc::clone(table), view, seen }
    }

    fn actions(&self) -> Actions<G::Action> {
        let mut actions = Actions::new();
        self.view.actions(&mut actions);
        actions
    }

    /// The legal action with this id.
    pub(crate) fn action(&self, id: usize) -> Option<G::Action> {
        G::action_of(id, &self.view)
    }
}

impl<G: Supported> AnyView for Known<G> {
    fn table(&self) -> Arc<dyn AnyTable> {
        Arc::clone(&self.table) as Arc<dyn AnyTable>
    }

    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn turn(&self) -> Turn {
        self.view.turn()
    }

    fn legal(&self) -> Vec<usize> {
        self.actions().into_iter().map(G::action_id).collect()
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; G::decisions(&self.view)];
        G::legal_mask(&self.view, &mut mask);
        mask
    }

    fn observation(&self) -> Vec<f32> {
        let mut tensor = vec![0.0; observation_size::<G>()];
        G::observation_tensor(&self.view, &mut tensor);
        tensor
    }

    fn information(&self) -> Vec<f32> {
        let mut tensor = vec![0.0; information_size::<G>()];
        G::information_tensor(&self.view, self.seen.history(), &mut tensor);
        tensor
    }

    fn shown(&self) -> Value {
        let mut shown = G::show(&self.view);
        if let Value::Object(fields) = &mut shown {
            fields.insert("moves".to_owned(), json!(G::show_moves(&self.view)));
        }
        shown
    }

    fn history(&self) -> Option<Vec<(Option<usize>, Option<usize>)>> {
        let history = self.seen.history();
        history.is_known().then(|| {
            let event = |event: kontra_game::Event<G::Action>| {
                (event.by.map(Seat::index), event.action.map(G::action_id))
            };
            history.iter().map(event).collect()
        })
    }

    fn move_text(&self, id: usize) -> Option<String> {
        match self.action(id) {
            Some(action) => Some(G::show_move(&self.view, action)),
            None => Some(G::action_name(id)).filter(|name| !name.is_empty()),
        }
    }

    fn count_worlds(&self) -> Option<u64> {
        G::count_worlds(&self.view)
    }

    fn worlds(&self, count: usize, seed: u64) -> Vec<Box<dyn AnyState>> {
        let (sampler, mut rng) = (self.view.prepare(), Streams::new(seed).test(0));
        let draw = |_| -> Box<dyn AnyState> {
            Box::new(Playing::world(&self.table, sampler.draw(&mut rng).world))
        };
        (0..count).map(draw).collect()
    }

    fn picture(&self) -> Option<String> {
        G::picture(&self.view)
    }

    fn cloned(&self) -> Box<dyn AnyView> {
        Box::new(Known::new(&self.table, self.view.clone(), self.seen.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
