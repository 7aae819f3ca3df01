use crate::card::Card;
use crate::cards::Cards;
use crate::game_type::GameType;
use crate::moves::{Level, Move};
use crate::public::Public;
use crate::seats::SeatSet;
use crate::state::{Doppelkopf, legal_moves};
use crate::team::Team;
use crate::worlds::{Worlds, possible_cards};
use kontra_game::{
    Actions, Determinize, Enumerate, InfoKey, Seat, StableHasher, Turn, View, WorldSampler,
};
use rand::Rng;
use std::hash::{Hash, Hasher};

/// What one player knows: their hand, and everything that happened in the open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DoppelkopfView {
    pub(crate) seat: Seat,
    pub(crate) hand: Cards,
    pub(crate) public: Public,
}

impl DoppelkopfView {
    /// The player's cards.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// What everybody knows.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards that the other three hold between them.
    pub fn unseen(&self) -> Cards {
        Cards::DECK.minus(self.hand).minus(self.public.played)
    }

    /// The player's own team; `None` while it is open.
    pub fn own_team(&self) -> Option<Team> {
        self.team(self.seat)
    }

    /// The team of a seat as far as this player can tell from the play and their own cards.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        let [re, kontra] = self.known_teams();
        match (re.contains(seat), kontra.contains(seat)) {
            (true, _) => Some(Team::Re),
            (_, true) => Some(Team::Kontra),
            _ => None,
        }
    }

    /// What this player's team may announce now, lowest first.
    pub fn open_levels(&self) -> &'static [Level] {
        let team = self.own_team().unwrap_or(Team::Kontra);
        self.public.levels_open_to(team, self.hand.len())
    }

    /// The unseen cards that a seat may hold: none of what it failed to follow, and no ♣Q where everybody knows that it has
    /// none.
    pub fn may_hold(&self, seat: Seat) -> Cards {
        self.unseen().within(possible_cards(&self.public, seat))
    }

    /// Who is re and who is kontra, as far as this player can tell; nobody before the game is found.
    pub fn known_teams(&self) -> [SeatSet; 2] {
        if !self.public.found {
            return [SeatSet::NONE; 2];
        }
        let [mut re, mut kontra] = self.public.known;
        if self.public.kind != GameType::Normal {
            return [re, kontra];
        }
        let played = self.public.queens_played;
        let own = self.hand.count(Card::QUEEN_OF_CLUBS) + usize::from(played[self.seat.index()]);
        if own > 0 {
            re.insert(self.seat);
        } else {
            kontra.insert(self.seat);
        }
        let unseen = self.unseen().count(Card::QUEEN_OF_CLUBS);
        if re.len() == 2 || unseen == 0 {
            kontra = re.others();
        }
        // An unseen ♣Q must be somewhere: with the only other player who is not known to have none.
        let mut possible = kontra.others();
        possible.remove(self.seat);
        if unseen > 0 && possible.len() == 1 {
            re = re.or(possible);
        }
        [re, kontra]
    }
}

impl View for DoppelkopfView {
    type Game = Doppelkopf;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.public.asked().map_or(Turn::Over, Turn::Seat)
    }

    fn actions(&self, out: &mut Actions<Move>) {
        if self.turn() == Turn::Seat(self.seat) {
            let team = self.own_team().unwrap_or(Team::Kontra);
            legal_moves(&self.public, self.hand, team, out);
        }
    }

    /// Views with the same key have the same worlds, moves and future; the order of past tricks does not count.
    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        InfoKey(hasher.finish())
    }
}

impl Determinize for DoppelkopfView {
    /// Every deal that this player cannot tell from the true one is equally likely. To draw many worlds of
    /// the same view, make its [`Worlds`] once and draw from them.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Doppelkopf {
        Worlds::new(self).sample(rng)
    }

    /// The worlds are counted once.
    fn prepare(&self) -> impl WorldSampler<Doppelkopf> {
        Worlds::new(self)
    }
}

impl Enumerate for DoppelkopfView {
    /// See [`Worlds::count`] first: there may be very many.
    fn worlds(&self) -> Vec<(Doppelkopf, f64)> {
        let mut worlds = vec![];
        Worlds::new(self).each(|world, weight| worlds.push((*world, weight as f64)));
        worlds
    }
}

const _: () = assert!(size_of::<Doppelkopf>() <= 2 * 64, "a state fits into two cache lines");
