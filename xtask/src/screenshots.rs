use crate::browser;
use crate::step::{Outcome, root};
use std::fs;
use std::path::Path;

/// The pictures that the README and the book show.
const CHOSEN: [&str; 3] = ["home-light", "home-dark", "home-phone"];
/// The largest a picture may be, and all of them together: everybody who clones the repository gets them.
const LARGEST: u64 = 150_000;
const LARGEST_SUM: u64 = 1_500_000;

/// `cargo xtask screenshots`: copies the chosen pictures of the last browser tests to `docs/src/images`.
pub(crate) fn run() -> Outcome {
    let images = root().join("docs/src/images");
    let sources = CHOSEN.map(|name| (name, browser::screenshots().join(format!("{name}.png"))));
    let mut sum = 0;
    for (name, source) in &sources {
        let size = size(source)?;
        if size > LARGEST {
            return Err(format!("{name}: expected at most {LARGEST} bytes, found {size}"));
        }
        sum += size;
    }
    if sum > LARGEST_SUM {
        return Err(format!("all pictures: expected at most {LARGEST_SUM} bytes, found {sum}"));
    }
    fs::create_dir_all(&images).map_err(|error| format!("{}: {error}", images.display()))?;
    for (name, source) in &sources {
        let place = images.join(format!("{name}.png"));
        fs::copy(source, &place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    println!("{} pictures, {} KB, in {}", sources.len(), sum / 1000, images.display());
    Ok(())
}

fn size(source: &Path) -> Result<u64, String> {
    let found = fs::metadata(source).map(|data| data.len());
    found.map_err(|_| {
        format!(
            "{}: expected a picture (`cargo xtask browser` takes them), found none",
            source.display()
        )
    })
}
