use super::guide;
use super::phrases::YOU;
use kontra_agents::{AgentSpec, Playable, Recipe};
use kontra_game::{BadInput, Seat};

/// What the computer's players are called.
const NAMES: [&str; 4] = ["Anna", "Bert", "Carla", "Dirk"];

/// Who sits where.
pub(crate) struct SeatAgents<G: Playable> {
    /// Where the person sits; `None` when there is only an audience.
    pub(crate) person: Option<Seat>,
    /// What everybody is called, by seat.
    pub(crate) names: Vec<String>,
    /// Who plays for the computer, by seat.
    pub(crate) agents: Vec<Option<Recipe<G>>>,
}

impl<G: Playable> SeatAgents<G> {
    /// Seats the person, and the agents on the other seats, again and again in their order.
    pub(crate) fn new(
        seats: usize,
        person: Option<usize>,
        specs: &[String],
    ) -> Result<SeatAgents<G>, BadInput> {
        let person = match person {
            None => None,
            Some(number) => Some(Seat::all(seats).nth(number).ok_or_else(|| {
                BadInput::expected("--seat", format!("a seat from 0 to {}", seats - 1), number)
            })?),
        };
        let free = seats - usize::from(person.is_some());
        if specs.len() > free {
            return Err(BadInput::expected("agents", format!("at most {free}"), specs.len()));
        }
        let house = [G::OPPONENT.to_owned()];
        let mut specs = if specs.is_empty() { &house } else { specs }.iter().cycle();
        let (mut names, mut agents) = (vec![], vec![]);
        for seat in Seat::all(seats) {
            if person == Some(seat) {
                names.push(YOU.to_owned());
                agents.push(None);
            } else if let (Some(spec), Some(name)) = (specs.next(), NAMES.get(seat.index())) {
                names.push((*name).to_owned());
                let spec = guide::spec_of(G::NAME, spec);
                agents.push(Some(Recipe::new(&spec.parse::<AgentSpec>()?)?));
            }
        }
        Ok(SeatAgents { person, names, agents })
    }

    /// The spec of the agent on a seat, or `human`.
    pub(crate) fn player(&self, seat: Seat) -> String {
        let agent = self.agents[seat.index()].as_ref();
        agent.map_or("human".to_owned(), |recipe| recipe.spec().to_string())
    }
}
