//! What is in a picture: its pixels, and a code that a phone could scan.

use kontra_browser_tests::{Page, Shots};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A picture in full colour: its width, and its pixels with three values each.
pub(crate) fn decoded(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a picture that fits memory")];
    let info = reader.next_frame(&mut pixels).expect("a whole picture");
    let each = info.color_type.samples();
    let pixels = pixels[..info.buffer_size()].chunks_exact(each);
    (info.width as usize, pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

/// Pictures that are taken until a code can be seen, one every fifth of a second.
const PICTURES: u32 = 100;

/// The text of the QR code that can be seen on a page, read from a picture of it as a phone does.
pub(crate) fn scanned(page: &Page, name: &str) -> String {
    // A picture may be of the moment before the code is painted.
    let text = (0..PICTURES).find_map(|_| {
        let text = code_in(&Shots::new().take(page, name));
        if text.is_none() {
            thread::sleep(Duration::from_millis(200));
        }
        text
    });
    text.expect("one code that can be read")
}

/// The text of the only QR code in a picture.
fn code_in(picture: &Path) -> Option<String> {
    let (width, pixels) = decoded(&fs::read(picture).expect("the picture that was taken"));
    let grey = |x, y| {
        let pixel: [u8; 3] = pixels[y * width + x];
        (pixel.iter().map(|&part| u32::from(part)).sum::<u32>() / 3) as u8
    };
    let height = pixels.len() / width;
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    match &image.detect_grids()[..] {
        [code] => code.decode().ok().map(|(_, text)| text),
        _ => None,
    }
}
