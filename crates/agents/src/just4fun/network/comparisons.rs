/// Networks of Gastegger 2024's comparisons (tables 7.4 and 7.5, figure 7.7), by the names of their runs. They are here because a
/// package of a registry has at most ten megabytes, which the players in `kontra-models` need.
pub const COMPARISONS: [(&str, &[u8]); 6] = [
    ("kernels-random-full", include_bytes!("../../../weights/just4fun-kernels-random-full.packed")),
    ("kernels-custom-full", include_bytes!("../../../weights/just4fun-kernels-custom-full.packed")),
    (
        "kernels-random-minimal",
        include_bytes!("../../../weights/just4fun-kernels-random-minimal.packed"),
    ),
    (
        "kernels-custom-minimal",
        include_bytes!("../../../weights/just4fun-kernels-custom-minimal.packed"),
    ),
    ("imperfect", include_bytes!("../../../weights/just4fun-imperfect.packed")),
    ("perfect", include_bytes!("../../../weights/just4fun-perfect.packed")),
];
