use crate::{Agent, Effort};
use kontra_game::{Game, History, Log, Payoffs, Seat, Shown, Turn, View};
use kontra_search::Analysis;
use std::fmt;

/// Something that sees all cards, for baselines. It is given a game, so nobody cheats by accident.
pub trait Cheat<G: Game>: Send {
    /// One of the legal moves of the seat to move.
    fn choose(&mut self, game: &G) -> G::Action;

    /// What it thinks of every legal move; `None` for cheats that do not tell.
    fn analyze(&mut self, _game: &G) -> Option<Analysis<G::Action>> {
        None
    }

    /// What it has done so far; nothing for cheats that do not search.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// Somebody outside of the program. It is told what its seat sees, and it may fail to answer.
pub trait Guest<G: Game>: Send {
    /// A game begins, with this in the guest's hand.
    fn begin(&mut self, view: &G::View) -> Result<(), Failure>;

    /// Somebody (`None`: chance) decided this, as the guest's seat sees it: a move in the game's notation, or
    /// [`HIDDEN`](kontra_game::HIDDEN).
    fn see(&mut self, by: Option<Seat>, what: &str);

    /// One of the legal moves of the view, in which it is this seat's turn.
    fn choose(&mut self, view: &G::View, history: History<'_, G>) -> Result<G::Action, Failure>;

    /// The game is over; `forfeit` says who broke it off.
    fn end(&mut self, payoffs: &Payoffs, forfeit: Option<Seat>);

    /// The game goes on without the guest, who was asked for some of its decisions and is free for other games now.
    fn leave(&mut self) {}
}

/// Why a guest cannot continue a game, as a phrase that follows its name: `did not answer within 10 s`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The player on a seat: an agent that is shown its view, a cheat that is shown everything, or a guest.
pub enum Player<G: Game> {
    /// Sees what its seat may know.
    Honest(Box<dyn Agent<G>>),
    /// Sees everything.
    Cheating(Box<dyn Cheat<G>>),
    /// Sees what its seat may know, and is no part of this program.
    Guest(Box<dyn Guest<G>>),
}

impl<G: Game> Player<G> {
    /// The game begins for the player on this seat. Only a guest can fail.
    pub fn begin(&mut self, game: &G, seat: Seat) -> Result<(), Failure> {
        match self {
            Player::Honest(_) | Player::Cheating(_) => Ok(()),
            Player::Guest(guest) => guest.begin(&game.view(seat)),
        }
    }

    /// The move of the player on this seat, whose turn it is. Only a guest can fail.
    #[inline]
    pub fn decide(&mut self, game: &G, seat: Seat, log: &Log<G>) -> Result<G::Action, Failure> {
        self.decide_from(game, &game.view(seat), log)
    }

    /// The same for somebody who has made the view of the seat to move already.
    #[inline]
    pub fn decide_from(
        &mut self,
        game: &G,
        view: &G::View,
        log: &Log<G>,
    ) -> Result<G::Action, Failure> {
        match self {
            Player::Honest(agent) => Ok(agent.choose(view, log.seen_by(view.seat()))),
            Player::Cheating(cheat) => Ok(cheat.choose(game)),
            Player::Guest(guest) => guest.choose(view, log.seen_by(view.seat())),
        }
    }

    /// The player on this seat sees what is about to be played.
    #[inline]
    pub fn see(&mut self, game: &G, action: G::Action, seat: Seat)
    where
        G: Shown,
    {
        if let Player::Guest(guest) = self {
            let by = match game.turn() {
                Turn::Seat(by) => Some(by),
                Turn::Chance | Turn::Over => None,
            };
            guest.see(by, &game.show_event(action, seat));
        }
    }

    /// The game is over; `forfeit` says who broke it off.
    pub fn end(&mut self, payoffs: &Payoffs, forfeit: Option<Seat>) {
        if let Player::Guest(guest) = self {
            guest.end(payoffs, forfeit);
        }
    }

    /// What the player has done so far, where it is known.
    pub fn effort(&self) -> Effort {
        match self {
            Player::Honest(agent) => agent.effort(),
            Player::Cheating(cheat) => cheat.effort(),
            Player::Guest(_) => Effort::default(),
        }
    }
}
