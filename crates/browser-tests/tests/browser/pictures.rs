//! What is in a picture: its pixels, and a code that a phone could scan.

use kontra_browser_tests::{Page, Shots};
use std::fs;

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

/// The text of the QR code that can be seen on a page, read from a picture of it as a phone does.
pub(crate) fn scanned(page: &Page, name: &str) -> String {
    let shot = Shots::new().take(page, name);
    let (width, pixels) = decoded(&fs::read(shot).expect("the picture that was taken"));
    let grey = |x, y| {
        let pixel: [u8; 3] = pixels[y * width + x];
        (pixel.iter().map(|&part| u32::from(part)).sum::<u32>() / 3) as u8
    };
    let height = pixels.len() / width;
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1, "one code can be seen");
    codes[0].decode().expect("a code that can be read").1
}
