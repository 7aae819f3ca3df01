//! Writes a picture with at most 256 colours, a fraction of its size: `shrink FROM.png TO.png`.

use color_quant::NeuQuant;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Filter};
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::process::ExitCode;
use std::{collections::HashMap, env};

/// A picture as red, green, blue and opacity of each point.
struct Picture {
    width: u32,
    height: u32,
    points: Vec<[u8; 4]>,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [from, to] = args.as_slice() else {
        eprintln!("shrink: expected two files, found {} arguments", args.len());
        return ExitCode::from(2);
    };
    match read(from).and_then(|picture| write(&picture, to)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("shrink: {from} to {to}: {problem}");
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

fn write(picture: &Picture, path: &str) -> Result<(), Box<dyn Error>> {
    let colours = NeuQuant::new(3, 256, picture.points.as_flattened());
    // Screenshots have few different colours: each is looked up once.
    let mut known = HashMap::new();
    let mut nearest =
        |point: &[u8; 4]| *known.entry(*point).or_insert_with(|| colours.index_of(point));
    let indices = picture.points.iter().map(&mut nearest).map(u8::try_from);
    let indices: Vec<u8> = indices.collect::<Result<_, _>>()?;

    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.color_map_rgb());
    encoder.set_compression(Compression::High);
    // Neighbouring numbers of a palette are not neighbouring colours: nothing is won by differences.
    encoder.set_filter(Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;

    let unfinished = format!("{path}.part");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    file.write_all(&bytes)?;
    file.flush()?;
    Ok(fs::rename(unfinished, path)?)
}
