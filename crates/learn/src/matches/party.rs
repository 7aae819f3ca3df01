use crate::selfplay::{Decider, Learned, Questions, Stop, advance};
use kontra_game::{Log, MAX_SEATS, SearchRng, Seat};

/// A game that is over, with everything that led to its end.
#[derive(Clone, Debug)]
pub struct Ended<G: Learned> {
    /// The number of the deal.
    pub deal: u64,
    /// The game.
    pub game: G,
    /// Who decided for each seat.
    pub players: [Decider; MAX_SEATS],
    /// Every decision.
    pub decisions: Vec<(Seat, G::Action)>,
    /// Positions of the network that were kept.
    pub seen: Vec<Seen>,
}

/// A position that the network was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Whose position it was.
    pub seat: Seat,
    /// The position.
    pub bits: Vec<u64>,
}

/// A game under way.
pub(super) struct RunningGame<G: Learned> {
    pub(super) ended: Ended<G>,
    pub(super) watch: G::Watch,
    pub(super) agents: Vec<Option<kontra_agents::Player<G>>>,
    pub(super) rng: SearchRng,
    log: Log<G>,
    asked: Option<(Seat, usize, usize)>,
    questions: usize,
    pub(super) over: bool,
    /// Why an agent broke off.
    pub(super) failure: Option<String>,
}

/// Games whose questions are asked together.
pub(super) struct Party<G: Learned> {
    pub(super) tables: Vec<RunningGame<G>>,
    /// For the network that is judged, and for the other one.
    pub(super) questions: [Questions; 2],
    answered: [Questions; 2],
    /// Every this many questions of the network, one is kept; 0 for none.
    keep_every: usize,
}

impl<G: Learned> RunningGame<G> {
    pub(super) fn new(
        deal: u64,
        game: G,
        players: [Decider; MAX_SEATS],
        agents: Vec<Option<kontra_agents::Player<G>>>,
        rng: SearchRng,
    ) -> RunningGame<G> {
        let ended = Ended { deal, game, players, decisions: vec![], seen: vec![] };
        let watch = G::Watch::default();
        RunningGame {
            ended,
            watch,
            agents,
            rng,
            log: Log::new(),
            asked: None,
            // Which questions are kept differs from game to game.
            questions: deal as usize,
            over: false,
            failure: None,
        }
    }

    fn play(&mut self, seat: Seat, action: G::Action) {
        G::see(&mut self.watch, seat, action);
        self.log.push(&self.ended.game, action);
        self.ended.decisions.push((seat, action));
        self.ended.game.play(action);
    }
}

impl<G: Learned> Party<G> {
    pub(super) fn new(tables: Vec<RunningGame<G>>, keep_every: usize) -> Party<G> {
        Party { tables, questions: Default::default(), answered: Default::default(), keep_every }
    }

    /// Plays the answers, and every game up to its next question.
    pub(super) fn go_on(&mut self, by_rules: &impl Fn(&G, Seat) -> G::Action) {
        std::mem::swap(&mut self.questions, &mut self.answered);
        self.questions.iter_mut().for_each(Questions::clear);
        for table in &mut self.tables {
            if let Some((seat, network, row)) = table.asked.take() {
                let answer = self.answered[network].answers[row];
                if let Some(action) = table.ended.game.action(seat, answer) {
                    table.play(seat, action);
                }
            }
            if !table.over {
                table.ask(&mut self.questions, self.keep_every, by_rules);
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.tables.iter().all(|table| table.over)
    }
}

impl<G: Learned> RunningGame<G> {
    fn ask(
        &mut self,
        questions: &mut [Questions; 2],
        keep_every: usize,
        by_rules: &impl Fn(&G, Seat) -> G::Action,
    ) {
        loop {
            match self.advance(by_rules) {
                Stop::Over => {
                    self.over = true;
                    return;
                }
                Stop::Question(seat, network, legal) => {
                    let network = network.min(1);
                    let row = questions[network].len();
                    let bits = questions[network].add(G::WORDS, legal);
                    self.ended.game.encode(seat, &self.watch, bits);
                    self.asked = Some((seat, network, row));
                    if network == 0 && keep_every > 0 {
                        self.questions += 1;
                        if self.questions.is_multiple_of(keep_every) {
                            self.ended.seen.push(Seen { seat, bits: bits.to_vec() });
                        }
                    }
                    return;
                }
                Stop::Agent(seat) => {
                    let agent = self.agents.get_mut(seat.index()).and_then(Option::as_mut);
                    let Some(agent) = agent else {
                        self.over = true;
                        return;
                    };
                    if let kontra_agents::Player::Guest(_) = agent {
                        let why = "is a program of its own, which takes no part in evaluations";
                        self.failure = Some(why.to_owned());
                        self.over = true;
                        return;
                    }
                    match agent.decide(&self.ended.game, seat, &self.log) {
                        Ok(action) => self.play(seat, action),
                        Err(failure) => {
                            self.failure = Some(failure.to_string());
                            self.over = true;
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Up to the next stop, with every decision on the list.
    fn advance(&mut self, by_rules: &impl Fn(&G, Seat) -> G::Action) -> Stop {
        let Ended { game, players, decisions, .. } = &mut self.ended;
        let log = &mut self.log;
        let each = |game: &G, seat, action| {
            log.push(game, action);
            decisions.push((seat, action));
        };
        advance(game, &mut self.watch, players, &mut self.rng, by_rules, each)
    }
}
