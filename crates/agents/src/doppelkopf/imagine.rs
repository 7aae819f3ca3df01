use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Worlds};
use kontra_search::mcts::{Domain, Imagination};

/// No knowledge of Doppelkopf but how to imagine many worlds quickly: the worlds of a view are counted once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Imagine;

impl Domain<Doppelkopf> for Imagine {
    fn imagination<'a>(&'a self, view: &'a DoppelkopfView) -> Imagination<'a, Doppelkopf> {
        let worlds = Worlds::new(view);
        Box::new(move |rng| worlds.sample(rng))
    }
}
