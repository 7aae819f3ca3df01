//! Matrices in 8 bits: a number is a signed byte times the scale of its row.

/// The largest byte. −128 is not used: then what can be written is as far below zero as above.
const LARGEST: i8 = i8::MAX;

/// The end of the name of a tensor with scales: those of `1.weight` are `1.weight.scale`.
pub(super) const SCALE: &str = ".scale";

/// A row in 8 bits.
pub(super) struct ByteRow {
    pub(super) scale: f32,
    pub(super) bytes: Vec<i8>,
}

/// Rounds a row to the nearest bytes. The number that cannot be written where there is one.
pub(super) fn round(row: &[f32]) -> Result<ByteRow, f32> {
    if let Some(x) = row.iter().find(|x| !x.is_finite()) {
        return Err(*x);
    }
    let largest = row.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
    let mut scale = largest / f32::from(LARGEST);
    if !number(LARGEST, scale).is_finite() {
        // The scale of the largest numbers there are, rounded up, would lead beyond them.
        scale = scale.next_down();
    }
    let byte = |x: &f32| {
        // Nothing is left of a row of zeros, nor of numbers whose scale is too small for 32 bits. What is rounded is at
        // most 127, but for the last digit of the scale; the conversion takes the nearest byte that there is.
        let steps = if scale > 0.0 { x / scale } else { 0.0 };
        (steps.round() as i8).max(-LARGEST)
    };
    Ok(ByteRow { scale, bytes: row.iter().map(byte).collect() })
}

/// What a byte stands for.
pub(super) fn number(byte: i8, scale: f32) -> f32 {
    f32::from(byte) * scale
}

/// Whether a byte is one that can be written.
pub(super) fn is_used(byte: i8) -> bool {
    byte >= -LARGEST
}
