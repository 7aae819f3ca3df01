//! Pig, the dice game (T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, 2004).
//!
//! A turn is a series of rolls. A 1 ends it with nothing; any other face goes into the pot, and the seat
//! rolls again or holds, which adds the pot to its score. The first to reach the target, pot included, has
//! won.

use kontra_game::{
    Actions, BadInput, Chances, DealRng, Deals, Ending, Forfeit, Game, History, Notation, Open,
    Past, Payoffs, Reader, Recorded, Rewind, RuleOption, RuleValues, Seat, Shown, Turn, View,
    choose, read_options, show_turn,
};
use rand::Rng;
use serde_json::{Value, json};

/// A decision in [`Pig`], or how the die fell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PigMove {
    /// Roll the die.
    Roll,
    /// Add the pot to the score.
    Hold,
    /// The die shows this face.
    Face(u8),
}

/// How many points are needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PigRules {
    /// The score that wins, 1 to 1000; 100 in the usual game.
    pub target: u16,
}

impl Default for PigRules {
    fn default() -> PigRules {
        PigRules { target: 100 }
    }
}

/// Pig for two. Seat 0 begins; a win is worth 1, a loss -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pig {
    pub(crate) target: u16,
    pub(crate) scores: [u16; 2],
    pub(crate) pot: u16,
    pub(crate) mover: Seat,
    pub(crate) rolling: bool,
}

impl Pig {
    fn pass(&mut self) {
        self.pot = 0;
        self.mover = self.mover.after(1, 2);
    }

    fn hold(&mut self) {
        self.scores[self.mover.index()] += self.pot;
        self.pass();
    }

    fn fall(&mut self, face: u8) {
        self.rolling = false;
        if face == 1 {
            return self.pass();
        }
        self.pot += u16::from(face);
        if self.scores[self.mover.index()] + self.pot >= self.target {
            self.hold();
        }
    }

    fn winner(&self) -> Option<usize> {
        self.scores.iter().position(|&score| score >= self.target)
    }
}

impl Game for Pig {
    type Action = PigMove;
    type View = Open<Pig>;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.winner() {
            Some(_) => Turn::Over,
            None if self.rolling => Turn::Chance,
            None => Turn::Seat(self.mover),
        }
    }

    /// Roll before hold. Nobody holds an empty pot: a turn has at least one roll.
    fn actions(&self, out: &mut Actions<PigMove>) {
        if let Turn::Seat(_) = self.turn() {
            out.push(PigMove::Roll);
            if self.pot > 0 {
                out.push(PigMove::Hold);
            }
        }
    }

    fn chances(&self, out: &mut Chances<PigMove>) {
        if self.turn() == Turn::Chance {
            out.extend((1..=6).map(|face| (PigMove::Face(face), 1.0 / 6.0)));
        }
    }

    fn play(&mut self, action: PigMove) {
        debug_assert!(self.choices().contains(&action), "{action:?} is not possible");
        match action {
            PigMove::Roll => self.rolling = true,
            PigMove::Hold => self.hold(),
            PigMove::Face(face) => self.fall(face),
        }
    }

    fn payoffs(&self) -> Payoffs {
        let first = self.winner().map_or(0.0, |seat| if seat == 0 { 1.0 } else { -1.0 });
        Payoffs::new(&[first, -first])
    }

    fn view(&self, seat: Seat) -> Open<Pig> {
        Open::new(*self, seat)
    }

    /// A number below 12 is a decision and, where that is to roll, the face: 16 of them come from one random word.
    fn playout<R: Rng>(&mut self, rng: &mut R) {
        if self.rolling {
            self.fall(1 + choose::below(rng, 6) as u8);
        }
        while self.winner().is_none() {
            let mut numbers = choose::Several::new(rng, 12_u64.pow(16));
            for _ in 0..16 {
                let number = numbers.below(12);
                if number >= 6 && self.pot > 0 {
                    self.hold();
                } else {
                    self.fall(1 + (number % 6) as u8);
                    if self.winner().is_some() {
                        break;
                    }
                }
            }
        }
    }
}

impl Notation for Pig {
    fn action_text(&self, action: PigMove) -> String {
        match action {
            PigMove::Roll => "roll".to_owned(),
            PigMove::Hold => "hold".to_owned(),
            PigMove::Face(face) => face.to_string(),
        }
    }
}

impl Recorded for Pig {
    const NAME: &'static str = "pig";
    const ABOUT: &'static str = "A dice game for two: roll on, or hold what you have.";
    const OPTIONS: &'static [RuleOption] = &[RuleOption {
        name: "target",
        values: RuleValues::Whole(1, 1000),
        default: "100",
        about: "The score that wins.",
    }];
    type Rules = PigRules;
    type Start = PigRules;

    fn read_rules(reader: &Reader<'_>) -> Result<PigRules, BadInput> {
        let rules = read_options(reader, Pig::OPTIONS)?;
        Ok(PigRules { target: rules.whole("target") as u16 })
    }

    fn write_rules(rules: &PigRules) -> Value {
        json!({ "target": rules.target })
    }

    fn deal(rules: &PigRules, _: &mut DealRng) -> PigRules {
        *rules
    }

    fn read_start(reader: &Reader<'_>) -> Result<PigRules, BadInput> {
        Pig::read_rules(reader)
    }

    fn write_start(start: &PigRules) -> Value {
        Pig::write_rules(start)
    }

    fn begin(start: &PigRules) -> Pig {
        let (target, mover) = (start.target, Seat::wrapping(0, 2));
        Pig { target, scores: [0; 2], pot: 0, mover, rolling: false }
    }
}

impl Rewind for Pig {
    fn rewind(start: &PigRules, history: &[PigMove], _: &Pig, _: Seat) -> Past<Pig> {
        Past::new(*start, history)
    }
}

impl Deals for Pig {
    fn deals(rules: &PigRules) -> Vec<(PigRules, f64)> {
        vec![(*rules, 1.0)]
    }
}

impl Shown for Pig {
    const OPEN_FIELDS: &'static [&'static str] = &["turn", "target", "scores", "pot", "mover"];

    fn imagined_past(view: &Open<Pig>, history: History<'_, Pig>) -> Option<Past<Pig>> {
        Some(Past { start: PigRules { target: view.target }, history: history.actions()? })
    }

    fn show_rules(view: &Open<Pig>) -> Value {
        json!({ "target": view.target })
    }

    fn show(view: &Open<Pig>) -> Value {
        json!({
            "seat": View::seat(view).index(),
            "turn": show_turn(View::turn(view)),
            "target": view.target,
            "scores": view.scores,
            "pot": view.pot,
            "mover": view.mover.index(),
        })
    }
}

impl Ending for Pig {}

impl Forfeit for Pig {}
