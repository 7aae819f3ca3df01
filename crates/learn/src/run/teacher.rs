use super::file::TeacherFile;
use crate::{Teacher, Trouble};
use kontra_agents::doppelkopf::features::legal_in;
use kontra_agents::doppelkopf::network::Model;
use std::path::Path;

impl TeacherFile {
    /// The teacher of this name.
    pub(super) fn read(&self) -> Result<Teacher, Trouble> {
        let trouble = |why: String| Trouble(format!("teacher '{}': {why}", self.weights.display()));
        let network = if self.weights == Path::new("doppelkopf") {
            Model::shipped_for_batches().network().clone()
        } else {
            let bytes = std::fs::read(&self.weights).map_err(|e| trouble(e.to_string()))?;
            let model = Model::read_for_batches(&bytes).map_err(|e| trouble(e.to_string()))?;
            model.network().clone()
        };
        let legal: fn(&[u64]) -> u64 = |bits| bits.try_into().map_or(0, legal_in);
        Ok(Teacher { network, legal, weight: self.weight })
    }
}
