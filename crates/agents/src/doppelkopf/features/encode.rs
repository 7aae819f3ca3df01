use super::PositionBits;
use super::layout::*;
use super::watch::Watch;
use kontra_doppelkopf::{
    Announcing, Card, Cards, DoppelkopfView, GameType, Level, Public, Question, Rank, SEATS,
    SeatSet, Suit, Team,
};
use kontra_game::{Seat, View};

/// The bits of a decision. `watch` has seen every decision of the game so far.
#[inline]
pub fn encode(view: &DoppelkopfView, watch: &Watch, bits: &mut PositionBits) {
    *bits = [0; WORDS];
    let mut pen = Pen { bits, seat: view.seat().index(), view, public: view.public() };
    pen.cards();
    pen.past(watch);
    pen.table();
    pen.finding();
    let teams = view.known_teams();
    pen.teams(teams);
    pen.announcements(watch);
    pen.limits();
    pen.points(teams);
    pen.specials();
    pen.question();
    pen.session();
}

/// Each card of a set as one bit, by its number.
#[inline]
pub(crate) fn each_card(cards: Cards) -> u32 {
    // Every second bit, pushed together.
    let x = cards.bits() & 0x5555_5555_5555_5555;
    let x = (x | x >> 1) & 0x3333_3333_3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}

/// This many ones.
#[inline]
fn steps(count: usize) -> u64 {
    (1 << count) - 1
}

/// How many of the marks are reached.
#[inline]
fn reached<const N: usize>(value: u8, marks: [u8; N]) -> u64 {
    steps(marks.iter().map(|&mark| usize::from(value >= mark)).sum())
}

struct Pen<'a> {
    bits: &'a mut PositionBits,
    seat: usize,
    view: &'a DoppelkopfView,
    public: &'a Public,
}

impl Pen<'_> {
    /// Writes `value`, which has at most `width` bits, from bit `at` on.
    #[inline(always)]
    fn put(&mut self, at: usize, width: usize, value: u64) {
        debug_assert!(width == 64 || value >> width == 0, "{value:b} at {at}");
        let (word, shift) = (at / 64, at % 64);
        self.bits[word] |= value << shift;
        if shift + width > 64 {
            self.bits[word + 1] |= value >> (64 - shift);
        }
    }

    /// The seat that sits `k` places to the left.
    #[inline(always)]
    fn at(&self, k: usize) -> Seat {
        Seat::wrapping(self.seat + k, SEATS)
    }

    /// A seat as one of four bits.
    #[inline(always)]
    fn one(&self, seat: Seat) -> u64 {
        1 << ((seat.index() + SEATS - self.seat) % SEATS)
    }

    #[inline(always)]
    fn one_of(&self, seat: Option<Seat>) -> u64 {
        seat.map_or(0, |seat| self.one(seat))
    }

    /// Seats as four bits.
    #[inline(always)]
    fn set(&self, seats: SeatSet) -> u64 {
        (0..SEATS).fold(0, |all, k| all | u64::from(seats.contains(self.at(k))) << k)
    }

    #[inline]
    fn cards(&mut self) {
        let (hand, unseen) = (self.view.hand(), self.view.unseen());
        self.put(HAND, 48, hand.bits());
        self.put(UNSEEN, 48, unseen.bits());
        let suits = self.public.kind().unwrap_or(GameType::Normal).suits();
        let trumps = suits.trumps();
        self.put(TRUMPS, 12, steps(hand.intersection(trumps).len()));
        self.put(UNSEEN_TRUMPS, 16, steps(unseen.intersection(trumps).len().min(16)));
        for (suit, cards) in PRINTED.iter().enumerate() {
            let plain = unseen.bits() & cards & !trumps.bits();
            self.put(UNSEEN_SUITS + 6 * suit, 6, steps((plain.count_ones() as usize).min(6)));
        }
        for k in 1..SEATS {
            let seat = self.at(k);
            self.put(VOIDS + 5 * (k - 1), 5, self.public.voids(seat).into());
            let possible = self.view.may_hold(seat);
            self.put(MAY_HOLD + 24 * (k - 1), 24, each_card(possible).into());
        }
    }

    #[inline]
    fn past(&mut self, watch: &Watch) {
        for k in 0..SEATS {
            self.put(FELL + 48 * k, 48, watch.fell[(self.seat + k) % SEATS]);
            self.put(FELL_IN + 48 * k, 48, watch.fell_in[k]);
        }
        self.put(LAST, 48, watch.last);
        self.put(LEADERS, 48, turn_nibbles(watch.leaders, self.seat));
        self.put(LEADS, 60, watch.leads);
    }

    #[inline]
    fn table(&mut self) {
        let public = self.public;
        let mut cards = 0;
        for (seat, card) in public.trick() {
            let k = (seat.index() + SEATS - self.seat) % SEATS;
            self.put(TABLE + 24 * k, 24, 1 << card.index());
            cards += 1;
        }
        let best = public.best();
        self.put(BEST, 4, self.one_of(best.map(|(seat, _)| seat)));
        self.put(TABLE_CARDS, 4, 1 << cards);
        self.put(TRICK, 12, 1 << public.tricks());
        let points = public.trick_points();
        self.put(TABLE_POINTS, 6, points.into());
        self.put(TABLE_WORTH, 8, reached(points, [1, 5, 10, 14, 20, 25, 30, 40]));
        if public.kind().is_none() {
            return;
        }
        self.put(LEADER, 4, self.one(public.leader()));
        if public.question() == Some(Question::Card) {
            let playable = public.playable(self.view.hand());
            let playable = each_card(playable);
            self.put(PLAYABLE, 24, playable.into());
            let suits = public.kind().unwrap_or(GameType::Normal).suits();
            let winning =
                best.map_or(playable, |(_, best)| playable & each_card(suits.beating(best)));
            self.put(WINNING, 24, winning.into());
        }
    }

    #[inline]
    fn finding(&mut self) {
        let public = self.public;
        self.put(KIND, 10, 1 << public.kind().map_or(9, |kind| kind as usize));
        self.put(SOLOIST, 4, self.one_of(public.soloist()));
        self.put(BRIDE, 4, self.one_of(public.bride()));
        self.put(FIRST, 4, self.one(public.first()));
        self.put(RESERVED, 4, self.set(public.reservations()));
        let from_first = |k: usize| public.first().after(k, SEATS);
        let answered: SeatSet = (0..public.answered().min(SEATS)).map(from_first).collect();
        self.put(ANSWERED, 4, self.set(answered));
        self.put(IMMEDIATE, 4, self.set(public.asked_immediately()));
        self.put(LUST, 4, self.one_of(public.lust_soloist()));
    }

    #[inline]
    fn teams(&mut self, [re, kontra]: [SeatSet; 2]) {
        for k in 0..SEATS {
            let seat = self.at(k);
            let both = u64::from(re.contains(seat)) | u64::from(kontra.contains(seat)) << 1;
            self.put(TEAMS + 2 * k, 2, both);
            let told = self.public.known_team(seat).map_or(0, |team| 1 << team as u64);
            self.put(TOLD + 2 * k, 2, told);
        }
    }

    /// What was announced, by whom and when.
    #[inline]
    fn announcements(&mut self, watch: &Watch) {
        let public = self.public;
        let own = self.view.own_team();
        for team in Team::ALL {
            let level = steps(public.level(team) as usize);
            self.put(LEVELS + 5 * team as usize, 5, level);
            if let Some(own) = own {
                self.put(OUR_LEVELS + 5 * usize::from(own != team), 5, level);
            }
        }
        let mut levels = [Level::Silent; 2];
        for said in &watch.said {
            // Before the first card of a marriage, and before the game is found, a yes was no announcement.
            let Some(team) = public.known_team(said.by).filter(|_| public.kind().is_some()) else {
                continue;
            };
            if public.kind() == Some(GameType::Marriage) && said.cards == 0 {
                continue;
            }
            let before = levels[team as usize];
            let Some(level) = said.level.or(before.next()) else { continue };
            levels[team as usize] = level;
            let k = (said.by.index() + SEATS - self.seat) % SEATS;
            self.put(SAID + 5 * k, 5, steps(level as usize));
            let when = reached(said.cards, [1, 4, 8, 12]);
            for passed in before as usize..level as usize {
                self.put(SAID_WHEN + 20 * team as usize + 4 * passed, 4, when);
            }
        }
    }

    /// What can still be announced.
    #[inline]
    fn limits(&mut self) {
        let public = self.public;
        let own = self.view.own_team();
        let cards = 13 - public.tricks() as u8;
        for team in Team::ALL {
            let Some(own) = own else { break };
            let place = usize::from(own != team);
            let left = usize::from(cards.saturating_sub(public.announcing_limit(team))).min(5);
            self.put(TIME_LEFT + 5 * place, 5, steps(left));
            self.put(IN_TIME + place, 1, public.announced_in_time(team).into());
        }
        let is_decided = public.kind() == Some(GameType::Marriage)
            && Seat::all(SEATS).all(|seat| public.known_team(seat).is_some());
        if is_decided {
            self.put(DELAY, 3, steps(usize::from(public.announcing_delay()) + 1));
        }
        if public.question() == Some(Question::Announcement) {
            let open = self.view.open_levels();
            let bits = open.iter().fold(0, |all, &level| all | 1 << (level as u64 - 1));
            self.put(OPEN_LEVELS, 5, bits);
        }
    }

    #[inline]
    fn points(&mut self, teams: [SeatSet; 2]) {
        let own = self.view.own_team();
        let mut sums = [0_usize; 2];
        for k in 0..SEATS {
            let seat = self.at(k);
            let points = usize::from(self.public.points(seat));
            self.put(POINTS + 10 * k, 10, steps((points / 15).min(10)));
            let tricks = self.public.tricks_won(seat);
            self.put(TRICKS + 5 * k, 5, reached(tricks, [1, 2, 3, 4, 6]));
            for team in Team::ALL {
                let is_own = own.is_some_and(|own| own == team);
                if own.is_some() && teams[team as usize].contains(seat) {
                    sums[usize::from(!is_own)] += points;
                }
            }
        }
        for (place, sum) in sums.into_iter().enumerate() {
            self.put(OUR_POINTS + 24 * place, 24, steps((sum / 10).min(24)));
            self.put(OUR_POINTS_EXACT + 8 * place, 8, sum as u64);
        }
    }

    #[inline]
    fn specials(&mut self) {
        for k in 0..SEATS {
            let tricks = self.public.doppelkopfs(self.at(k));
            self.put(DOPPELKOPFS + 2 * k, 2, steps(usize::from(tricks).min(2)));
        }
        for (i, (winner, owner)) in self.public.foxes().enumerate() {
            let both = self.one(winner) | self.one(owner) << 4;
            self.put(FOXES + 8 * i, 8, both);
        }
    }

    #[inline]
    fn question(&mut self) {
        if let Some(question) = self.public.question() {
            self.put(QUESTION, 6, 1 << question as u64);
        }
        self.put(STYLE, 1, u64::from(self.public.announcing() == Announcing::Step));
    }

    #[inline]
    fn session(&mut self) {
        self.put(OWES, 4, self.set(self.public.open_solos()));
        if let Some(games) = self.public.games_left() {
            let marks = [1, 2, 3, 4, 6, 8, 12, 16, 20];
            let at_most = |i: usize| u64::from(games <= marks[i]) << (i + 1);
            self.put(SESSION, 10, (0..marks.len()).fold(1, |all, i| all | at_most(i)));
        }
    }
}

/// Both bits of every card of a suit as it is printed.
const PRINTED: [u64; 4] = {
    let mut suits = [0; 4];
    let mut i = 0;
    while i < Card::COUNT {
        let (suit, rank) = (Suit::ALL[i / Rank::ALL.len()], Rank::ALL[i % Rank::ALL.len()]);
        suits[suit as usize] |= 3 << (2 * Card::new(suit, rank).index());
        i += 1;
    }
    suits
};

/// Moves four bits for each trick from seats of the table to seats as one player counts them.
#[inline]
fn turn_nibbles(nibbles: u64, seat: usize) -> u64 {
    const ONES: u64 = 0x1111_1111_1111_1111;
    let low = ONES * ((1 << (SEATS - seat)) - 1);
    (nibbles >> seat) & low | (nibbles << (SEATS - seat)) & !low
}
