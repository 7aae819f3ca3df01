use super::starts::Starts;
use crate::AnswerNoise;
use crate::selfplay::Lessons;
use kontra_agents::Agent;
use kontra_agents::doppelkopf::Beginner;
use kontra_agents::doppelkopf::features::{
    ANSWERS, Answer, POINTS_PER_UNIT, answer_to_move, legal,
};
use kontra_doppelkopf::{Card, Doppelkopf, Move, Question, SEATS};
use kontra_game::{Game, History, SearchRng, Seat, choose};
use serde::{Deserialize, Serialize};

/// How answers to one kind of question leave the best one: at the beginning of self-play, and at its end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// Noise on the values, in score points.
    pub temperature: [f32; 2],
    /// The chance of any legal answer.
    pub random: [f32; 2],
}

impl Explore {
    const fn new(temperature: [f32; 2], random: [f32; 2]) -> Explore {
        Explore { temperature, random }
    }
}

/// How much is tried, for each kind of question.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exploration {
    /// Which card.
    pub card: Explore,
    /// Whether something is announced.
    pub announcement: Explore,
    /// Whether a solo is played, and reservations.
    pub solo: Explore,
    /// Which solo.
    pub game: Explore,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration {
            card: Explore::new([0.12, 0.03], [0.012, 0.002]),
            announcement: Explore::new([0.18, 0.03], [0.0010, 0.0002]),
            solo: Explore::new([0.50, 0.05], [0.0020, 0.0005]),
            game: Explore::new([0.70, 0.20], [0.07, 0.02]),
        }
    }
}

/// Rare things that are made to happen, as shares of games: at the beginning of self-play, and at its end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Forced {
    /// Somebody plays a solo if they are asked.
    pub solos: [f32; 2],
    /// Somebody announces something, sooner or later.
    pub announcements: [f32; 2],
}

impl Default for Forced {
    fn default() -> Forced {
        Forced { solos: [0.015, 0.0], announcements: [0.015, 0.0] }
    }
}

/// The noise of the games by rules from which a network learns first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rough {
    /// The share of random cards.
    pub card: f32,
    /// The share of random announcements.
    pub announcement: f32,
    /// The share of random answers about solos.
    pub solo: f32,
    /// The share of random solos among solos.
    pub game: f32,
    /// The share of games in which somebody is made to play a solo.
    pub forced_solos: f32,
    /// The share of games in which somebody is made to announce something.
    pub forced_announcements: f32,
}

impl Default for Rough {
    fn default() -> Rough {
        Rough {
            card: 0.17,
            announcement: 0.01,
            solo: 0.04,
            game: 0.5,
            forced_solos: 0.06,
            forced_announcements: 0.10,
        }
    }
}

/// How Doppelkopf is learnt.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct DoppelkopfLessons {
    /// How much is tried.
    pub exploration: Exploration,
    /// What is made to happen.
    pub forced: Forced,
    /// Games by rules with noise.
    pub rough: Rough,
    /// The share of silent answers to announcements that become samples.
    pub keep_silence: f32,
    /// How games start.
    pub starts: Starts,
}

/// Who is made to do something in a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DoppelkopfPlan {
    solo: Option<Seat>,
    announcement: Option<Seat>,
}

/// The chance that somebody who is made to announce something does so when they are asked.
const NOW: f64 = 0.3;

fn chance(rng: &mut SearchRng, share: f32) -> bool {
    choose::unit(rng) < f64::from(share)
}

fn between([start, end]: [f32; 2], fade: f32) -> f32 {
    end + (start - end) * fade
}

fn anybody(rng: &mut SearchRng) -> Option<Seat> {
    Some(Seat::wrapping(choose::below(rng, SEATS as u32) as usize, SEATS))
}

/// One of the answers of a mask, each with the same chance.
fn any_answer(mask: u64, rng: &mut SearchRng) -> u8 {
    let mut mask = mask;
    for _ in 0..choose::below(rng, mask.count_ones().max(1)) {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as u8
}

impl DoppelkopfLessons {
    fn plan(&self, solos: f32, announcements: f32, rng: &mut SearchRng) -> DoppelkopfPlan {
        let solo = if chance(rng, solos) { anybody(rng) } else { None };
        let announcement = if chance(rng, announcements) { anybody(rng) } else { None };
        DoppelkopfPlan { solo, announcement }
    }

    /// An announcement: mostly the lowest level, now and then any.
    fn announce(mask: u64, rng: &mut SearchRng) -> u8 {
        let levels = mask & !(1 << Answer::Silence as u8);
        if choose::below(rng, 4) > 0 {
            levels.trailing_zeros() as u8
        } else {
            any_answer(levels, rng)
        }
    }
}

impl Lessons<Doppelkopf> for DoppelkopfLessons {
    type Plan = DoppelkopfPlan;

    fn begin(&self, fade: f32, rng: &mut SearchRng) -> (Doppelkopf, DoppelkopfPlan) {
        let game = Doppelkopf::new(&self.starts.draw(rng));
        let forced = &self.forced;
        let [solos, announcements] =
            [forced.solos, forced.announcements].map(|share| between(share, fade));
        (game, self.plan(solos, announcements, rng))
    }

    fn begin_roughly(&self, rng: &mut SearchRng) -> (Doppelkopf, DoppelkopfPlan) {
        let game = Doppelkopf::new(&self.starts.draw(rng));
        (game, self.plan(self.rough.forced_solos, self.rough.forced_announcements, rng))
    }

    #[inline]
    fn force(
        &self,
        game: &Doppelkopf,
        seat: Seat,
        plan: &mut DoppelkopfPlan,
        rng: &mut SearchRng,
    ) -> Option<u8> {
        if plan.solo != Some(seat) && plan.announcement != Some(seat) {
            return None;
        }
        let yes = |base: Answer| Some(base as u8 + 1);
        match game.public().question()? {
            Question::ImmediateSolo if plan.solo == Some(seat) => yes(Answer::ImmediateSolo),
            Question::Reservation if plan.solo == Some(seat) => yes(Answer::Reservation),
            Question::Solo if plan.solo == Some(seat) => yes(Answer::Solo),
            Question::Announcement if plan.announcement == Some(seat) => {
                if choose::unit(rng) >= NOW {
                    return None;
                }
                plan.announcement = None;
                Some(DoppelkopfLessons::announce(legal(&game.view(seat)), rng))
            }
            _ => None,
        }
    }

    #[inline]
    fn keeps(&self, _: &Doppelkopf, _: Seat, answer: u8, rng: &mut SearchRng) -> bool {
        answer != Answer::Silence as u8 || chance(rng, self.keep_silence)
    }

    fn by_rules(&self, game: &Doppelkopf, seat: Seat) -> Move {
        Beginner.choose(&game.view(seat), History::unknown(seat))
    }

    fn roughly(
        &self,
        game: &Doppelkopf,
        seat: Seat,
        plan: &mut DoppelkopfPlan,
        rng: &mut SearchRng,
    ) -> Move {
        let view = game.view(seat);
        let answer = self.force(game, seat, plan, rng).or_else(|| {
            let question = game.public().question()?;
            let share = match question {
                Question::Card => self.rough.card,
                Question::Announcement => self.rough.announcement,
                Question::Game => self.rough.game,
                Question::ImmediateSolo | Question::Reservation | Question::Solo => self.rough.solo,
            };
            let mask = legal(&view);
            match question {
                _ if !chance(rng, share) => None,
                Question::Announcement => Some(DoppelkopfLessons::announce(mask, rng)),
                _ => Some(any_answer(mask, rng)),
            }
        });
        let chosen = answer.and_then(|answer| answer_to_move(&view, answer));
        // Who can marry does not play a solo by the rules.
        let marries = game.public().question() == Some(Question::Solo)
            && game.hand(seat).count(Card::QUEEN_OF_CLUBS) == 2;
        chosen.unwrap_or_else(|| if marries { Move::No } else { self.by_rules(game, seat) })
    }

    fn noise(&self, fade: f32) -> AnswerNoise {
        let mut noise = AnswerNoise::NONE;
        let kinds = [
            (Answer::ImmediateSolo as usize..Answer::Game as usize, self.exploration.solo),
            (Answer::Game as usize..Answer::Silence as usize, self.exploration.game),
            (Answer::Silence as usize..Answer::Card as usize, self.exploration.announcement),
            (Answer::Card as usize..ANSWERS, self.exploration.card),
        ];
        for (answers, explore) in kinds {
            let temperature = between(explore.temperature, fade) / POINTS_PER_UNIT;
            noise.temperature[answers.clone()].fill(temperature);
            noise.random[answers].fill(between(explore.random, fade));
        }
        noise
    }

    fn usual_length(&self) -> u32 {
        75
    }
}
