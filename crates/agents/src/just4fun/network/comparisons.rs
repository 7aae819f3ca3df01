/// Networks of Gastegger 2024's comparisons (tables 7.4 and 7.5, figure 7.7), by the names of their runs. They are here because a
/// package of a registry has at most ten megabytes, which the players in `kontra-models` need.
pub const COMPARISONS: [(&str, &[u8]); 6] = [
    (
        "kernels-random-full",
        include_bytes!("../../../weights/just4fun-kernels-random-full.safetensors"),
    ),
    (
        "kernels-custom-full",
        include_bytes!("../../../weights/just4fun-kernels-custom-full.safetensors"),
    ),
    (
        "kernels-random-minimal",
        include_bytes!("../../../weights/just4fun-kernels-random-minimal.safetensors"),
    ),
    (
        "kernels-custom-minimal",
        include_bytes!("../../../weights/just4fun-kernels-custom-minimal.safetensors"),
    ),
    ("imperfect", include_bytes!("../../../weights/just4fun-imperfect.safetensors")),
    ("perfect", include_bytes!("../../../weights/just4fun-perfect.safetensors")),
];
