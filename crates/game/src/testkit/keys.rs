use crate::{InfoKey, Seat, View};
use std::collections::HashMap;

/// This many views are kept to be compared with every later one. Each comparison costs, and views have no order.
const MOST_COMPARED: usize = 400;

/// The views met so far, of all games of a run, with their keys.
pub(super) struct KeysSeen<V> {
    compared: Vec<(V, InfoKey)>,
    by_key: HashMap<(Seat, InfoKey), V>,
    coarse: bool,
}

impl<V: View> KeysSeen<V> {
    /// With `coarse` keys, views of the same seat that differ may share a key.
    pub(super) fn new(coarse: bool) -> KeysSeen<V> {
        KeysSeen { compared: vec![], by_key: HashMap::new(), coarse }
    }

    /// Equal views have equal keys; different views of a seat have different ones.
    pub(super) fn check(&mut self, view: &V) {
        let key = view.key();
        let twin = self.compared.iter().find(|(earlier, _)| earlier == view);
        if let Some((_, other)) = twin {
            assert!(*other == key, "equal views have different keys: {view:?}");
        } else if self.compared.len() < MOST_COMPARED {
            self.compared.push((view.clone(), key));
        }
        if !self.coarse {
            let first = self.by_key.entry((view.seat(), key)).or_insert_with(|| view.clone());
            let hint = "(if that is meant, say so with coarse_keys)";
            assert!(first == view, "different views have the same key {hint}: {first:?}, {view:?}");
        }
    }
}
