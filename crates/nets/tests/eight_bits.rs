//! Files of weights in 8 bits: how far numbers move, how long the files are, and what is refused.

use kontra_nets::{Activation, Builder, Graph, Layout, Precision, Weights, sorted_metadata};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

/// Two matrices, `1.weight` and `3.weight`, one with a bias and one with a normalization.
fn network() -> Graph {
    let mut b = Builder::new();
    let bits = b.bits(384);
    let x = b.linear(bits, 64);
    let x = b.activation(x, Activation::Relu);
    let x = b.linear_without_bias(x, 48);
    let x = b.batch_norm(x);
    b.finish(&[("values", x)])
}

fn weights() -> Weights {
    let mut weights = Weights::zeros(&network());
    for (n, w) in weights.parameters_mut().iter_mut().enumerate() {
        // Rows of different sizes.
        *w = (n as f32).sin() * (1.0 + (n / 100 % 7) as f32);
    }
    // A row of zeros, and a statistic that 16 bits cannot hold.
    weights.parameters_mut()[384..768].fill(0.0);
    weights.statistics_mut()[48] = 1e6;
    weights
}

fn file(precision: Precision) -> Vec<u8> {
    weights().to_file(&network(), precision, &[("games", "5")]).unwrap()
}

/// A tensor of a file: name, type, shape, bytes.
type Tensor = (String, Dtype, Vec<usize>, Vec<u8>);

/// The file in 8 bits with its tensors changed.
fn changed(change: impl FnOnce(&mut Vec<Tensor>)) -> Vec<u8> {
    let bytes = file(Precision::I8);
    let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let found = SafeTensors::deserialize(&bytes).unwrap();
    let mut tensors: Vec<Tensor> = found
        .iter()
        .map(|(name, t)| (name.to_owned(), t.dtype(), t.shape().to_vec(), t.data().to_vec()))
        .collect();
    change(&mut tensors);
    let views = tensors.iter().map(|(name, kind, shape, data)| {
        (name, TensorView::new(*kind, shape.clone(), data).unwrap())
    });
    sorted_metadata(safetensors::serialize(views, header.metadata().clone()).unwrap())
}

fn tensor<'a>(tensors: &'a mut [Tensor], name: &str) -> &'a mut Tensor {
    tensors.iter_mut().find(|tensor| tensor.0 == name).unwrap()
}

fn check_refused(words: &str, change: impl FnOnce(&mut Vec<Tensor>)) {
    let why = Weights::from_file(&changed(change)).unwrap_err().to_string();
    assert_eq!(why, format!("weights, tensor {words}"));
}

/// The scale of every number of a matrix, from the weights themselves.
fn scales(matrix: &[f32], width: usize) -> impl Iterator<Item = f32> {
    matrix.chunks(width).flat_map(move |row| {
        let largest = row.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        std::iter::repeat_n(largest / 127.0, width)
    })
}

#[test]
fn a_weight_moves_by_half_a_scale_at_most_and_everything_else_stays() {
    let (graph, read, facts) = Weights::from_file(&file(Precision::I8)).unwrap();
    let before = weights();
    assert_eq!(graph, network());
    assert_eq!(facts.get("games").map(String::as_str), Some("5"));
    assert_eq!(read.statistics(), before.statistics());
    for slot in Layout::new(&graph).parameters {
        let (old, new) =
            (&before.parameters()[slot.range.clone()], &read.parameters()[slot.range.clone()]);
        if !slot.is_matrix() {
            assert_eq!(old, new);
            continue;
        }
        for ((old, new), scale) in old.iter().zip(new).zip(scales(old, slot.shape[1])) {
            // Products and quotients of 32 bits round, too.
            assert!((old - new).abs() <= 0.50001 * scale, "{old} {new}, scale {scale}");
        }
    }
}

#[test]
fn bytes_and_scales_are_the_ones_that_the_book_describes() {
    let mut b = Builder::new();
    let input = b.dense(1, 3);
    let output = b.linear(input, 3);
    let graph = b.finish(&[("values", output)]);
    let list = vec![1.0, -254.0, 3.1, 0.0, 0.0, -0.0, 12.7, 6.4, -0.26, 0.5, 0.25, 1e-9];
    let weights = Weights::from_lists(&graph, list, vec![]).unwrap();
    let bytes = weights.to_file(&graph, Precision::I8, &[]).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let mut names = tensors.names();
    names.sort_unstable();
    assert_eq!(names, ["1.bias", "1.weight", "1.weight.scale"]);
    let matrix = tensors.tensor("1.weight").unwrap();
    let found: Vec<i8> = matrix.data().iter().map(|b| b.cast_signed()).collect();
    assert_eq!((matrix.dtype(), matrix.shape()), (Dtype::I8, &[3, 3][..]));
    // 1 / 2 is rounded away from zero, 0.26 / 0.1 to the nearest.
    assert_eq!(found, [1, -127, 2, 0, 0, 0, 127, 64, -3]);
    let scale = tensors.tensor("1.weight.scale").unwrap();
    let expected: Vec<u8> =
        [2.0, 0.0, 12.7_f32 / 127.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!((scale.dtype(), scale.shape(), scale.data()), (Dtype::F32, &[3][..], &expected[..]));
    assert_eq!(tensors.tensor("1.bias").unwrap().dtype(), Dtype::F32);
}

#[test]
fn equal_weights_are_equal_files() {
    assert_eq!(file(Precision::I8), file(Precision::I8));
    assert_eq!(file(Precision::I8), changed(|_| {}), "tensors are in the order of safetensors");
}

#[test]
fn a_file_is_about_a_quarter_of_the_one_in_32_bits() {
    let [whole, half, quarter] =
        [Precision::F32, Precision::F16, Precision::I8].map(|precision| file(precision).len());
    assert!(4 * quarter < whole * 108 / 100, "{quarter} of {whole}");
    assert!(quarter < half);
}

#[test]
fn the_smallest_and_the_largest_numbers_can_be_written() {
    let check = |largest: f32| {
        let mut weights = weights();
        weights.parameters_mut()[0] = largest;
        let bytes = weights.to_file(&network(), Precision::I8, &[]).unwrap();
        let (_, read, _) = Weights::from_file(&bytes).unwrap();
        let found = read.parameters()[0];
        assert!((found - largest).abs() <= 1e-6 * largest.abs(), "{found} for {largest}");
    };
    for bits in 0..64 {
        check(f32::from_bits(f32::MAX.to_bits() - bits));
        check(-f32::from_bits(f32::MAX.to_bits() - 7919 * bits));
    }
    // Below them, a row has no scale: all of it is zero, or nearly.
    let mut weights = weights();
    for bits in (1..384).step_by(3) {
        weights.parameters_mut()[384 + bits] = f32::from_bits(bits as u32);
        let bytes = weights.to_file(&network(), Precision::I8, &[]).unwrap();
        let (_, read, _) = Weights::from_file(&bytes).unwrap();
        assert!(read.parameters()[384..768].iter().all(|x| (0.0..1e-42).contains(x)));
    }
}

#[test]
fn numbers_that_are_not_finite_are_not_written() {
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut weights = weights();
        weights.parameters_mut()[100] = x;
        let why = weights.to_file(&network(), Precision::I8, &[]).unwrap_err().to_string();
        assert_eq!(why, format!("weights, tensor '1.weight': expected finite numbers, found {x}"));
    }
}

#[test]
fn scales_that_are_missing_or_too_many_are_refused() {
    check_refused("'3.weight.scale': expected it, found nothing", |tensors| {
        tensors.retain(|tensor| tensor.0 != "3.weight.scale");
    });
    let surplus = "expected no scale, as there is no I8 matrix for it";
    for name in ["1.bias.scale", "9.weight.scale", ".scale", "3.weight.scale.scale"] {
        check_refused(&format!("'{name}': {surplus}"), |tensors| {
            tensors.push((name.to_owned(), Dtype::F32, vec![1], vec![0; 4]));
        });
    }
    check_refused(&format!("'a\\nb.scale': {surplus}"), |tensors| {
        tensors.push(("a\nb.scale".to_owned(), Dtype::F32, vec![1], vec![0; 4]));
    });
    // The same where no matrix is in 8 bits.
    check_refused(&format!("'1.weight.scale': {surplus}"), |tensors| {
        for (name, size) in [("1.weight", 384 * 64), ("3.weight", 64 * 48)] {
            let matrix = tensor(tensors, name);
            (matrix.1, matrix.3) = (Dtype::F16, vec![0; 2 * size]);
        }
    });
}

#[test]
fn scales_of_another_shape_or_type_are_refused() {
    check_refused("'3.weight.scale': expected the shape [48], found [47]", |tensors| {
        let scale = tensor(tensors, "3.weight.scale");
        scale.2 = vec![47];
        scale.3.truncate(4 * 47);
    });
    check_refused("'3.weight.scale': expected the shape [48], found [48, 1]", |tensors| {
        tensor(tensors, "3.weight.scale").2 = vec![48, 1];
    });
    check_refused("'1.weight.scale': expected F32, found F16", |tensors| {
        let scale = tensor(tensors, "1.weight.scale");
        scale.1 = Dtype::F16;
        scale.3.truncate(2 * 64);
    });
    check_refused("'1.weight': expected the shape [64, 384], found [384, 64]", |tensors| {
        tensor(tensors, "1.weight").2 = vec![384, 64];
    });
}

#[test]
fn scales_that_are_not_finite_or_negative_are_refused() {
    for x in [f32::NAN, f32::INFINITY, -0.5] {
        let words = format!("expected finite numbers that are not negative, found {x}");
        check_refused(&format!("'1.weight.scale': {words}"), |tensors| {
            tensor(tensors, "1.weight.scale").3[8..12].copy_from_slice(&x.to_le_bytes());
        });
    }
    check_refused("'1.weight': expected finite numbers, found inf", |tensors| {
        tensor(tensors, "1.weight").3[5] = 127;
        tensor(tensors, "1.weight.scale").3[..4].copy_from_slice(&f32::MAX.to_le_bytes());
    });
}

#[test]
fn the_byte_that_is_never_written_is_refused() {
    check_refused("'3.weight': expected bytes from -127, found -128", |tensors| {
        tensor(tensors, "3.weight").3[77] = 0x80;
    });
}

#[test]
fn mixed_types_are_refused() {
    for (kind, size) in [(Dtype::F32, 4), (Dtype::F16, 2), (Dtype::U8, 1)] {
        check_refused(
            &format!("'3.weight': expected I8 as in other matrices, found {kind:?}"),
            |tensors| {
                let matrix = tensor(tensors, "3.weight");
                (matrix.1, matrix.3) = (kind, vec![0; size * 64 * 48]);
            },
        );
    }
    check_refused("'1.bias': expected F32 or F16, found I8", |tensors| {
        let bias = tensor(tensors, "1.bias");
        (bias.1, bias.3) = (Dtype::I8, vec![0; 64]);
    });
    check_refused("'4.variance': expected F32 or F16, found I8", |tensors| {
        let variance = tensor(tensors, "4.variance");
        (variance.1, variance.3) = (Dtype::I8, vec![0; 48]);
    });
}

/// What stays in floats may be in 16 bits, as in files of that precision.
#[test]
fn the_rest_may_be_in_16_bits() {
    let bytes = changed(|tensors| {
        let bias = tensor(tensors, "1.bias");
        (bias.1, bias.3) = (Dtype::F16, vec![0; 2 * 64]);
    });
    let (graph, read, _) = Weights::from_file(&bytes).unwrap();
    let bias = Layout::new(&graph).parameters[1].range.clone();
    assert!(read.parameters()[bias].iter().all(|x| *x == 0.0));
}
