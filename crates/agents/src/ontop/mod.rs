//! What agents know about OnTop: what playouts are worth, an evaluation, an order of moves and bounds
//! (Briesemeister 2009, section 5.2), and the positions on which they are measured.
//!
//! ```
//! use kontra_agents::ontop::{OnTopGuide, test_positions};
//! use kontra_search::expectimax::{Algorithm, Settings, Star};
//! let opening = &test_positions()[0];
//! let settings = Settings::new(Algorithm::Expectimax).depth(1);
//! let analysis = Star::new(OnTopGuide::default(), settings).analyze(&opening.game);
//! assert_eq!(analysis.nodes, opening.nodes[0]);
//! assert_eq!(analysis.nodes, 3_584);
//! ```

mod agents;
mod champion;
mod circles;
mod endgame;
mod features;
mod guide;
mod last_tiles;
pub mod network;
mod order;
mod playouts;
mod positions;
mod presets;
mod reach;
mod stars;
mod thesis;
mod value_bounds;
mod weights;

pub use champion::{ChampionBlueprint, ChampionSearch, LookaheadSettings, greedy};
pub use guide::OnTopGuide;
pub use last_tiles::LastTiles;
pub use order::MoveOrder;
pub use playouts::OnTopPlayouts;
pub use positions::{TestPosition, test_positions};
pub use thesis::{briesemeister2009, briesemeister2009_settings};
pub use value_bounds::ValueBounds;
pub use weights::FeatureWeights;
