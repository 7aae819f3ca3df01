use super::layout::{HEADS, INPUTS, OUTPUTS, VERSION};
use kontra_nets::sparse::{SparseNetwork, SparseShape};
use kontra_nets::{BadWeights, Weights};
use std::sync::{Arc, OnceLock};

/// A network that values positions of OnTop in which a tile is about to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionNetwork(Arc<SparseNetwork>);

/// The fact of a file that tells the layout.
pub const LAYOUT: &str = "layout";

/// The name of the weights that come with the program.
const SHIPPED: &str = "ontop";

impl PositionNetwork {
    /// The network that comes with the program. It is read once.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn shipped() -> &'static PositionNetwork {
        static ONCE: OnceLock<PositionNetwork> = OnceLock::new();
        ONCE.get_or_init(|| {
            let read = PositionNetwork::from_file(kontra_models::ONTOP);
            read.expect("the weights that come with the program")
        })
    }

    /// The network that the parameter `weights` of an agent names: a file, or the one that comes with the program. One
    /// sentence says what was found instead.
    pub fn named(name: &str) -> Result<PositionNetwork, String> {
        if name == SHIPPED {
            return Ok(PositionNetwork::shipped().clone());
        }
        if !crate::is_path(name) {
            return Err(format!("'{name}', which is neither a file's path nor '{SHIPPED}'"));
        }
        let bytes = std::fs::read(name).map_err(|e| format!("'{name}': {e}"))?;
        PositionNetwork::from_file(&bytes).map_err(|e| format!("'{name}': {e}"))
    }

    /// The sizes of such a network with this many sums.
    pub fn shape(width: usize) -> SparseShape {
        SparseShape { inputs: INPUTS, width, heads: HEADS, outputs: OUTPUTS }
    }

    /// This network; `None` where it has other inputs or outputs.
    pub fn new(network: SparseNetwork) -> Option<PositionNetwork> {
        let fits = network.shape() == PositionNetwork::shape(network.shape().width);
        fits.then(|| PositionNetwork(Arc::new(network)))
    }

    /// Reads a file of weights.
    pub fn from_file(bytes: &[u8]) -> Result<PositionNetwork, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        let shape = SparseShape::of_graph(&graph)?;
        let found = facts.get(LAYOUT).map_or("nothing", String::as_str);
        if found != VERSION {
            let why = format!("weights, layout: expected {VERSION}, found {found}");
            return Err(BadWeights::new(why));
        }
        let network = SparseNetwork::new(shape, shape.to_flat(weights.parameters()));
        network.and_then(PositionNetwork::new).ok_or_else(|| {
            BadWeights::new("weights: expected a network of OnTop, found another one")
        })
    }

    /// The numbers.
    pub fn sparse(&self) -> &SparseNetwork {
        &self.0
    }
}
