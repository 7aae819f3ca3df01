//! Writes the seeds of all fuzz targets below a folder: `cargo run -p kontra-properties --example seeds -- fuzz/corpus`.

use kontra_properties::seeds;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "fuzz/corpus".to_owned());
    let targets = [
        ("record_reader", seeds::records()),
        ("spec_parser", seeds::specs()),
        ("board_reader", seeds::boards()),
        ("live_message", seeds::messages()),
    ];
    for (target, seeds) in targets {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
