use super::{BadWeights, bad};
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, compress_to_output,
    create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use std::borrow::Cow;

/// How a packed file begins. A safetensors file begins with the length of its header, which is never so large a number.
const NAME: [u8; 8] = *b"packed-1";

/// The largest file that is packed or unpacked: seven times the largest network there is. What a file says of its size is
/// not believed beyond that.
const LARGEST: usize = 64 << 20;

/// How many bytes the numbers of a network may have.
const WIDTHS: [u8; 3] = [2, 4, 1];

/// Makes a file of weights smaller. [`unpack`] gives the same bytes again.
///
/// How large a number is repeats in a network; its last bits are noise. So the first bytes of all numbers are put side by
/// side, then the second ones, and so on, before everything is deflated. The width of the numbers is the one that packs best.
///
/// A packed file is its name, the length of the file (four bytes, the last significant one first), and a zlib stream of the width, the
/// header as it is, and the sorted bytes.
///
/// ```
/// let file = [1.0_f32, 1.5, -1.25].map(f32::to_le_bytes).concat();
/// assert_eq!(*kontra_nets::unpack(&kontra_nets::pack(&file)?)?, file);
/// # Ok::<(), kontra_nets::BadWeights>(())
/// ```
pub fn pack(file: &[u8]) -> Result<Vec<u8>, BadWeights> {
    let length = u32::try_from(file.len()).ok().filter(|_| file.len() <= LARGEST);
    let length = length.ok_or_else(|| {
        bad(format!("weights: expected at most {LARGEST} bytes to pack, found {}", file.len()))
    })?;
    let packed = WIDTHS.map(|width| deflate(&sorted(file, width)));
    let shortest = packed.into_iter().min_by_key(Vec::len).unwrap_or_default();
    Ok([&NAME[..], &length.to_le_bytes(), &shortest].concat())
}

/// What [`pack`] was given. Bytes that are not packed stay as they are.
pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, BadWeights> {
    let Some(packed) = bytes.strip_prefix(&NAME) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let damaged =
        || bad("weights: expected a whole packed file, found one that is truncated or damaged");
    let (length, stream) = packed.split_first_chunk().ok_or_else(damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > LARGEST {
        return Err(bad(format!(
            "weights: expected at most {LARGEST} bytes to unpack, found {length}"
        )));
    }
    let sorted = inflate(stream, 1 + length).ok_or_else(damaged)?;
    let (width, sorted) = sorted.split_first().ok_or_else(damaged)?;
    if !WIDTHS.contains(width) {
        return Err(damaged());
    }
    Ok(Cow::Owned(unsorted(sorted, *width)))
}

/// Where the numbers of a safetensors file begin. In other files nothing is a number.
fn first_number(file: &[u8]) -> usize {
    let header = file.first_chunk().map(|length| u64::from_le_bytes(*length));
    let header = header.and_then(|length| usize::try_from(length).ok());
    let first = header.and_then(|length| length.checked_add(8));
    first.map_or(file.len(), |first| first.min(file.len()))
}

/// The places of the numbers' first bytes, of their second bytes, and so on.
fn places(numbers: usize, width: u8) -> impl Iterator<Item = usize> {
    let width = usize::from(width);
    (0..width).flat_map(move |byte| (byte..numbers).step_by(width))
}

/// The width, the header, and the numbers' bytes by their place in a number.
fn sorted(file: &[u8], width: u8) -> Vec<u8> {
    let (header, numbers) = file.split_at(first_number(file));
    let mut sorted = Vec::with_capacity(1 + file.len());
    sorted.push(width);
    sorted.extend(header);
    sorted.extend(places(numbers.len(), width).map(|place| numbers[place]));
    sorted
}

/// The way back: the header is where it was, so it tells where the numbers begin.
fn unsorted(sorted: &[u8], width: u8) -> Vec<u8> {
    let mut file = sorted.to_vec();
    let first = first_number(sorted);
    let numbers = &mut file[first..];
    for (place, byte) in places(numbers.len(), width).zip(&sorted[first..]) {
        numbers[place] = *byte;
    }
    file
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    // Short repetitions are chance among numbers, and cost more than they save.
    let strategy = CompressionStrategy::Filtered as i32;
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(9, 15, strategy));
    let mut packed = Vec::new();
    compress_to_output(&mut compressor, bytes, TDEFLFlush::Finish, |part| {
        packed.extend_from_slice(part);
        true
    });
    packed
}

/// The bytes of a zlib stream, if there are as many as expected, their checksum is right, and nothing follows.
fn inflate(stream: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = DecompressorOxide::new();
    let (status, read, written) = decompress(&mut state, stream, &mut bytes, 0, flags);
    let is_whole = status == TINFLStatus::Done && read == stream.len() && written == length;
    is_whole.then_some(bytes)
}
