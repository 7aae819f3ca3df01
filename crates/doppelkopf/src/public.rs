use crate::card::Card;
use crate::cards::Cards;
use crate::deal::HAND;
use crate::game_type::{GameType, Lead};
use crate::moves::{Level, Question};
use crate::rules::Announcing;
use crate::seats::{SEATS, SeatSet};
use crate::start::Start;
use crate::team::Team;
use crate::view::DoppelkopfView;
use kontra_game::Seat;
use std::hash::{Hash, Hasher};

/// Everything that happened in the open: what all four players know.
///
/// A state is this and the hands; a view is this and one hand. Whatever decides who is asked what is in
/// here, so being asked never tells a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    /// All cards played so far, the current trick included.
    pub(crate) played: Cards,
    /// What is asked, and whom. `over` says that nothing is asked any more.
    pub(crate) question: Question,
    pub(crate) asked: Seat,
    pub(crate) over: bool,
    pub(crate) announcing: Announcing,
    /// The game type; `Normal` until it is found.
    pub(crate) kind: GameType,
    pub(crate) found: bool,

    // Finding the game.
    /// The seat in first position.
    pub(crate) first: Seat,
    pub(crate) open_solos: SeatSet,
    pub(crate) games_left: GamesLeft,
    /// How many seats have answered whether they have a reservation.
    pub(crate) answered: u8,
    pub(crate) reservations: SeatSet,
    /// Who was asked for an immediate solo.
    pub(crate) asked_immediately: SeatSet,
    /// The first player who wants a lust solo while somebody with an open compulsory solo may come before them.
    pub(crate) lust_soloist: Option<Seat>,
    /// The soloist, or the player of the marriage.
    pub(crate) soloist: Option<Seat>,
    /// Who showed both ♣Q by wanting a marriage, whether or not it came about.
    pub(crate) bride: Option<Seat>,

    // Announcing.
    /// Seats that remain to be asked in this round, the asked one included.
    pub(crate) round_left: u8,
    /// What each team has announced.
    pub(crate) levels: [Level; 2],
    /// Whether a team's first announcement was in time, and not only a reply.
    pub(crate) in_time: [bool; 2],
    /// By how many cards a late marriage moves every limit.
    pub(crate) delay: u8,
    /// The fewest cards with which somebody may have something to announce who is known to be re, who is
    /// known to be kontra, and who may be either.
    pub(crate) limits: [u8; 3],
    /// Who is known to everybody to be re, and to be kontra.
    pub(crate) known: [SeatSet; 2],

    // Tricks.
    /// How many tricks are complete.
    pub(crate) tricks: u8,
    /// Cards in the current trick, in the order they were played; only the first `trick_len` count.
    pub(crate) trick: [Card; SEATS],
    pub(crate) trick_len: u8,
    pub(crate) leader: Seat,
    /// What must be followed in the current trick.
    pub(crate) lead: Lead,
    /// The strength of the best card so far, and who played it.
    pub(crate) best: u8,
    pub(crate) best_seat: Seat,
    pub(crate) trick_points: u8,
    /// Leads that a seat has failed to follow, as bits.
    pub(crate) voids: [u8; SEATS],
    /// How many ♣Q each seat has played.
    pub(crate) queens_played: [u8; SEATS],
    /// Card points in the tricks of each seat.
    pub(crate) points: [u8; SEATS],
    /// Tricks of each seat.
    pub(crate) tricks_won: [u8; SEATS],
    /// Tricks of each seat worth 40 points or more.
    pub(crate) doppelkopfs: [u8; SEATS],
    /// For each fox played in a normal game or a marriage: 1 + 4 · winner + owner.
    pub(crate) foxes: [u8; 2],
    /// Who won the last trick with a charlie.
    pub(crate) charlie: Option<Seat>,
}

impl Public {
    pub(crate) fn new(start: &Start) -> Public {
        let first = start.first();
        Public {
            played: Cards::NONE,
            question: Question::ImmediateSolo,
            asked: first,
            over: false,
            announcing: start.rules.announcing,
            kind: GameType::Normal,
            found: false,
            first,
            open_solos: start.open_solos(),
            games_left: GamesLeft::of(start),
            answered: 0,
            reservations: SeatSet::NONE,
            asked_immediately: SeatSet::NONE,
            lust_soloist: None,
            soloist: None,
            bride: None,
            round_left: 0,
            levels: [Level::Silent; 2],
            in_time: [false; 2],
            delay: 0,
            limits: [NEVER; 3],
            known: [SeatSet::NONE; 2],
            tricks: 0,
            trick: [Card::QUEEN_OF_CLUBS; SEATS],
            trick_len: 0,
            leader: first,
            lead: 0,
            best: 0,
            best_seat: first,
            trick_points: 0,
            voids: [0; SEATS],
            queens_played: [0; SEATS],
            points: [0; SEATS],
            tricks_won: [0; SEATS],
            doppelkopfs: [0; SEATS],
            foxes: [0; 2],
            charlie: None,
        }
    }

    /// What a player would know who holds these cards. Whether such a hand is possible is up to the caller.
    pub fn seen_with(&self, seat: Seat, hand: Cards) -> DoppelkopfView {
        DoppelkopfView { seat, hand, public: *self }
    }

    /// What is asked now; `None` when the game is over.
    #[inline]
    pub fn question(&self) -> Option<Question> {
        if self.over { None } else { Some(self.question) }
    }

    /// Who is asked now; `None` when the game is over.
    #[inline]
    pub fn asked(&self) -> Option<Seat> {
        if self.over { None } else { Some(self.asked) }
    }

    /// The type of the game, once it is found.
    pub fn kind(&self) -> Option<GameType> {
        self.found.then_some(self.kind)
    }

    /// Who announced a solo or a marriage that is played.
    pub fn soloist(&self) -> Option<Seat> {
        self.soloist
    }

    /// Whether this is a compulsory solo.
    pub fn is_compulsory(&self) -> bool {
        self.kind.is_solo() && self.soloist.is_some_and(|seat| self.open_solos.contains(seat))
    }

    /// Who showed both ♣Q by wanting a marriage, whether or not it came about.
    pub fn bride(&self) -> Option<Seat> {
        self.bride
    }

    /// Who has a reservation.
    pub fn reservations(&self) -> SeatSet {
        self.reservations
    }

    /// Who still had to play a compulsory solo when this game began.
    pub fn open_solos(&self) -> SeatSet {
        self.open_solos
    }

    /// How many games the session has left, this one included; `None` outside of sessions with compulsory solos.
    pub fn games_left(&self) -> Option<u16> {
        (self.games_left.0 > 0).then_some(self.games_left.0)
    }

    /// How many seats have said whether they have a reservation, from the [`first`](Public::first) on.
    pub fn answered(&self) -> usize {
        usize::from(self.answered)
    }

    /// Who was asked for an immediate solo.
    pub fn asked_immediately(&self) -> SeatSet {
        self.asked_immediately
    }

    /// Who wants a solo that a compulsory one may still take from them.
    pub fn lust_soloist(&self) -> Option<Seat> {
        self.lust_soloist
    }

    /// The seat in first position.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// How announcements are asked for.
    pub fn announcing(&self) -> Announcing {
        self.announcing
    }

    /// What a team has announced.
    pub fn level(&self, team: Team) -> Level {
        self.levels[team as usize]
    }

    /// The fewest cards with which a player of this team may announce something; 13 where it may not any more, or not
    /// yet.
    pub fn announcing_limit(&self, team: Team) -> u8 {
        self.limits[team as usize]
    }

    /// Whether a team's first announcement was made in time, and was not only a reply.
    pub fn announced_in_time(&self, team: Team) -> bool {
        self.in_time[team as usize]
    }

    /// By how many cards a late marriage moves the limits of announcements.
    pub fn announcing_delay(&self) -> u8 {
        self.delay
    }

    /// The team of a seat, if everybody knows it.
    #[inline]
    pub fn known_team(&self, seat: Seat) -> Option<Team> {
        Team::ALL.into_iter().find(|&team| self.known[team as usize].contains(seat))
    }

    /// How many cards a seat still holds.
    #[inline]
    pub fn cards_left(&self, seat: Seat) -> usize {
        HAND - usize::from(self.tricks) - usize::from(self.has_played(seat))
    }

    /// Whether a seat's card lies in the current trick.
    #[inline]
    pub(crate) fn has_played(&self, seat: Seat) -> bool {
        (seat.index() + SEATS - self.leader.index()) % SEATS < usize::from(self.trick_len)
    }

    /// Who leads, or led, to the current trick.
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// How many tricks are complete.
    pub fn tricks(&self) -> usize {
        usize::from(self.tricks)
    }

    /// The cards on the table with the seats that played them, in order.
    pub fn trick(&self) -> impl Iterator<Item = (Seat, Card)> {
        crate::seats::from(self.leader).zip(self.trick).take(usize::from(self.trick_len))
    }

    /// Who wins the current trick so far, and with which card; `None` before its first card.
    #[inline]
    pub fn best(&self) -> Option<(Seat, Card)> {
        let card = || self.kind.suits().order()[usize::from(self.best) - 1];
        (self.trick_len > 0).then(|| (self.best_seat, card()))
    }

    /// All cards played so far, those on the table included.
    pub fn played(&self) -> Cards {
        self.played
    }

    /// Card points in a seat's tricks.
    pub fn points(&self, seat: Seat) -> u8 {
        self.points[seat.index()]
    }

    /// Card points on the table.
    pub fn trick_points(&self) -> u8 {
        self.trick_points
    }

    /// What a seat failed to follow, as bits: the four suits in the order of [`Suit::ALL`](crate::Suit::ALL), then trump.
    pub fn voids(&self, seat: Seat) -> u8 {
        self.voids[seat.index()]
    }

    /// How many tricks of 40 points or more a seat has taken.
    pub fn doppelkopfs(&self, seat: Seat) -> u8 {
        self.doppelkopfs[seat.index()]
    }

    /// Who won the foxes played so far in a normal game or a marriage, and who had played them.
    pub fn foxes(&self) -> impl Iterator<Item = (Seat, Seat)> {
        let noted = self.foxes.into_iter().filter(|&fox| fox != 0).map(|fox| usize::from(fox) - 1);
        noted.map(|fox| (Seat::wrapping(fox / SEATS, SEATS), Seat::wrapping(fox, SEATS)))
    }

    /// How many tricks a seat has taken.
    pub fn tricks_won(&self, seat: Seat) -> u8 {
        self.tricks_won[seat.index()]
    }
}

/// How many games the session has left, this one included; 0 where nobody ever has to play a solo.
///
/// Players know it, and it does not change this game: what it is worth is the same with any number. So it is no part of
/// the hash by which searches tell positions apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GamesLeft(u16);

impl GamesLeft {
    fn of(start: &Start) -> GamesLeft {
        GamesLeft(start.duty.map_or(0, |duty| duty.games_left))
    }
}

impl Hash for GamesLeft {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A limit that no hand reaches.
pub(crate) const NEVER: u8 = HAND as u8 + 1;
