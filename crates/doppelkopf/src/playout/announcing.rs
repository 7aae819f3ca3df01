//! Random announcements of a game whose tricks are known.
//!
//! Who may announce depends on what both teams have said, on the cards in hands and on nothing else: being asked without
//! a choice changes nothing. So what everybody knows of the teams needs no account.

use super::Course;
use crate::deal::HAND;
use crate::moves::{Level, Question};
use crate::public::Public;
use crate::rules::Announcing;
use crate::seats::SEATS;
use crate::state::Doppelkopf;
use crate::team::Team;
use kontra_game::{Seat, choose};
use rand::Rng;

/// Where a game stands between two announcements.
pub(super) struct Moment {
    tricks: usize,
    /// Cards of the current trick.
    on_table: usize,
    /// Who is asked next, and how many are, before the next card.
    seat: usize,
    left: usize,
}

impl Moment {
    pub(super) fn of(public: &Public) -> Moment {
        let asking = public.question == Question::Announcement;
        Moment {
            tricks: public.tricks.into(),
            on_table: public.trick_len.into(),
            seat: public.asked.index(),
            left: if asking { public.round_left.into() } else { 0 },
        }
    }
}

/// Draws the announcements from this moment on.
#[inline(always)]
pub(super) fn announce<R: Rng>(game: &mut Doppelkopf, course: &Course, begin: Moment, rng: &mut R) {
    match game.public.announcing {
        // Step by step they say yes with probability one half each time, until they say no or have nothing left to announce:
        // the number of times is the number of ones at the end of a random number.
        Announcing::Step => {
            announce_by(game, course, begin, |_| rng.next_u64().trailing_ones() as usize);
        }
        Announcing::Choose => announce_by(game, course, begin, |open| {
            choose::below(rng, u32::from(open) + 1) as usize
        }),
    }
}

/// Draws the announcements, where `draw` says how many steps a player goes who may go up to this many.
#[inline(always)]
fn announce_by(
    game: &mut Doppelkopf,
    course: &Course,
    begin: Moment,
    mut draw: impl FnMut(u8) -> usize,
) {
    let (public, re) = (&mut game.public, game.re);
    let Moment { mut tricks, mut on_table, mut seat, mut left } = begin;
    if let Some(decided) = course.decided {
        // Now announcing begins, and all are asked.
        (tricks, on_table, seat, left) = (decided, 0, course.leader(decided - 1), SEATS);
    }
    let cards = HAND + usize::from(public.delay);
    let mut said = Said::of(public);
    let mut leader = course.leader(tricks);
    loop {
        while left > 0 {
            let team = Team::re_if(re.contains(Seat::wrapping(seat, SEATS)));
            let has_played = (seat + SEATS - leader) % SEATS < on_table;
            let options = said.options(team, cards - tricks - usize::from(has_played));
            let after = options.after[draw(options.open).min(MOST)];
            left = if after == said { left - 1 } else { SEATS - 1 };
            said = after;
            seat = (seat + 1) % SEATS;
        }
        if said.is_final(cards - tricks) {
            break;
        }
        // The next card: everybody else is asked, and if it was the last one of the trick, the first ones again.
        on_table += 1;
        (seat, left) = ((leader + on_table) % SEATS, SEATS - 1);
        if on_table == SEATS {
            (tricks, on_table) = (tricks + 1, 0);
            leader = course.leader(tricks);
        }
    }
    for team in Team::ALL {
        (public.levels[team as usize], public.in_time[team as usize]) = said.by(team);
    }
}

/// The most levels that can be announced at once.
const MOST: usize = Level::ALL.len() - 1;

/// What both teams have said, as one number: the level of re, and eight times that of kontra.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Said(u8);

/// In place of a level: re or kontra as a reply that came too late for more.
const LATE: u8 = Level::ALL.len() as u8;

const COMBINATIONS: usize = 64;

impl Said {
    fn of(public: &Public) -> Said {
        let [re, kontra] = Team::ALL.map(|team| {
            let level = public.level(team);
            let late = level != Level::Silent && !public.announced_in_time(team);
            if late { LATE } else { level as u8 }
        });
        Said(re | kontra << 3)
    }

    /// What a team has announced, and whether it was in time.
    fn by(self, team: Team) -> (Level, bool) {
        match self.0 >> (3 * team as u8) & 7 {
            LATE => (Level::Game, false),
            level => (Level::ALL[usize::from(level)], level > 0),
        }
    }

    /// What a player of `team` may add with this many cards.
    #[inline(always)]
    fn options(self, team: Team, cards: usize) -> &'static Options {
        &OPTIONS[cards][team as usize][usize::from(self.0) % COMBINATIONS]
    }

    /// Whether nobody can add anything any more, with this many cards or fewer.
    fn is_final(self, cards: usize) -> bool {
        Team::ALL.iter().all(|&team| self.options(team, cards).open == 0)
    }
}

/// What a player may announce.
#[derive(Clone, Copy)]
struct Options {
    /// How many levels.
    open: u8,
    /// What is said after this many steps, or after all that are open.
    after: [Said; MOST + 1],
}

/// By cards in hand (a late marriage counts as more of them), team, and what was said.
static OPTIONS: [[[Options; COMBINATIONS]; 2]; HAND + 1] = {
    let nothing = Options { open: 0, after: [Said(0); MOST + 1] };
    let mut table = [[[nothing; COMBINATIONS]; 2]; HAND + 1];
    let mut i = 0;
    while i < (HAND + 1) * 2 * COMBINATIONS {
        let (cards, team, said) = (i / COMBINATIONS / 2, i / COMBINATIONS % 2, i % COMBINATIONS);
        table[cards][team][said] = options(cards as u8, team as u8, said as u8);
        i += 1;
    }
    table
};

/// The rule of `Public::levels_open_to`.
const fn options(cards: u8, team: u8, said: u8) -> Options {
    let (own, theirs) = (said >> (3 * team) & 7, said >> (3 * (1 - team)) & 7);
    let theirs = if theirs == LATE { Level::Game as u8 } else { theirs };
    let first = HAND as u8 - 1;
    let silent = own == Level::Silent as u8;
    let limit = first - if silent { theirs } else { own };
    let closed = own >= MOST as u8;
    let reply = silent && cards < first;
    let open = if closed || cards < limit {
        0
    } else if reply {
        1
    } else {
        MOST as u8 - own
    };
    let mut after = [Said(said); MOST + 1];
    let mut steps = 1;
    while steps <= MOST {
        let added = if steps < open as usize { steps as u8 } else { open };
        let new = if reply && added == 1 { LATE } else { own + added };
        after[steps] = Said(said - (own << (3 * team)) + (new << (3 * team)));
        steps += 1;
    }
    Options { open, after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Deal;
    use crate::game_type::GameType;
    use crate::rules::Rules;
    use crate::start::Start;

    /// All that both teams can have said: a level each, in time or, up to re and kontra, as a late reply.
    fn each_said(mut check: impl FnMut([(Level, bool); 2])) {
        let all = Level::ALL.iter().map(|&level| (level, level != Level::Silent));
        let all: Vec<_> = all.chain([(Level::Game, false)]).collect();
        all.iter().for_each(|&re| all.iter().for_each(|&kontra| check([re, kontra])));
    }

    #[test]
    fn options_are_those_of_the_rules() {
        let mut public = Public::new(&Start::single(Rules::default(), Deal::sorted()));
        public.set_game(GameType::Diamonds, Some(Seat::wrapping(0, SEATS)));
        let mut checked = 0;
        for (cards, delay) in (1..=HAND).flat_map(|cards| (0..3).map(move |delay| (cards, delay))) {
            if cards + delay > HAND {
                continue;
            }
            each_said(|said| {
                (public.tricks, public.delay) = ((HAND - cards) as u8, delay as u8);
                public.levels = said.map(|(level, _)| level);
                public.in_time = said.map(|(_, in_time)| in_time);
                let before = Said::of(&public);
                for team in Team::ALL {
                    assert_eq!(before.by(team), said[team as usize]);
                    let levels = public.levels_open_to(team, cards);
                    let options = before.options(team, cards + delay);
                    assert_eq!(usize::from(options.open), levels.len(), "{cards} {said:?}");
                    assert!(options.after[0] == before);
                    for (steps, &level) in (1..).zip(levels) {
                        let mut after = public;
                        after.commit(team, level);
                        assert!(options.after[steps] == Said::of(&after), "{cards} {said:?}");
                        checked += 1;
                    }
                    assert!(
                        options.after[levels.len()..]
                            .iter()
                            .all(|&after| after == options.after[MOST])
                    );
                }
            });
        }
        assert!(checked > 1000, "{checked}");
    }
}
