use super::face::{Asked, Face, Reply, Terminal};
use super::guide::{self, Adviser, Request, request};
use super::screen::TerminalScreen;
use super::seat_agents::SeatAgents;
use super::series::GameSeries;
use super::style::{BOLD, DIM, paint, rule, signed};
use super::{input, series};
use crate::problem::Problem;
use kontra_agents::{Failure, Player};
use kontra_game::{Actions, DealRng, Log, Record, Seat, Streams, Turn, View, sees};
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};

/// How a sitting came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SittingEnd {
    /// All games were played.
    Finished,
    /// The person had enough.
    Quit,
    /// The person's answers came from a file or another program, and there were too few.
    InputEnded,
}

/// Some games in a row, with the same people at the table.
pub(crate) struct Sitting<G: Terminal> {
    cast: SeatAgents<G>,
    series: Box<dyn series::GameSeries<G>>,
    streams: Streams,
    face: Box<dyn Face<G>>,
    totals: Vec<f64>,
    records: Vec<Record>,
    /// What the person already decided to do next.
    plan: VecDeque<G::Action>,
    /// How many games were played.
    number: u64,
    adviser: Adviser<G>,
    screen: TerminalScreen,
}

impl<G: Terminal> Sitting<G> {
    pub(crate) fn new(
        cast: SeatAgents<G>,
        series: Box<dyn GameSeries<G>>,
        streams: Streams,
    ) -> Sitting<G> {
        let face = G::face(&cast.names, cast.person);
        let totals = vec![0.0; cast.names.len()];
        let (records, plan) = (vec![], VecDeque::new());
        let (adviser, screen) = (Adviser::new(), TerminalScreen::new(cast.person.is_some()));
        Sitting { cast, series, streams, face, totals, records, plan, number: 0, adviser, screen }
    }

    /// The same people go on with further games.
    pub(crate) fn continue_with(&mut self, series: Box<dyn GameSeries<G>>) {
        self.series = series;
    }

    /// Every game so far, the last one perhaps unfinished.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Plays all games, or until the person wants no more.
    pub(crate) fn play(&mut self, out: &mut dyn Write) -> Result<SittingEnd, Problem> {
        if self.number == 0 {
            self.introduce(out)?;
        }
        let first = self.number;
        while let Some(start) = self.series.next_start(&mut self.streams.deal(self.number)) {
            if self.series.games() > 1 {
                let title = format!("Game {} of {}", self.number - first + 1, self.series.games());
                writeln!(out, "\n{}", rule(&title))?;
            }
            let (end, game) = self.play_game(self.number, &start, out)?;
            if end != SittingEnd::Finished {
                return Ok(end);
            }
            self.face.end(&game, out)?;
            for (total, payoff) in self.totals.iter_mut().zip(game.payoffs().as_slice()) {
                *total += payoff;
            }
            self.series.finish(&game);
            self.number += 1;
            self.screen.forget();
            if self.number > 1 || self.series.games() > 1 {
                self.print_totals(self.number, out)?;
            }
        }
        Ok(SittingEnd::Finished)
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut title = G::NAME.to_owned();
        title[..1].make_ascii_uppercase();
        writeln!(out, "{}", rule(&title))?;
        let players = Seat::all(self.cast.names.len()).map(|seat| {
            let name = paint(BOLD, &self.cast.names[seat.index()]);
            match self.cast.agents[seat.index()] {
                Some(_) => {
                    format!("{name} ({})", guide::in_words(G::NAME, &self.cast.player(seat)))
                }
                None => name,
            }
        });
        writeln!(out, "  {}", players.collect::<Vec<_>>().join(" · "))?;
        let help = if self.cast.person.is_some() {
            "; ? explains, hint, rules, back, q quits"
        } else {
            ""
        };
        writeln!(out, "  {}", paint(DIM, format!("Seed {}{help}", self.streams.seed())))
    }

    fn print_totals(&self, played: u64, out: &mut dyn Write) -> io::Result<()> {
        let totals = self.cast.names.iter().zip(&self.totals);
        let totals: Vec<String> =
            totals.map(|(name, &total)| format!("{name} {}", signed(total))).collect();
        let games = if played == 1 { "game" } else { "games" };
        writeln!(out, "  After {played} {games}: {}", paint(BOLD, totals.join(" · ")))
    }

    fn play_game(
        &mut self,
        number: u64,
        start: &G::Start,
        out: &mut dyn Write,
    ) -> Result<(SittingEnd, G), Problem> {
        self.records.push(Record::new::<G>(self.players(), start));
        self.plan.clear();
        let mut round = self.set_up(Deal { number, start, attempt: 0 }, &[])?;
        self.face.begin(&round.game, out)?;
        loop {
            let action = match round.game.turn() {
                Turn::Over => {
                    let payoffs = round.game.payoffs();
                    round.agents.iter_mut().flatten().for_each(|agent| agent.end(&payoffs, None));
                    return Ok((SittingEnd::Finished, round.game));
                }
                Turn::Chance => {
                    round.game.random_action(&mut round.chance).expect("chance has an outcome")
                }
                Turn::Seat(seat) => match &mut round.agents[seat.index()] {
                    Some(player) => player
                        .decide(&round.game, seat, &round.log)
                        .map_err(|why| self.forfeit(seat, &why))?,
                    None => match self.decide(&mut round, seat, out)? {
                        Decision::Play(action) => action,
                        Decision::Back => {
                            round = self.take_back(&round, out)?;
                            continue;
                        }
                        Decision::End(end) => return Ok((end, round.game)),
                    },
                },
            };
            self.carry_out(&mut round, action, out)?;
        }
    }

    fn players(&self) -> Vec<String> {
        Seat::all(self.cast.names.len()).map(|seat| self.cast.player(seat)).collect()
    }

    /// A game after these actions, with agents who have seen them.
    fn set_up<'a>(
        &self,
        deal: Deal<'a, G>,
        actions: &[G::Action],
    ) -> Result<Round<'a, G>, Problem> {
        let Deal { number, start, attempt } = &deal;
        let (number, start, attempt) = (*number, *start, *attempt);
        let seats = || Seat::all(self.cast.names.len());
        let agents = seats().zip(&self.cast.agents).map(|(seat, recipe)| {
            Some(recipe.as_ref()?.player(self.streams.agent(number, attempt, seat)))
        });
        let mut round = Round {
            deal,
            agents: agents.collect(),
            chance: self.streams.chance(number),
            game: G::begin(start),
            log: Log::new(),
            actions: vec![],
            asked: vec![],
        };
        for (seat, agent) in seats().zip(&mut round.agents) {
            if let Some(agent) = agent {
                agent.begin(&round.game, seat).map_err(|why| self.forfeit(seat, &why))?;
            }
        }
        for &action in actions {
            if round.game.turn() == Turn::Chance {
                // What comes afterwards is drawn as it would have been.
                round.game.random_action(&mut round.chance);
            }
            round.see(action);
            round.game.play(action);
        }
        Ok(round)
    }

    /// The game before the person was asked last, told anew to everybody.
    fn take_back<'a>(
        &mut self,
        round: &Round<'a, G>,
        out: &mut dyn Write,
    ) -> Result<Round<'a, G>, Problem> {
        let mut asked = round.asked.clone();
        let place = asked.pop().unwrap_or(0);
        let Deal { number, start, attempt } = &round.deal;
        let (number, start, attempt) = (*number, *start, attempt + 1);
        let deal = Deal { number, start, attempt };
        let actions = &round.actions[..place];
        let again = Round { asked, ..self.set_up(deal, actions)? };
        self.plan.clear();
        self.face = G::face(&self.cast.names, self.cast.person);
        let mut record = Record::new::<G>(self.players(), start);
        let (mut game, nobody) = (G::begin(start), &mut io::sink());
        self.face.begin(&game, nobody)?;
        for &action in actions {
            let before = game.clone();
            record.play(&mut game, action);
            if self.cast.person.is_none_or(|person| sees(&before, person, action)) {
                self.face.tell(&before, action, &game, nobody)?;
            }
        }
        if let Some(last) = self.records.last_mut() {
            *last = record;
        }
        self.screen.forget();
        writeln!(out, "  {}", paint(DIM, "Your last move is taken back."))?;
        Ok(again)
    }

    /// Plays an action and tells the person about it, as far as they may know.
    fn carry_out(
        &mut self,
        round: &mut Round<'_, G>,
        action: G::Action,
        out: &mut dyn Write,
    ) -> Result<(), Problem> {
        let own = round.game.turn() == self.cast.person.map_or(Turn::Over, Turn::Seat);
        if !own && self.face.surprises(&round.game, action) {
            self.plan.clear();
        }
        round.see(action);
        let before = round.game.clone();
        if let Some(record) = self.records.last_mut() {
            record.play(&mut round.game, action);
        }
        if self.cast.person.is_none_or(|person| sees(&before, person, action)) {
            let (face, game) = (&mut self.face, &round.game);
            self.screen.tell(out, |out| face.tell(&before, action, game, out))?;
        } else if let Turn::Seat(seat) = before.turn() {
            let name = &self.cast.names[seat.index()];
            let said = paint(DIM, format!("{name} decides something in secret."));
            self.screen.tell(out, |out| writeln!(out, "  {said}"))?;
        }
        Ok(())
    }

    /// A program from outside cannot continue: neither can the sitting.
    fn forfeit(&self, seat: Seat, why: &Failure) -> Problem {
        let (name, spec) = (&self.cast.names[seat.index()], self.cast.player(seat));
        Problem::Failed(format!("{name} forfeits the game: {spec} {why}"))
    }

    /// The person's decision, or that there will be none.
    fn decide(
        &mut self,
        round: &mut Round<'_, G>,
        seat: Seat,
        out: &mut dyn Write,
    ) -> Result<Decision<G::Action>, Problem> {
        let view = round.game.view(seat);
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let moves: Vec<(G::Action, String)> =
            legal.into_iter().map(|action| (action, round.game.action_text(action))).collect();
        let question = Asked { view: &view, moves: &moves };
        if let Some(planned) = self.plan.pop_front() {
            if moves.iter().any(|(action, _)| *action == planned) {
                return Ok(Decision::Play(planned));
            }
            self.plan.clear();
        }
        if let Some(action) = self.face.obvious(&question) {
            return Ok(Decision::Play(action));
        }
        let face = &mut self.face;
        self.screen.show(out, |out| face.show(&question, out))?;
        loop {
            let Some(line) = input::ask(&self.face.prompt(&question), out)? else {
                let person = io::stdin().is_terminal();
                let end = if person { SittingEnd::Quit } else { SittingEnd::InputEnded };
                return Ok(Decision::End(end));
            };
            match request(&line) {
                Some(Request::Quit) => {
                    writeln!(out, "Good-bye.")?;
                    return Ok(Decision::End(SittingEnd::Quit));
                }
                Some(Request::Help) => {
                    self.face.help(out)?;
                    writeln!(out, "{}", guide::HELP)?;
                }
                Some(Request::Rules) => writeln!(out, "{}", G::rules_in_short())?,
                Some(Request::Hint) => self.hint(round, seat, out)?,
                Some(Request::Back) if round.asked.is_empty() => {
                    writeln!(out, "  You have not moved yet in this game.")?;
                }
                Some(Request::Back) => return Ok(Decision::Back),
                None => match self.face.answer(&question, &line) {
                    Reply::Play(moves) => {
                        self.plan = moves.into();
                        if let Some(action) = self.plan.pop_front() {
                            round.asked.push(round.actions.len());
                            return Ok(Decision::Play(action));
                        }
                    }
                    Reply::Unclear(hint) => writeln!(out, "  {hint}")?,
                    Reply::Show => {
                        let face = &mut self.face;
                        self.screen.show(out, |out| face.show(&question, out))?;
                    }
                },
            }
        }
    }

    /// What a strong player would do, as far as the person's own next real decision.
    fn hint(&self, round: &Round<'_, G>, seat: Seat, out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = self.adviser.advise(&round.game, seat, &round.log) else {
            return writeln!(out, "  There are no hints in this game.");
        };
        let mut advice = vec![self.face.words(&round.game, first)];
        // Where one answer stands for two questions, the second is about what comes after nobody says anything.
        let silence = self.face.until_next_question(&round.game, first);
        if !silence.is_empty() {
            let actions = [&round.actions[..], &silence].concat();
            let (log, game) = Log::replay(round.deal.start, &actions);
            let second = self.adviser.advise(&game, seat, &log);
            advice.extend(second.map(|second| self.face.words(&game, second)));
        }
        writeln!(out, "  {} {}", paint(BOLD, "Hint:"), advice.join(", then "))
    }
}

/// A deal that is played, perhaps not for the first time.
struct Deal<'a, G: Terminal> {
    number: u64,
    start: &'a G::Start,
    /// How often moves were taken back.
    attempt: u64,
}

/// A game on its way.
struct Round<'a, G: Terminal> {
    deal: Deal<'a, G>,
    agents: Vec<Option<Player<G>>>,
    chance: DealRng,
    game: G,
    log: Log<G>,
    /// Everything that was done.
    actions: Vec<G::Action>,
    /// How much was done whenever the person was asked and answered.
    asked: Vec<usize>,
}

impl<G: Terminal> Round<'_, G> {
    /// Shows an action to everybody before it is done.
    fn see(&mut self, action: G::Action) {
        for (seat, agent) in Seat::all(self.agents.len()).zip(&mut self.agents) {
            agent.iter_mut().for_each(|agent| agent.see(&self.game, action, seat));
        }
        self.log.push(&self.game, action);
        self.actions.push(action);
    }
}

/// What a person wants.
enum Decision<A> {
    Play(A),
    Back,
    End(SittingEnd),
}
