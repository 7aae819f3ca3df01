use crate::Preset;

/// The players of Briesemeister 2009.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "briesemeister2009-mcts",
        spec: "mcts(ms=5000, exploration=1, threshold=0, first_play=1, decision=mean, trees=2, threads=2)",
        about: "The best Monte Carlo player, two trees, five seconds (Briesemeister 2009, 5.3.5).",
    },
    Preset {
        name: "briesemeister2009-mc",
        spec: "flat(ms=5000)",
        about: "Monte Carlo without a tree, five seconds (Briesemeister 2009, 4.2.2).",
    },
    Preset {
        name: "briesemeister2009-star2",
        spec: "star2(ms=5000, weights=4, order=share, bounds=apt, apt=4)",
        about: "The best expectimax player, five seconds (Briesemeister 2009, 5.2.6).",
    },
    Preset {
        name: "briesemeister2009-star1",
        spec: "star1(ms=5000, weights=4, order=share, bounds=apt, apt=4)",
        about: "Star1, five seconds (Briesemeister 2009, 4.1.4.2).",
    },
    Preset {
        name: "briesemeister2009-star25",
        spec: "star25(ms=5000, weights=4, order=share, bounds=apt, apt=4, factor=2)",
        about: "Star2.5 with probing factor 2, five seconds (Briesemeister 2009, 5.2.5).",
    },
    Preset {
        name: "briesemeister2009-expectimax",
        spec: "expectimax(ms=5000, weights=4, order=none)",
        about: "Expectimax, five seconds (Briesemeister 2009, 4.1.3).",
    },
];
