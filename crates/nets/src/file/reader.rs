use super::{BadWeights, bad, bytes};
use crate::{Layout, Slot};
use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

/// Reads the tensors of a file. What is not as it should be is refused before any number of it is used.
pub(super) struct TensorReader<'a> {
    tensors: &'a SafeTensors<'a>,
    /// Whether the matrices are in 8 bits: all or none.
    in_bytes: bool,
}

impl<'a> TensorReader<'a> {
    /// Refuses scales that belong to nothing.
    pub(super) fn new(
        tensors: &'a SafeTensors<'a>,
        layout: &Layout,
    ) -> Result<TensorReader<'a>, BadWeights> {
        let matrices = || layout.parameters.iter().filter(|slot| slot.is_matrix());
        let is_in_bytes = |slot: &Slot| {
            tensors.tensor(&slot.name).is_ok_and(|tensor| tensor.dtype() == Dtype::I8)
        };
        let in_bytes = matrices().any(is_in_bytes);
        let belongs = |of: &str| in_bytes && matrices().any(|slot| slot.name == of);
        let surplus = tensors
            .names()
            .into_iter()
            .filter(|name| name.strip_suffix(bytes::SCALE).is_some_and(|of| !belongs(of)))
            .min();
        match surplus {
            Some(name) => {
                // The name is the file's: it may be long, and anything may be in it.
                let name: String = name.chars().take(80).flat_map(char::escape_debug).collect();
                Err(trouble(&name, "expected no scale, as there is no I8 matrix for it"))
            }
            None => Ok(TensorReader { tensors, in_bytes }),
        }
    }

    /// Fills a list with the numbers of its slots.
    pub(super) fn read(&self, slots: &[Slot], list: &mut [f32]) -> Result<(), BadWeights> {
        for slot in slots {
            let out = &mut list[slot.range.clone()];
            let tensor = self.tensor(&slot.name, &slot.shape)?;
            if self.in_bytes && slot.is_matrix() {
                self.read_bytes(slot, &tensor, out)?;
            } else {
                read_floats(slot, &tensor, out)?;
            }
            if let Some(x) = out.iter().find(|x| !x.is_finite()) {
                return Err(trouble(&slot.name, format!("expected finite numbers, found {x}")));
            }
        }
        Ok(())
    }

    /// The tensor of this name, if it has this shape.
    fn tensor(&self, name: &str, shape: &[usize]) -> Result<TensorView<'a>, BadWeights> {
        let tensor = self.tensors.tensor(name);
        let tensor = tensor.map_err(|_| trouble(name, "expected it, found nothing"))?;
        if tensor.shape() == shape {
            return Ok(tensor);
        }
        Err(trouble(name, format!("expected the shape {shape:?}, found {:?}", tensor.shape())))
    }

    fn read_bytes(
        &self,
        slot: &Slot,
        tensor: &TensorView<'_>,
        out: &mut [f32],
    ) -> Result<(), BadWeights> {
        if tensor.dtype() != Dtype::I8 {
            let why = format!("expected I8 as in other matrices, found {:?}", tensor.dtype());
            return Err(trouble(&slot.name, why));
        }
        let found = tensor.data();
        if let Some(b) = found.iter().map(|b| b.cast_signed()).find(|b| !bytes::is_used(*b)) {
            return Err(trouble(&slot.name, format!("expected bytes from -127, found {b}")));
        }
        let scales = self.scales(slot)?;
        let rows = found.chunks(slot.shape[1].max(1)).zip(&scales);
        let numbers =
            rows.flat_map(|(row, s)| row.iter().map(|b| bytes::number(b.cast_signed(), *s)));
        out.iter_mut().zip(numbers).for_each(|(x, number)| *x = number);
        Ok(())
    }

    /// The scales of a matrix, one for each row.
    fn scales(&self, slot: &Slot) -> Result<Vec<f32>, BadWeights> {
        let name = format!("{}{}", slot.name, bytes::SCALE);
        let tensor = self.tensor(&name, &slot.shape[..1])?;
        if tensor.dtype() != Dtype::F32 {
            return Err(trouble(&name, format!("expected F32, found {:?}", tensor.dtype())));
        }
        let mut scales = vec![0.0; slot.shape[0]];
        fill(&mut scales, tensor.data(), f32::from_le_bytes);
        match scales.iter().find(|s| !s.is_finite() || s.is_sign_negative()) {
            Some(s) => Err(trouble(
                &name,
                format!("expected finite numbers that are not negative, found {s}"),
            )),
            None => Ok(scales),
        }
    }
}

fn trouble(name: &str, why: impl AsRef<str>) -> BadWeights {
    bad(format!("weights, tensor '{name}': {}", why.as_ref()))
}

fn read_floats(slot: &Slot, tensor: &TensorView<'_>, out: &mut [f32]) -> Result<(), BadWeights> {
    match tensor.dtype() {
        Dtype::F32 => fill(out, tensor.data(), f32::from_le_bytes),
        Dtype::F16 => fill(out, tensor.data(), |b| f16::from_le_bytes(b).to_f32()),
        other => {
            return Err(trouble(&slot.name, format!("expected F32 or F16, found {other:?}")));
        }
    }
    Ok(())
}

fn fill<const N: usize>(out: &mut [f32], bytes: &[u8], number: impl Fn([u8; N]) -> f32) {
    for (x, b) in out.iter_mut().zip(bytes.as_chunks::<N>().0) {
        *x = number(*b);
    }
}
