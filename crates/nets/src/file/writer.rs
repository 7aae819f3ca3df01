use super::{BadWeights, Precision, bad, bytes};
use crate::Slot;
use half::f16;
use safetensors::tensor::Dtype;

/// A tensor as it lies in a file.
pub(super) struct Written {
    pub(super) name: String,
    pub(super) kind: Dtype,
    pub(super) shape: Vec<usize>,
    pub(super) bytes: Vec<u8>,
}

/// Adds the numbers of a slot as one tensor, or as two where they are in 8 bits: the bytes and the scales of their rows.
pub(super) fn write(
    slot: &Slot,
    numbers: &[f32],
    precision: Precision,
    out: &mut Vec<Written>,
) -> Result<(), BadWeights> {
    let mut add = |name: String, kind, shape: &[usize], bytes| {
        out.push(Written { name, kind, shape: shape.to_vec(), bytes });
    };
    let name = slot.name.clone();
    match precision {
        Precision::I8 if slot.is_matrix() => {
            let (mut all, mut scales) = (Vec::with_capacity(numbers.len()), Vec::new());
            let (rows, width) = (&slot.shape[..1], slot.shape[1].max(1));
            for row in numbers.chunks(width) {
                let row = bytes::round(row).map_err(|x| {
                    bad(format!("weights, tensor '{name}': expected finite numbers, found {x}"))
                })?;
                all.extend(row.bytes.iter().map(|b| b.cast_unsigned()));
                scales.extend(row.scale.to_le_bytes());
            }
            add(format!("{name}{}", bytes::SCALE), Dtype::F32, rows, scales);
            add(name, Dtype::I8, &slot.shape, all);
        }
        Precision::F32 | Precision::I8 => {
            let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
            add(name, Dtype::F32, &slot.shape, bytes);
        }
        Precision::F16 => {
            let bytes = numbers.iter().flat_map(|x| f16::from_f32(*x).to_le_bytes()).collect();
            add(name, Dtype::F16, &slot.shape, bytes);
        }
        Precision::F13 => {
            let rounded = |x: &f32| rounded(f16::from_f32(*x)).to_le_bytes();
            let bytes = numbers.iter().flat_map(rounded).collect();
            add(name, Dtype::F16, &slot.shape, bytes);
        }
    }
    Ok(())
}

/// The nearest number of 16 bits whose last three are zero; of two the even one.
fn rounded(x: f16) -> f16 {
    let bits = x.to_bits();
    let is_odd = bits >> 3 & 1;
    // What is finite has room above: at worst it becomes infinite, which readers refuse.
    if x.is_finite() { f16::from_bits((bits + 3 + is_odd) & !7) } else { x }
}
