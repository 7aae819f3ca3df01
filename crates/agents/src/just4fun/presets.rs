use super::network_agents;
use crate::Preset;

/// The players of Gastegger 2024.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "gastegger2024-ismcts-900",
        spec: "ismcts(iterations=900, worlds=3, exploration=0.5, key=board-hand-used, temperature=1, \
               noise=0.25, alpha=0.4)",
        about: "IsMctsRollouts as it was benchmarked (Gastegger 2024, table C.4).",
    },
    Preset {
        name: "gastegger2024-cheating-900",
        spec: "cheating(iterations=900, exploration=1, temperature=1, noise=0.25, alpha=0.666667)",
        about: "CheatingMctsRollouts as it was benchmarked (Gastegger 2024, table C.4).",
    },
    Preset {
        name: "gastegger2024-cheating-50",
        spec: "cheating(iterations=50, exploration=1, temperature=1, noise=0.25, alpha=0.666667)",
        about: "CheatingMctsRollouts with 50 iterations (Gastegger 2024, 7.1.2).",
    },
    Preset {
        name: "gastegger2024-ismcts-900-one-colour",
        spec: "ismcts(iterations=900, worlds=3, exploration=0.5, key=board-hand-used, temperature=1, \
               noise=0.25, alpha=0.4, value=first-colour)",
        about: "The same with the slip that brings the thesis's numbers: playouts are judged as the first colour.",
    },
    Preset {
        name: "gastegger2024-cheating-900-one-colour",
        spec: "cheating(iterations=900, exploration=1, temperature=1, noise=0.25, alpha=0.666667, \
               value=first-colour)",
        about: "The cheating player with the slip that brings the thesis's numbers.",
    },
    Preset {
        name: "gastegger2024-cheating-50-one-colour",
        spec: "cheating(iterations=50, exploration=1, temperature=1, noise=0.25, alpha=0.666667, \
               value=first-colour)",
        about: "The cheating player with 50 iterations and the slip that brings the thesis's numbers.",
    },
    network_agents::FIELDNET,
    network_agents::CARDFIELDNET,
    network_agents::FIELDNET_ALONE,
    network_agents::CARDFIELDNET_ALONE,
];
