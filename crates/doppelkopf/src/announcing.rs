//! Announcements and replies: what is legal, and who is asked (Sievers 2012, 2.2.6 and 5.1.2).

use crate::deal::HAND;
use crate::game_type::GameType;
use crate::moves::{Level, Question};
use crate::public::{NEVER, Public};
use crate::rules::Announcing;
use crate::seats::{SEATS, SeatSet, next};
use crate::team::Team;
use kontra_game::Seat;

/// With this many cards a player can still say re or kontra, if no marriage was late.
const CARDS_FOR_FIRST: u8 = HAND as u8 - 1;

impl Public {
    /// The levels that a player of `team` with this many cards may announce, lowest first.
    pub(crate) fn levels_open_to(&self, team: Team, cards: usize) -> &'static [Level] {
        let own = self.level(team);
        if (cards as u8) < self.limit(team) {
            &[]
        } else if own == Level::Silent && (cards as u8) < self.limit_above(Level::Silent) {
            // Too late for an announcement, but not for a reply.
            &Level::ALL[Level::Game as usize..=Level::Game as usize]
        } else {
            own.above()
        }
    }

    /// The fewest cards with which a player of `team` may announce anything.
    ///
    /// A team that has said nothing may reply: with one card less than the opponents needed for their last
    /// announcement. Otherwise its next level counts. Skipped levels must be in time too, and the lowest one
    /// needs the most cards, so the limit of the next level serves for every higher one as well.
    #[inline]
    fn limit(&self, team: Team) -> u8 {
        // Written without a match: which level it is cannot be predicted, and playouts ask often.
        let (own, theirs) = (self.level(team), self.level(team.opponent()));
        let silent = own == Level::Silent;
        let closed = own == Level::Black || !(silent || self.in_time[team as usize]);
        let limit = self.limit_above(if silent { theirs } else { own });
        if closed { NEVER } else { limit }
    }

    /// The fewest cards for the level above this one: 11 for re or kontra, 10 for no 90, and so on.
    #[inline]
    fn limit_above(&self, level: Level) -> u8 {
        CARDS_FOR_FIRST - level as u8 - self.delay
    }

    /// Brings the limits up to date after an announcement, or after more became known about the teams.
    ///
    /// While a seat's team is not known to everybody, it is asked as long as either team would allow it an
    /// announcement: not being asked would tell its team (Sievers 2012, 5.1.2).
    #[inline]
    pub(crate) fn update_limits(&mut self) {
        let [re, kontra] = Team::ALL.map(|team| self.limit(team));
        self.limits = [re, kontra, re.min(kontra)];
    }

    /// Everybody who may have something to announce, as far as everybody can tell.
    #[inline]
    fn with_something_to_say(&self) -> SeatSet {
        let cards = HAND as u8 - self.tricks;
        let played = SeatSet::row(self.leader, self.trick_len.into());
        let in_time = |limit: u8| {
            let before = played.others().when(cards >= limit);
            before.or(played.when(cards > limit))
        };
        let [re, kontra] = self.known;
        let unknown = re.or(kontra).others();
        let [of_re, of_kontra, of_either] = self.limits.map(in_time);
        re.and(of_re).or(kontra.and(of_kontra)).or(unknown.and(of_either))
    }

    /// Draws the conclusions that everybody draws from what is known about the teams of a normal game.
    pub(crate) fn conclude_teams(&mut self) {
        let [re, kontra] = self.known;
        let both_by_one = self.queens_played.contains(&2);
        if re.len() == 2 || both_by_one {
            self.known[Team::Kontra as usize] = re.others();
        } else if kontra.len() == 3 {
            self.known[Team::Re as usize] = kontra.others();
        }
    }

    /// Asks `seats` players in turn, starting with `seat`, then moves on to the next card. Those who have nothing
    /// to say are passed over.
    #[inline]
    pub(crate) fn ask_round(&mut self, seat: Seat, seats: u8) {
        if self.may_announce() {
            let passed = self.with_something_to_say().steps_from(seat);
            if passed < seats.into() {
                self.ask(Question::Announcement, seat.after(passed, SEATS));
                self.round_left = seats - passed as u8;
                return;
            }
        }
        self.round_left = 0;
        self.ask(Question::Card, self.leader.after(usize::from(self.trick_len), SEATS));
    }

    /// Whether anybody may still announce anything. Nobody holds more cards than before this trick.
    #[inline]
    pub(crate) fn may_announce(&self) -> bool {
        HAND as u8 - self.tricks >= self.limits[2]
    }

    /// The asked player says nothing.
    pub(crate) fn pass(&mut self) {
        self.ask_round(next(self.asked), self.round_left - 1);
    }

    /// The asked player, who belongs to `team`, announces a level; then others, or the same player again, are asked.
    pub(crate) fn announce(&mut self, team: Team, level: Level) {
        self.commit(team, level);
        match self.announcing {
            Announcing::Choose => self.ask_round(next(self.asked), SEATS as u8 - 1),
            Announcing::Step => self.ask_round(self.asked, SEATS as u8),
        }
    }

    /// The asked player commits their team to a level.
    #[inline]
    pub(crate) fn commit(&mut self, team: Team, level: Level) {
        let seat = self.asked;
        let index = team as usize;
        debug_assert!(self.levels_open_to(team, self.cards_left(seat)).contains(&level));
        if self.levels[index] == Level::Silent {
            let limit = self.limit_above(Level::Silent);
            self.in_time[index] = self.cards_left(seat) as u8 >= limit;
        }
        self.levels[index] = level;
        if self.kind == GameType::Normal {
            self.known[index].insert(seat);
            self.conclude_teams();
        }
        self.update_limits();
    }

    /// The marriage is decided: everybody knows the teams, and announcing begins.
    pub(crate) fn clarify_marriage(&mut self, re: SeatSet) {
        self.delay = self.tricks - 1;
        self.known = [re, re.others()];
        self.update_limits();
    }
}
