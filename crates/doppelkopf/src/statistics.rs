//! What players say in games, and what becomes of it.

use crate::moves::{Level, Move, Question};
use crate::state::Doppelkopf;
use crate::team::Team;
use kontra_game::{Game, Recorded, Replay, Turn};

/// How often something was said, and how often it came true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Promises {
    /// How often it was said.
    pub made: u64,
    /// How often it came true.
    pub kept: u64,
}

impl Promises {
    fn add(&mut self, kept: bool) {
        self.made += 1;
        self.kept += u64::from(kept);
    }
}

/// What one player said in some games.
///
/// Each announcement counts for its own level: who says re and later no 90 has made two promises. Re and kontra
/// are kept by the winners, no 90 and the rest by those whose opponents stayed below.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AnnouncementCounts {
    /// The games, by seats: who sits on two seats plays two.
    pub games: u64,
    /// All score points.
    pub score: i64,
    /// Announcements by level, without silence.
    pub announcements: [Promises; Level::ALL.len() - 1],
    /// Solos that were announced; a solo is kept when it is won.
    pub solos: Promises,
}

impl AnnouncementCounts {
    /// Adds what each seat said in a finished game, where `place` tells where the seat's player stands in the list. A
    /// game that was broken off tells nothing about promises and is left out.
    pub fn add_game(
        list: &mut [AnnouncementCounts],
        replay: &Replay<Doppelkopf>,
        place: impl Fn(usize) -> usize,
    ) {
        if replay.end.turn() != Turn::Over {
            return;
        }
        let (tally, mut game) = (replay.end.tally(), Doppelkopf::begin(&replay.start));
        for (seat, score) in tally.scores().into_iter().enumerate() {
            let said = &mut list[place(seat)];
            said.games += 1;
            said.score += i64::from(score);
        }
        for &action in &replay.actions {
            let announces = game.public().question() == Some(Question::Announcement);
            if let (Turn::Seat(seat), true) = (game.turn(), announces && action != Move::No) {
                let before = game.public().levels;
                game.play(action);
                // An announcement shows the player's team: it is the one whose level has changed.
                let changed = Team::ALL
                    .into_iter()
                    .find(|&team| game.public().level(team) != before[team as usize]);
                if let Some(team) = changed {
                    let level = game.public().level(team);
                    let entry = &mut list[place(seat.index())].announcements[level as usize - 1];
                    entry.add(tally.is_kept(team, level));
                }
            } else {
                game.play(action);
            }
        }
        let announced = game.public().kind().is_some_and(crate::GameType::is_solo);
        if let (true, Some(seat)) = (announced, game.public().soloist()) {
            let won = tally.winner() == Some(Team::Re);
            list[place(seat.index())].solos.add(won);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{Notation, Record, Streams};

    /// A game in which the first player announces again and again and everybody plays cards at random.
    fn loud_game(number: u64) -> Replay<Doppelkopf> {
        let streams = Streams::new(9);
        let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(number));
        let mut record = Record::new::<Doppelkopf>(vec![String::new(); 4], &start);
        let (mut game, mut rng) = (Doppelkopf::begin(&start), streams.test(number));
        while let Turn::Seat(seat) = game.turn() {
            let action = match game.public().question() {
                Some(Question::Card) => game.random_action(&mut rng).unwrap(),
                Some(Question::Announcement) if seat.index() == 0 => Move::Yes,
                _ if game.choices().contains(&Move::No) => Move::No,
                _ => game.choices()[0],
            };
            let action = if game.choices().contains(&action) { action } else { Move::No };
            record.play(&mut game, action);
        }
        record.replay().unwrap()
    }

    #[test]
    fn each_level_counts_for_itself() {
        let mut list = vec![AnnouncementCounts::default(), AnnouncementCounts::default()];
        let (mut won, mut black) = (0, 0);
        for number in 0..40 {
            let replay = loud_game(number);
            let tally = replay.end.tally();
            let team = Team::re_if(tally.re.contains(kontra_game::Seat::wrapping(0, 4)));
            won += u64::from(tally.winner() == Some(team));
            black += u64::from(tally.tricks[team.opponent() as usize] == 0);
            AnnouncementCounts::add_game(&mut list, &replay, |seat| usize::from(seat > 0));
        }
        let [loud, silent] = [&list[0], &list[1]];
        assert_eq!((loud.games, silent.games), (40, 120));
        assert_eq!(loud.score + silent.score, 0);
        assert!(loud.announcements.iter().all(|promises| promises.made == 40), "{loud:?}");
        assert!(silent.announcements.iter().all(|promises| promises.made == 0), "{silent:?}");
        assert_eq!(loud.announcements[0].kept, won);
        assert_eq!(loud.announcements[4].kept, black);
        assert!(loud.announcements[1].kept >= loud.announcements[2].kept);
        assert_eq!(loud.solos, Promises::default());
    }
}
