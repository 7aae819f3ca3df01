use super::model::features_of;
use crate::doppelkopf::features::{HIDDEN, WORDS};
use kontra_nets::{BadWeights, Instructions, Network, Op, Weights};

/// A network that sees all hands and says what a game will be worth to the player who decides, if networks play on.
///
/// It was trained beside the player's network. It cheats by nature, so searches ask it about imagined deals only.
#[derive(Clone, Debug)]
pub struct Critic {
    network: Network,
}

impl Critic {
    /// The network itself.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Reads weights from the bytes of a file: one input of bits, what is hidden behind the position, and one value. They are
    /// prepared for the fastest instructions for batches.
    pub fn read(bytes: &[u8]) -> Result<Critic, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        features_of(&facts)?;
        let inputs: Vec<_> = graph.inputs().collect();
        let wanted = 64 * WORDS + HIDDEN;
        let bits = matches!(inputs[..], [(value, Op::Bits)] if graph.shape(value).width == wanted);
        let value = graph.output("critic").map(|value| graph.shape(value).len());
        if !bits || value != Some(1) {
            return Err(BadWeights::new(format!(
                "weights: expected {wanted} bits and one value 'critic'"
            )));
        }
        Ok(Critic { network: Network::with_instructions(&graph, &weights, Instructions::Amx) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_critic_of_this_folder_can_be_read() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/doppelkopf-critic.safetensors");
        let bytes = std::fs::read(file).unwrap();
        assert_eq!(Critic::read(&bytes).unwrap().network().graph().outputs().count(), 1);
    }

    #[test]
    fn a_player_is_no_critic() {
        let refused = Critic::read(kontra_models::DOPPELKOPF).unwrap_err().to_string();
        assert_eq!(refused, "weights: expected 1424 bits and one value 'critic'");
    }
}
