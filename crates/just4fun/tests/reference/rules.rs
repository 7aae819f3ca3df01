//! The game itself.

use super::cards::{combinations, shuffle, sum};

/// Who has to decide.
#[derive(Clone, Debug, PartialEq)]
pub enum ToMove {
    Player(usize),
    Chance,
    Nobody,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Result {
    Pattern(usize),
    Points(usize),
    HighestField(usize),
    Draw,
}

#[derive(Clone, Debug)]
pub struct Reference {
    /// The fields' numbers, row by row.
    pub board: Vec<Vec<u32>>,
    /// The player chooses the cards.
    pub cards_are_chosen: bool,
    /// `stones[player][field]`; there is no field 0.
    pub stones: Vec<Vec<u32>>,
    pub hands: Vec<Vec<u8>>,
    /// The card that is drawn next is the first.
    pub stack: Vec<u8>,
    pub used: Vec<u8>,
    pub seed: u64,
    pub player: usize,
    pub chosen_field: Option<u32>,
    pub redraws_in_a_row: u32,
    pub result: Option<Result>,
}

impl Reference {
    pub fn players(&self) -> usize {
        self.hands.len()
    }

    pub fn to_move(&self) -> ToMove {
        if self.result.is_some() {
            ToMove::Nobody
        } else if self.chosen_field.is_some() {
            ToMove::Chance
        } else {
            ToMove::Player(self.player)
        }
    }

    /// Everything that may be played now, as it is written.
    pub fn choices(&self) -> Vec<String> {
        let own = combinations(&self.hands[self.player]);
        if self.result.is_some() {
            return vec![];
        }
        if let Some(field) = self.chosen_field {
            return own.iter().filter(|cards| sum(cards) == field).map(|c| written(c)).collect();
        }
        let legal: Vec<&Vec<u8>> = own.iter().filter(|cards| self.is_open(sum(cards))).collect();
        if legal.is_empty() {
            return vec!["redraw".to_owned()];
        }
        if self.cards_are_chosen {
            return legal.iter().map(|cards| written(cards)).collect();
        }
        let mut fields: Vec<u32> = legal.iter().map(|cards| sum(cards)).collect();
        fields.dedup();
        fields.iter().map(u32::to_string).collect()
    }

    /// Whether the player to move may put a stone on the field.
    pub fn is_open(&self, field: u32) -> bool {
        if !(1..=36).contains(&field) {
            return false;
        }
        let own = self.stones[self.player][field as usize];
        let others: Vec<u32> = (0..self.players())
            .filter(|&player| player != self.player)
            .map(|player| self.stones[player][field as usize])
            .collect();
        let somebody_is_two_ahead = others.iter().any(|&stones| stones >= own + 2);
        let two_ahead_of_everybody = others.iter().all(|&stones| own >= stones + 2);
        !somebody_is_two_ahead && !two_ahead_of_everybody
    }

    pub fn has_majority(&self, player: usize, field: u32) -> bool {
        (0..self.players())
            .filter(|&other| other != player)
            .all(|other| self.stones[player][field as usize] > self.stones[other][field as usize])
    }

    pub fn play(&mut self, choice: &str) {
        assert!(self.choices().contains(&choice.to_owned()), "{choice} in {self:?}");
        if choice == "redraw" {
            let hand = self.hands[self.player].clone();
            self.lay_down(&hand);
            self.redraws_in_a_row += 1;
            if self.redraws_in_a_row == 100 {
                self.result = Some(self.count());
            } else {
                self.next_player();
            }
        } else if self.chosen_field.is_none() && !self.cards_are_chosen {
            self.chosen_field = Some(choice.parse().unwrap());
        } else {
            let cards: Vec<u8> = choice.split('+').map(|card| card.parse().unwrap()).collect();
            self.lay_down(&cards);
            self.stones[self.player][sum(&cards) as usize] += 1;
            self.chosen_field = None;
            self.redraws_in_a_row = 0;
            if self.has_pattern(self.player) {
                self.result = Some(Result::Pattern(self.player));
            } else {
                self.next_player();
            }
        }
    }

    /// The player's cards go to the used cards, and the hand is filled up.
    fn lay_down(&mut self, cards: &[u8]) {
        for card in cards {
            let place = self.hands[self.player].iter().position(|other| other == card).unwrap();
            self.hands[self.player].remove(place);
            self.used.push(*card);
        }
        while self.hands[self.player].len() < 4 {
            if self.stack.is_empty() {
                self.stack = shuffle(&self.used, &mut self.seed);
                self.used.clear();
            }
            let card = self.stack.remove(0);
            self.hands[self.player].push(card);
        }
    }

    fn stones_left(&self, player: usize) -> u32 {
        20 - self.stones[player].iter().sum::<u32>()
    }

    fn next_player(&mut self) {
        if (0..self.players()).all(|player| self.stones_left(player) == 0) {
            self.result = Some(self.count());
            return;
        }
        loop {
            self.player = (self.player + 1) % self.players();
            if self.stones_left(self.player) > 0 {
                return;
            }
        }
    }

    /// Four in a row, a column or a diagonal.
    fn has_pattern(&self, player: usize) -> bool {
        for row in 0..6_i32 {
            for column in 0..6_i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mut in_line = 0;
                    for step in 0..4 {
                        let (y, x) = (row + down * step, column + right * step);
                        if (0..6).contains(&y) && (0..6).contains(&x) {
                            let field = self.board[y as usize][x as usize];
                            in_line += u32::from(self.has_majority(player, field));
                        }
                    }
                    if in_line == 4 {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub fn points(&self, player: usize) -> u32 {
        (1..=36).filter(|&field| self.has_majority(player, field)).sum()
    }

    fn count(&self) -> Result {
        let most = (0..self.players()).map(|player| self.points(player)).max().unwrap();
        let tied: Vec<usize> =
            (0..self.players()).filter(|&player| self.points(player) == most).collect();
        if tied.len() == 1 {
            return Result::Points(tied[0]);
        }
        for field in (1..=36).rev() {
            for &player in &tied {
                if self.has_majority(player, field) {
                    return Result::HighestField(player);
                }
            }
        }
        Result::Draw
    }

    /// Everybody stakes 1, the winner takes it all.
    pub fn payoffs(&self) -> Vec<f64> {
        let winner = match self.result {
            Some(Result::Pattern(w) | Result::Points(w) | Result::HighestField(w)) => w,
            Some(Result::Draw) | None => return vec![0.0; self.players()],
        };
        let won = self.players() as f64 - 1.0;
        (0..self.players()).map(|player| if player == winner { won } else { -1.0 }).collect()
    }

    /// How many sequences of this many decisions of the players there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let uses_depth = matches!(self.to_move(), ToMove::Player(_));
        let depth = if uses_depth { depth - 1 } else { depth };
        let follow = |choice: &String| {
            let mut next = self.clone();
            next.play(choice);
            next.perft(depth)
        };
        self.choices().iter().map(follow).sum()
    }
}

fn written(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join("+")
}
