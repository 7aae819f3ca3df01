//! Writes a picture with at most 256 colours, a fraction of its size: `shrink FROM.png TO.png`. Several pictures of the same size
//! become a moving one: `shrink FROM-1.png FROM-2.png TO.png`.

use color_quant::NeuQuant;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter};
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::process::ExitCode;
use std::{collections::HashMap, env};

/// How long each picture of a moving one is seen, as a fraction of a second.
const SEEN: (u16, u16) = (7, 10);

/// A picture as red, green, blue and opacity of each point.
struct Picture {
    width: u32,
    height: u32,
    points: Vec<[u8; 4]>,
}

/// A part of a picture that differs from the picture before.
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    indices: Vec<u8>,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some((to, from)) = args.split_last().filter(|(_, from)| !from.is_empty()) else {
        eprintln!("shrink: expected at least two files, found {} arguments", args.len());
        return ExitCode::from(2);
    };
    let pictures: Result<Vec<Picture>, _> = from.iter().map(|path| read(path)).collect();
    match pictures.and_then(|pictures| write(&pictures, to)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("shrink: {} to {to}: {problem}", from[0]);
            ExitCode::from(2)
        }
    }
}

fn read(path: &str) -> Result<Picture, Box<dyn Error>> {
    let mut reader = Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    let bytes = &bytes[..info.buffer_size()];
    let points = match (info.color_type, info.bit_depth) {
        (ColorType::Rgb, BitDepth::Eight) => {
            bytes.chunks_exact(3).map(|point| [point[0], point[1], point[2], 255]).collect()
        }
        (ColorType::Rgba, BitDepth::Eight) => {
            bytes.chunks_exact(4).map(|point| [point[0], point[1], point[2], point[3]]).collect()
        }
        other => return Err(format!("expected 8-bit red, green and blue, found {other:?}").into()),
    };
    Ok(Picture { width: info.width, height: info.height, points })
}

fn write(pictures: &[Picture], path: &str) -> Result<(), Box<dyn Error>> {
    let [first, ..] = pictures else { return Err("there is no picture".into()) };
    let size = (first.width, first.height);
    if pictures.iter().any(|picture| (picture.width, picture.height) != size) {
        return Err("expected pictures of one size".into());
    }
    let points: Vec<u8> =
        pictures.iter().flat_map(|picture| picture.points.as_flattened()).copied().collect();
    let colours = NeuQuant::new(if pictures.len() > 1 { 10 } else { 3 }, 256, &points);
    // Screenshots have few different colours: each is looked up once.
    let mut known = HashMap::new();
    let mut nearest =
        |point: &[u8; 4]| *known.entry(*point).or_insert_with(|| colours.index_of(point));
    let indices = pictures.iter().map(|picture| {
        picture.points.iter().map(&mut nearest).map(u8::try_from).collect::<Result<Vec<u8>, _>>()
    });
    let indices: Vec<Vec<u8>> = indices.collect::<Result<_, _>>()?;

    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, first.width, first.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.color_map_rgb());
    encoder.set_compression(Compression::High);
    // Neighbouring numbers of a palette are not neighbouring colours: nothing is won by differences.
    encoder.set_filter(Filter::NoFilter);
    if pictures.len() > 1 {
        encoder.set_animated(u32::try_from(pictures.len())?, 0)?;
        encoder.set_frame_delay(SEEN.0, SEEN.1)?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices[0])?;
    for two in indices.windows(2) {
        let part = difference(&two[0], &two[1], size);
        // Each of the two must fit to the other at any moment.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.width, part.height)?;
        writer.set_frame_position(part.left, part.top)?;
        writer.write_image_data(&part.indices)?;
    }
    writer.finish()?;

    let unfinished = format!("{path}.part");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    file.write_all(&bytes)?;
    file.flush()?;
    Ok(fs::rename(unfinished, path)?)
}

/// The smallest rectangle that holds everything in which a picture differs from the one before.
fn difference(before: &[u8], now: &[u8], (width, height): (u32, u32)) -> Part {
    let columns = width as usize;
    let changed = (0..now.len()).filter(|&place| now[place] != before[place]);
    // A picture without a change is one point, since an empty part is not allowed.
    let (mut left, mut top, mut right, mut bottom) = (columns, height as usize, 0, 0);
    for place in changed {
        let (x, y) = (place % columns, place / columns);
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x), bottom.max(y));
    }
    let (left, top) = (left.min(right), top.min(bottom));
    let rows = (top..=bottom).map(|y| &now[y * columns + left..=y * columns + right]);
    Part {
        left: left as u32,
        top: top as u32,
        width: (right - left + 1) as u32,
        height: (bottom - top + 1) as u32,
        indices: rows.collect::<Vec<&[u8]>>().concat(),
    }
}
