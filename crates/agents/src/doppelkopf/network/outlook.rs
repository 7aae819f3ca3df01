use super::Model;
use crate::doppelkopf::features::{
    ANSWERS, FLAGS, Flag, POINT_MARKS, WORDS, Watch, answer_to_move, encode, legal,
};
use kontra_doppelkopf::{Card, Doppelkopf, DoppelkopfView, Move, SEATS, Team};
use kontra_game::{Determinize, Game, History, SearchRng, Seat, Turn, View, WorldSampler};
use kontra_nets::BatchEvaluator;

/// What a network expects beyond scores: who wins, how many card points there will be, who holds what.
#[derive(Debug)]
pub struct Outlook {
    evaluator: BatchEvaluator,
}

/// What a network expects of a position, from the view of the seat that decides there.
#[derive(Clone, Debug)]
pub struct Expectation {
    seat: Seat,
    /// The probability of every flag.
    flags: Vec<f64>,
}

/// A game that is followed until the teams are known, and what it has to do with the question.
struct Followed {
    action: usize,
    weight: f64,
    game: Doppelkopf,
    watch: Watch,
}

impl Outlook {
    /// What this network expects.
    pub fn new(model: &Model) -> Outlook {
        Outlook { evaluator: model.network().evaluator() }
    }

    /// What is expected where the seat of this view decides; `None` where the network was not taught to tell.
    pub fn expect(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Option<Expectation> {
        let mut bits = [0; WORDS];
        encode(view, &Watch::of_history(history), &mut bits);
        self.evaluator.evaluate_bits(&bits, 1);
        let flags = self.evaluator.output("flags")?.iter().map(|&flag| logistic(flag));
        Some(Expectation { seat: view.seat(), flags: flags.collect() })
    }

    /// The probability that the own team wins after each of these moves, as the next player's network sees it, averaged
    /// over `worlds` deals that the seat holds for possible. The deals are the same for all moves.
    pub fn wins(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        actions: &[Move],
        worlds: usize,
        rng: &mut SearchRng,
    ) -> Vec<f64> {
        let (seat, sampler) = (view.seat(), view.prepare());
        let before = Watch::of_history(history);
        let mut open = vec![];
        for _ in 0..worlds {
            let drawn = sampler.draw(rng);
            for (action, &chosen) in actions.iter().enumerate() {
                let (game, watch) = (drawn.world, before.clone());
                let mut followed = Followed { action, weight: drawn.weight, game, watch };
                followed.watch.play(&mut followed.game, chosen);
                open.push(followed);
            }
        }
        let (mut sums, mut weights) = (vec![0.0; actions.len()], vec![0.0; actions.len()]);
        // Before the game is found nobody has a team yet: the network answers those questions itself.
        while !open.is_empty() {
            for (followed, chance) in self.step(seat, &mut open) {
                sums[followed.action] += followed.weight * chance;
                weights[followed.action] += followed.weight;
            }
        }
        sums.iter().zip(&weights).map(|(sum, weight)| sum / weight).collect()
    }

    /// Takes out the games of which the outcome can be told, with the probability that the team of `seat` wins; the others
    /// go on by one decision.
    fn step(&mut self, seat: Seat, open: &mut Vec<Followed>) -> Vec<(Followed, f64)> {
        let mut bits = vec![0; WORDS * open.len()];
        for (followed, bits) in open.iter_mut().zip(bits.chunks_exact_mut(WORDS)) {
            followed.watch.skip_formalities(&mut followed.game);
            if let (Turn::Seat(next), Ok(bits)) = (followed.game.turn(), bits.try_into()) {
                encode(&followed.game.view(next), &followed.watch, bits);
            }
        }
        self.evaluator.evaluate_bits(&bits, open.len());
        let flags = self.evaluator.output("flags").unwrap_or_default().chunks_exact(FLAGS);
        let values = self.evaluator.output("values").unwrap_or_default();
        let values = values.chunks_exact(ANSWERS + 1);
        let mut told = vec![];
        for ((mut followed, flags), values) in
            std::mem::take(open).into_iter().zip(flags).zip(values)
        {
            match followed.chance(seat, flags) {
                Some(chance) => told.push((followed, chance)),
                None => {
                    followed.answer(values);
                    open.push(followed);
                }
            }
        }
        told
    }
}

impl Followed {
    /// The probability that the team of `seat` wins; `None` where the teams are not known yet.
    fn chance(&self, seat: Seat, flags: &[f32]) -> Option<f64> {
        match self.game.turn() {
            Turn::Seat(next) => {
                let team: Option<Team> = self.game.team(seat);
                let same = team? == self.game.team(next)?;
                let won = logistic(flags[Flag::Won as usize]);
                Some(if same { won } else { 1.0 - won })
            }
            Turn::Chance | Turn::Over => {
                let won = self.game.tally().winner() == self.game.team(seat);
                Some(f64::from(u8::from(won)))
            }
        }
    }

    /// Gives the best answer.
    fn answer(&mut self, values: &[f32]) {
        let Turn::Seat(seat) = self.game.turn() else { return };
        let view = self.game.view(seat);
        let legal = legal(&view);
        let answers = (0..ANSWERS as u8).filter(|answer| legal >> answer & 1 == 1);
        let worth = |answer: &u8| values[usize::from(*answer)];
        let best = answers.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        if let Some(action) = best.and_then(|answer| answer_to_move(&view, answer)) {
            self.watch.play(&mut self.game, action);
        }
    }
}

impl Expectation {
    /// The probability that the own team wins.
    pub fn wins(&self) -> f64 {
        self.flags[Flag::Won as usize]
    }

    /// The probability that the own team gets at least this many card points; `None` for a number that is no
    /// [mark](POINT_MARKS).
    pub fn reaches(&self, points: u16) -> Option<f64> {
        let mark = POINT_MARKS.iter().position(|&mark| mark == points)?;
        Some(self.flags[Flag::Points as usize + mark])
    }

    /// The probability that another seat is in the own team.
    pub fn is_partner(&self, other: Seat) -> f64 {
        self.flags[Flag::Partner as usize + self.place(other)]
    }

    /// The probability that another seat holds such a card.
    pub fn holds(&self, other: Seat, card: Card) -> f64 {
        self.flags[Flag::Holds as usize + 48 * self.place(other) + 2 * card.index()]
    }

    /// The probability that another seat holds both of such a card.
    pub fn holds_both(&self, other: Seat, card: Card) -> f64 {
        self.flags[Flag::Holds as usize + 48 * self.place(other) + 2 * card.index() + 1]
    }

    /// The others are counted from the left.
    fn place(&self, other: Seat) -> usize {
        (other.index() + SEATS - self.seat.index() - 1) % SEATS
    }
}

fn logistic(x: f32) -> f64 {
    1.0 / (1.0 + f64::from(-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_doppelkopf::{Deal, Question, Rules, Start};
    use kontra_game::{Log, Notation, Streams};

    /// A game by the network itself, with the decisions of it, up to the end.
    fn played(number: u64) -> (Start, Vec<Move>, Doppelkopf) {
        let streams = Streams::new(number);
        let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
        let mut outlook = Outlook::new(Model::shipped());
        let (mut actions, mut game, mut watch) = (vec![], Doppelkopf::new(&start), Watch::new());
        while let Turn::Seat(seat) = game.turn() {
            let mut bits = [0; WORDS];
            encode(&game.view(seat), &watch, &mut bits);
            outlook.evaluator.evaluate_bits(&bits, 1);
            let values = outlook.evaluator.output("values").unwrap().to_vec();
            let mut one = Followed { action: 0, weight: 1.0, game, watch: watch.clone() };
            one.answer(&values);
            let answers = game.choices();
            let action = answers.into_iter().find(|&action| {
                let mut after = game;
                after.play(action);
                after == one.game
            });
            actions.push(action.unwrap());
            watch.see(seat, action.unwrap());
            game = one.game;
        }
        (start, actions, game)
    }

    /// Two tricks before the end, most games are decided.
    #[test]
    fn chances_to_win_come_true_towards_the_end() {
        let mut outlook = Outlook::new(Model::shipped());
        let (mut by_deals, mut at_once) = (0.0, 0.0);
        for number in 3..7 {
            let (start, actions, end) = played(number);
            let last = actions.len() - 7;
            let (log, game): (Log<Doppelkopf>, Doppelkopf) = Log::replay(&start, &actions[..last]);
            let Turn::Seat(seat) = game.turn() else { panic!("somebody decides") };
            let (view, history) = (game.view(seat), log.seen_by(seat));
            let won = f64::from(u8::from(end.tally().winner() == end.team(seat)));
            let mut rng = Streams::new(1).test(0);
            let wins = outlook.wins(&view, history, &[actions[last]], 20, &mut rng);
            by_deals += (wins[0] - won).abs();
            at_once += (outlook.expect(&view, history).unwrap().wins() - won).abs();
        }
        // A coin would be wrong by one half in each of the four games.
        assert!(by_deals < 1.2 && at_once < 1.2, "{by_deals} {at_once}");
    }

    #[test]
    fn moves_are_compared_before_the_game_is_found_too() {
        let streams = Streams::new(9);
        let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
        let mut game = Doppelkopf::new(&start);
        while game.public().question() != Some(Question::Reservation) {
            game.play(Move::No);
        }
        let Turn::Seat(seat) = game.turn() else { panic!("somebody is asked") };
        let mut outlook = Outlook::new(Model::shipped());
        let history = History::unknown(seat);
        let ask = |outlook: &mut Outlook, rng: &mut SearchRng| {
            outlook.wins(&game.view(seat), history, &[Move::No, Move::Yes], 6, rng)
        };
        let wins = ask(&mut outlook, &mut streams.test(0));
        assert!(wins.iter().all(|chance| (0.0..=1.0).contains(chance)), "{wins:?}");
        assert_ne!(wins[0], wins[1]);
        assert_eq!(
            wins,
            ask(&mut outlook, &mut streams.test(0)),
            "the same deals, the same chances"
        );
    }

    #[test]
    fn what_is_impossible_is_not_expected() {
        let (start, actions, _) = played(5);
        let (log, game): (Log<Doppelkopf>, Doppelkopf) = Log::replay(&start, &actions[..60]);
        let Turn::Seat(seat) = game.turn() else { panic!("somebody decides") };
        let expected = Outlook::new(Model::shipped());
        let expected = { expected }.expect(&game.view(seat), log.seen_by(seat)).unwrap();
        let marks = POINT_MARKS.map(|mark| expected.reaches(mark).unwrap());
        assert!(marks.windows(2).all(|two| two[0] > two[1] - 0.1), "{marks:?}");
        assert_eq!(expected.reaches(100), None);
        let others = (1..SEATS).map(|k| seat.after(k, SEATS));
        assert!(others.clone().all(|other| (0.0..=1.0).contains(&expected.is_partner(other))));
        for card in Card::all().filter(|&card| game.view(seat).unseen().count(card) == 2) {
            let held: f64 = others.clone().map(|other| expected.holds(other, card)).sum();
            assert!(held > 0.8, "{card}: somebody holds it, {held}");
        }
    }
}
