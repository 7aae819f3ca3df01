use super::safe_card::safe_card;
use kontra_doppelkopf::{Doppelkopf, Move, Question};
use kontra_game::{Actions, Game, choose};
use rand::Rng;

/// Plays to the end of the game: nobody announces anything or plays a solo they need not; safe cards where there are some, others
/// at random.
pub(super) fn play_safely_and_quietly<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    while let Some(seat) = game.public().asked() {
        if game.public().question() != Some(Question::Card) {
            let mut legal = Actions::new();
            game.actions(&mut legal);
            // Only who called a reservation without a marriage cannot say no.
            game.play(if legal.contains(&Move::No) { Move::No } else { legal[0] });
            continue;
        }
        let legal = game.public().playable(game.hand(seat));
        match safe_card(game, legal) {
            Some(card) => game.play(Move::Card(card)),
            None => {
                let number = choose::below(rng, legal.kinds().count() as u32) as usize;
                let Some(card) = legal.kinds().nth(number) else { return };
                game.play(Move::Card(card));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_doppelkopf::{GameType, Level, Team};
    use kontra_game::{Recorded, Streams};

    #[test]
    fn nobody_announces_anything_or_plays_a_solo() {
        let streams = Streams::new(5);
        for number in 0..100 {
            let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(number));
            let mut game = Doppelkopf::begin(&start);
            let rng = &mut streams.test(number);
            match number % 2 {
                0 => game.playout_quietly(rng),
                _ => play_safely_and_quietly(&mut game, rng),
            }
            assert!(game.public().question().is_none(), "over");
            assert_eq!(game.public().kind(), Some(GameType::Normal));
            for team in [Team::Re, Team::Kontra] {
                assert_eq!(game.public().level(team), Level::Silent);
            }
        }
    }
}
