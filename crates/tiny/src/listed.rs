use kontra_game::{SearchRng, Weighted, WorldSampler, choose};

/// All worlds of a view, each as often as it can be dealt. This draws what [`determinize`](kontra_game::Determinize::determinize)
/// draws from the same random numbers, without listing the cards again for each world.
pub(crate) struct Listed<G>(pub(crate) Vec<G>);

impl<G: Copy + Send + Sync> WorldSampler<G> for Listed<G> {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<G> {
        Weighted::one(self.0[choose::below(rng, self.0.len() as u32) as usize])
    }
}
