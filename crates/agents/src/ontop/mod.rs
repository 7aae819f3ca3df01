//! OnTop for searches: an evaluation, an order of moves, bounds (Briesemeister 2009, section 5.2).

mod features;
mod guide;
mod limits;
mod order;
mod positions;
mod weights;

pub use guide::OnTopGuide;
pub use limits::Limits;
pub use order::MoveOrder;
pub use positions::test_positions;
pub use weights::Weights;
