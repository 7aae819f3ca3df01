use kontra_game::{BadInput, Reader};
use serde_json::{Value, json};

/// How players are asked for announcements (Sievers 2012, 5.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Announcing {
    /// The first style: choose any legal level at once.
    Choose,
    /// The second style: yes or no to the next level, and asked again after every yes.
    #[default]
    Step,
}

impl Announcing {
    const NAMES: [(&'static str, Announcing); 2] =
        [("choose", Announcing::Choose), ("step", Announcing::Step)];
}

/// What a table agrees on before it plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// How players are asked for announcements.
    pub announcing: Announcing,
}

impl Rules {
    /// Reads the rules from a JSON object; a field that is left out has its default.
    pub fn read(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        let mut object = reader.object()?;
        let announcing = match object.optional("announcing") {
            Some(field) => field.one_of(&Announcing::NAMES)?,
            None => Announcing::default(),
        };
        object.finish()?;
        Ok(Rules { announcing })
    }

    /// Writes the rules such that [`read`](Rules::read) gives them back.
    pub fn write(self) -> Value {
        let name = Announcing::NAMES.iter().find(|(_, style)| *style == self.announcing);
        json!({ "announcing": name.map(|(name, _)| name) })
    }
}
