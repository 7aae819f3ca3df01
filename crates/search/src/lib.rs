//! Searches for games with chance and hidden information, each generic over [`kontra_game::Game`].
//!
//! A search takes what one seat sees, a [`Budget`] and random numbers, and returns an [`Analysis`]: every legal move
//! with its visits and value, and the move to play. With the same seed and a budget of iterations the
//! analysis is the same to the bit.
//!
//! - [`mcts`]: Monte Carlo searches, with and without a tree, for games that hide nothing, something or all.
//! - [`expectimax`]: exact and depth-limited search with chance; [`solve`]: exact endgames of two sides.
//! - [`Search`] is what they have in common; [`mcts::Domain`] is how they learn about a game; [`Limits`] hold
//!   whatever the budget says.
//!
//! # A whole game, searched
//!
//! Somebody hides a coin in one hand. The player takes one point, or tries for three and then says which hand it is:
//! a wrong guess costs three. This is all a search needs to know:
//!
//! ```
//! use kontra_game::{Actions, Determinize, Game, InfoKey, Payoffs, Seat, Turn, View, choose};
//! use rand::Rng;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Say { Take, Try, Left, Right }
//!
//! /// The full state: where the coin is, and what was said.
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! struct Coin { hand: Say, said: Option<Say> }
//!
//! /// What the player sees: what was said. Not the coin!
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! struct Seen(Option<Say>);
//!
//! const PLAYER: Seat = Seat::wrapping(0, 1);
//!
//! impl Seen {
//!     fn choices(&self) -> &'static [Say] {
//!         match self.0 {
//!             None => &[Say::Take, Say::Try],
//!             Some(Say::Try) => &[Say::Left, Say::Right],
//!             Some(_) => &[],
//!         }
//!     }
//! }
//!
//! impl Game for Coin {
//!     type Action = Say;
//!     type View = Seen;
//!     fn seats(&self) -> usize { 1 }
//!     fn turn(&self) -> Turn {
//!         if Seen(self.said).choices().is_empty() { Turn::Over } else { Turn::Seat(PLAYER) }
//!     }
//!     fn actions(&self, out: &mut Actions<Say>) { out.extend(Seen(self.said).choices().iter().copied()) }
//!     fn play(&mut self, say: Say) { self.said = Some(say) }
//!     fn payoffs(&self) -> Payoffs {
//!         let take = self.said == Some(Say::Take);
//!         Payoffs::new(&[if take { 1.0 } else if self.said == Some(self.hand) { 3.0 } else { -3.0 }])
//!     }
//!     fn view(&self, _: Seat) -> Seen { Seen(self.said) }
//! }
//!
//! impl View for Seen {
//!     type Game = Coin;
//!     fn seat(&self) -> Seat { PLAYER }
//!     fn turn(&self) -> Turn { Coin { hand: Say::Left, said: self.0 }.turn() }
//!     fn actions(&self, out: &mut Actions<Say>) { out.extend(self.choices().iter().copied()) }
//!     fn key(&self) -> InfoKey { InfoKey(self.0.map_or(0, |say| 1 + say as u64)) }
//! }
//!
//! impl Determinize for Seen {
//!     fn determinize<R: Rng>(&self, rng: &mut R) -> Coin {
//!         let hand = if choose::below(rng, 2) == 0 { Say::Left } else { Say::Right };
//!         Coin { hand, said: self.0 }
//!     }
//! }
//!
//! use kontra_game::Streams;
//! use kontra_search::mcts::{Mcts, SoIsmcts, TreeOptions};
//! use kontra_search::{Budget, Limits, Search};
//!
//! let coin = Coin { hand: Say::Right, said: None };
//! let (budget, limits) = (Budget::iterations(2000), Limits::none());
//! let mut rng = Streams::new(1).agent(0, 0, PLAYER);
//!
//! // A tree over information sets knows that it will not know more later, and takes the point.
//! let mut search = SoIsmcts::new(3.0).with_budget(budget);
//! let analysis = search.search(&coin.view(PLAYER), &limits, &mut rng);
//! assert_eq!(analysis.chosen, Say::Take);
//! assert_eq!(analysis.of(Say::Take).unwrap().value, 1.0);
//! assert_eq!(analysis.iterations, 2000);
//!
//! // A search of the true state cheats: it sees the coin.
//! let analysis = Mcts::new(TreeOptions::uct(3.0), budget).search_state(&coin, &limits, &mut rng);
//! assert_eq!(analysis.variation, [Say::Try, Say::Right]);
//! ```

mod analysis;
mod budget;
mod cost;
pub mod expectimax;
mod limits;
pub mod mcts;
mod search;
mod side;
pub mod solve;

pub use analysis::{Analysis, MoveAnalysis};
pub use budget::{Budget, Clock};
pub use cost::{Blueprint, Cost, Costs, KeepingBlueprint, ReusingBlueprint, StarBlueprint};
pub use limits::Limits;
pub use search::{ActionOf, Search};
pub use side::Side;
