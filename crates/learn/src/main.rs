//! `kontra-train`: trains networks and measures them.

mod program;

fn main() -> std::process::ExitCode {
    program::main()
}
