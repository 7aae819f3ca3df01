use super::face::{Asked, Face, Reply, Terminal};
use super::seat_agents::SeatAgents;
use super::series::GameSeries;
use super::style::{BOLD, DIM, paint, rule, signed};
use super::{input, series};
use crate::problem::Problem;
use kontra_agents::{Failure, Player};
use kontra_game::{Actions, Log, Record, Seat, Streams, Turn, View, sees};
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
        Sitting { cast, series, streams, face, totals, records, plan }
    }

    /// Every game so far, the last one perhaps unfinished.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Plays all games, or until the person wants no more.
    pub(crate) fn play(&mut self, out: &mut dyn Write) -> Result<SittingEnd, Problem> {
        self.introduce(out)?;
        let mut number = 0_u64;
        while let Some(start) = self.series.next_start(&mut self.streams.deal(number)) {
            if self.series.games() > 1 {
                let title = format!("Game {} of {}", number + 1, self.series.games());
                writeln!(out, "\n{}", rule(&title))?;
            }
            let (end, game) = self.play_game(number, &start, out)?;
            if end != SittingEnd::Finished {
                return Ok(end);
            }
            self.face.end(&game, out)?;
            for (total, payoff) in self.totals.iter_mut().zip(game.payoffs().as_slice()) {
                *total += payoff;
            }
            self.series.finish(&game);
            number += 1;
            if self.series.games() > 1 {
                self.print_totals(number, out)?;
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
                Some(_) => format!("{name} ({})", self.cast.player(seat)),
                None => name,
            }
        });
        writeln!(out, "  {}", players.collect::<Vec<_>>().join(" · "))?;
        let help = if self.cast.person.is_some() { "; ? explains, q quits" } else { "" };
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
        let count = self.cast.names.len();
        let seats = || Seat::all(count);
        let mut agents: Vec<Option<Player<G>>> = seats()
            .zip(&self.cast.agents)
            .map(|(seat, recipe)| {
                Some(recipe.as_ref()?.player(self.streams.agent(number, 0, seat)))
            })
            .collect();
        let mut chance = self.streams.chance(number);
        let players = seats().map(|seat| self.cast.player(seat)).collect();
        self.records.push(Record::new::<G>(players, start));
        self.plan.clear();
        let (mut game, mut log) = (G::begin(start), Log::new());
        for (seat, agent) in seats().zip(&mut agents) {
            if let Some(agent) = agent {
                agent.begin(&game, seat).map_err(|why| self.forfeit(seat, &why))?;
            }
        }
        self.face.begin(&game, out)?;
        loop {
            let action = match game.turn() {
                Turn::Over => {
                    let payoffs = game.payoffs();
                    agents.iter_mut().flatten().for_each(|agent| agent.end(&payoffs, None));
                    return Ok((SittingEnd::Finished, game));
                }
                Turn::Chance => game.random_action(&mut chance).expect("chance has an outcome"),
                Turn::Seat(seat) => match &mut agents[seat.index()] {
                    Some(player) => {
                        player.decide(&game, seat, &log).map_err(|why| self.forfeit(seat, &why))?
                    }
                    None => match self.decide(&game, seat, out)? {
                        Ok(action) => action,
                        Err(end) => return Ok((end, game)),
                    },
                },
            };
            let own = game.turn() == self.cast.person.map_or(Turn::Over, Turn::Seat);
            if !own && self.face.surprises(&game, action) {
                self.plan.clear();
            }
            for (seat, agent) in seats().zip(&mut agents) {
                agent.iter_mut().for_each(|agent| agent.see(&game, action, seat));
            }
            log.push(&game, action);
            let before = game.clone();
            if let Some(record) = self.records.last_mut() {
                record.play(&mut game, action);
            }
            if self.cast.person.is_none_or(|person| sees(&before, person, action)) {
                self.face.tell(&before, action, &game, out)?;
            } else if let Turn::Seat(seat) = before.turn() {
                let name = &self.cast.names[seat.index()];
                writeln!(out, "  {}", paint(DIM, format!("{name} decides something in secret.")))?;
            }
        }
    }

    /// A program from outside cannot continue: neither can the sitting.
    fn forfeit(&self, seat: Seat, why: &Failure) -> Problem {
        let (name, spec) = (&self.cast.names[seat.index()], self.cast.player(seat));
        Problem::Failed(format!("{name} forfeits the game: {spec} {why}"))
    }

    /// The person's decision, or that there will be none.
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        out: &mut dyn Write,
    ) -> Result<Result<G::Action, SittingEnd>, Problem> {
        let view = game.view(seat);
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let moves: Vec<(G::Action, String)> =
            legal.into_iter().map(|action| (action, game.action_text(action))).collect();
        let question = Asked { view: &view, moves: &moves };
        if let Some(planned) = self.plan.pop_front() {
            if moves.iter().any(|(action, _)| *action == planned) {
                return Ok(Ok(planned));
            }
            self.plan.clear();
        }
        if let Some(action) = self.face.obvious(&question) {
            return Ok(Ok(action));
        }
        self.face.show(&question, out)?;
        loop {
            let Some(line) = input::ask(&self.face.prompt(&question), out)? else {
                let person = io::stdin().is_terminal();
                return Ok(Err(if person { SittingEnd::Quit } else { SittingEnd::InputEnded }));
            };
            if input::is_quit(&line) {
                writeln!(out, "Good-bye.")?;
                return Ok(Err(SittingEnd::Quit));
            }
            if input::is_help(&line) {
                self.face.help(out)?;
                continue;
            }
            match self.face.answer(&question, &line) {
                Reply::Play(moves) => {
                    self.plan = moves.into();
                    if let Some(action) = self.plan.pop_front() {
                        return Ok(Ok(action));
                    }
                }
                Reply::Unclear(hint) => writeln!(out, "  {hint}")?,
                Reply::Show => self.face.show(&question, out)?,
            }
        }
    }
}
