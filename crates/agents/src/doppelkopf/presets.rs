use crate::Preset;

/// The configurations of the documents about Doppelkopf, and levels for people.
pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "sievers2012-v1-baseline",
        spec: "ensemble-uct(iterations=100, worlds=10, exploration=7000, points=own, announcing=free, \
               formula=wrong, simulation=yes, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "The baseline of version 1 (Sievers 2012, table 6.27).",
    },
    Preset {
        name: "sievers2012-v2-baseline",
        spec: "single-uct(iterations=1000, exploration=20000, points=own, announcing=free, formula=wrong, \
               simulation=yes, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "The baseline of version 2 (Sievers 2012, table 6.27).",
    },
    Preset {
        name: "sievers2012-v1-best",
        spec: "ensemble-uct(iterations=100, worlds=10, exploration=7000, points=own, announcing=positive, \
               formula=correct, simulation=yes, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "The best player of version 1 (Sievers 2012, table 6.60).",
    },
    Preset {
        name: "sievers2012-v2-best",
        spec: "single-uct(iterations=1000, exploration=20000, points=team, announcing=positive, \
               formula=correct, simulation=no, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "The best player of version 2 (Sievers 2012, table 6.60).",
    },
    Preset {
        name: "sievers2015-ensemble-10x1000",
        spec: "ensemble-uct(iterations=1000, worlds=10, exploration=7000, points=own, announcing=positive, \
               formula=correct, simulation=yes, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "Ensemble-UCT with 10 worlds and 1000 rollouts each (Sievers & Helmert 2015); what the slides \
                leave open is as in the best player of version 1.",
    },
    Preset {
        name: "sievers2015-single-10000",
        spec: "single-uct(iterations=10000, exploration=20000, points=team, announcing=positive, \
               formula=correct, simulation=no, selection=1, quiet=yes, \
               sampler=sievers)",
        about: "Single-UCT with 10,000 rollouts (Sievers & Helmert 2015); what the slides leave open is as in \
                the best player of version 2.",
    },
    Preset {
        name: "dockhorn2017-nn1",
        spec: "network-uct(weights=nn1, iterations=100, worlds=10, exploration=7000, points=own, announcing=positive, \
               formula=correct, quiet=yes, sampler=sievers)",
        about: "UCT with the network NN1 in its playouts (Dockhorn et al. 2017); what the paper leaves open is as in the best \
                player of version 1 of Sievers 2012.",
    },
    Preset {
        name: "dockhorn2017-nn7",
        spec: "network-uct(weights=nn7, iterations=100, worlds=10, exploration=7000, points=own, announcing=positive, \
               formula=correct, quiet=yes, sampler=sievers)",
        about: "UCT with the network NN7 in its playouts (Dockhorn et al. 2017).",
    },
    Preset {
        name: "club",
        spec: "network(temperature=0.3, loss=1, announcing=0.6, solo=1, highest=no90)",
        about: "The network as a regular player: now and then the second-best card, careful announcements and solos.",
    },
    Preset { name: "expert", spec: "network", about: "The network's best answer, always." },
];
