use super::safe_card::safe_card;
use kontra_doppelkopf::{Cards, Doppelkopf, Move, Question};
use kontra_game::{Actions, Game, choose};
use rand::Rng;

/// Plays to the end of the game: nobody announces anything or plays a solo he need not, and cards are played at random, or
/// safe ones where there are some.
pub(super) fn play_quietly<R: Rng>(game: &mut Doppelkopf, safely: bool, rng: &mut R) {
    while let Some(seat) = game.public().asked() {
        let action = match game.public().question() {
            Some(Question::Card) => {
                let legal = game.public().playable(game.hand(seat));
                let safe = if safely { safe_card(game, legal) } else { None };
                safe.or_else(|| any(legal, rng)).map(Move::Card)
            }
            Some(Question::Announcement) => Some(Move::No),
            _ => quiet_answer(game).or_else(|| game.random_action(rng)),
        };
        let Some(action) = action else { return };
        game.play(action);
    }
}

/// No, where that is legal.
fn quiet_answer(game: &Doppelkopf) -> Option<Move> {
    let mut legal = Actions::new();
    game.actions(&mut legal);
    legal.contains(&Move::No).then_some(Move::No)
}

/// Any of the different cards, each being equally likely.
fn any<R: Rng>(cards: Cards, rng: &mut R) -> Option<kontra_doppelkopf::Card> {
    let count = cards.kinds().count() as u32;
    cards.kinds().nth(choose::below(rng, count) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_doppelkopf::{Kind, Level, Team};
    use kontra_game::{Recorded, Streams};

    #[test]
    fn nobody_announces_anything_or_plays_a_solo() {
        let streams = Streams::new(5);
        for number in 0..100 {
            let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(number));
            let mut game = Doppelkopf::begin(&start);
            play_quietly(&mut game, number % 2 == 0, &mut streams.test(number));
            assert!(game.public().question().is_none(), "over");
            assert_eq!(game.public().kind(), Some(Kind::Normal));
            for team in [Team::Re, Team::Kontra] {
                assert_eq!(game.public().level(team), Level::Silent);
            }
        }
    }
}
