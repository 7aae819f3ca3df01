use crate::{Just4Fun, Outcome};
use kontra_game::Ending;

impl Ending for Just4Fun {
    /// `pattern`, `points`, `highest-field` or `draw`.
    fn ending(&self) -> &'static str {
        match self.table().ending() {
            Some(Outcome::Pattern(_)) => "pattern",
            Some(Outcome::Points(_)) => "points",
            Some(Outcome::HighestField(_)) => "highest-field",
            Some(Outcome::Draw) => "draw",
            None => "unfinished",
        }
    }
}
