use super::batch_norm::NormArgs;
use super::fused::{ProductArgs, RestArgs};
use crate::Trouble;
use cudarc::cublas::{CudaBlas, result as blas, sys as blas_sys};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaGraph, CudaSlice, CudaStream, DevicePtr, DeviceRepr,
    LaunchConfig, PushKernelArg, sys,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;

/// How numbers between layers are kept and multiplied. Weights, gradients of weights and sums are always 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// bfloat16: half the memory, the fastest products. For large networks.
    Half,
    /// 32 bits, products with 10 bits of mantissa (TF32).
    Fast,
    /// 32 bits throughout: for comparisons with the CPU.
    Exact,
}

/// The first CUDA device of this machine with its stream, its kernels and cuBLAS.
pub struct Device {
    pub(super) stream: Arc<CudaStream>,
    pub(super) arithmetic: Arithmetic,
    context: Arc<CudaContext>,
    kernels: HashMap<&'static str, CudaFunction>,
    blas: CudaBlas,
    _workspace: CudaSlice<u8>,
}

/// One argument of a kernel.
#[derive(Clone, Copy)]
pub(super) enum Arg {
    Address(u64),
    Long(u64),
    Int(i32),
    Float(f32),
    Function(Function),
    Product(ProductArgs),
    Rest(RestArgs),
    Norm(NormArgs),
}

/// A function of every number, as kernels know it.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub(super) struct Function {
    pub(super) kind: i32,
    pub(super) a: f32,
    pub(super) b: f32,
    pub(super) operation: u32,
}

// SAFETY: four numbers of 32 bits in the same order as in `common.cu`.
unsafe impl DeviceRepr for Function {}

/// A product of matrices in rows: `c = a b (+ c)`, where a letter with `t` stands for the transposed one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Product {
    /// `y = x wᵀ`: rows × n from rows × k and n × k.
    Forward,
    /// `dx = dy w`: rows × k from rows × n and n × k.
    Back,
    /// `dw = dyᵀ x`: n × k from rows × n and rows × k, in 32 bits.
    Weights,
}

const SOURCES: &str = concat!(
    include_str!("kernels/common.cu"),
    include_str!("kernels/layers.cu"),
    include_str!("kernels/norms.cu"),
    include_str!("kernels/fused.cu"),
    include_str!("kernels/learning.cu"),
    include_str!("kernels/imitation.cu")
);
const KERNELS: [&str; 48] = [
    "epilogue8",
    "epilogue1",
    "epilogue_back8",
    "epilogue_back1",
    "add8",
    "add1",
    "column_sums",
    "expand",
    "from_float",
    "to_float",
    "concat",
    "part_back",
    "pass_back",
    "act_back",
    "dropout",
    "patches",
    "patches_back",
    "norm_moments4",
    "norm_forward4",
    "norm_sums4",
    "norm_back4",
    "norm_moments1",
    "norm_forward1",
    "norm_sums1",
    "norm_back1",
    "layer_norm",
    "layer_norm_back",
    "layer_norm_sums",
    "layer_forward",
    "layer_rest",
    "layer_sums",
    "layer_back",
    "sum_parts",
    "tick",
    "draw",
    "look_ahead",
    "value_loss",
    "policy_loss",
    "gather",
    "searched_loss",
    "gather_losses",
    "adamw",
    "pick",
    "in_order",
    "class_loss",
    "class_hits",
    "ada_delta",
    "sgd",
];
const WORKSPACE: usize = 64 << 20;

pub(super) fn trouble(error: impl std::fmt::Debug) -> Trouble {
    Trouble(format!("CUDA: {error:?}"))
}

impl Device {
    /// The first device; one sentence where there is none, or where a library is missing.
    pub fn find(arithmetic: Arithmetic) -> Result<Arc<Device>, Trouble> {
        // SAFETY: these only look for libraries. A missing one would be a panic later.
        let missing = unsafe {
            [
                (cudarc::driver::sys::is_culib_present(), "the driver (libcuda)"),
                (
                    cudarc::nvrtc::sys::is_culib_present(),
                    "the compiler of kernels (libnvrtc, from the CUDA toolkit)",
                ),
                (
                    cudarc::cublas::sys::is_culib_present(),
                    "matrix products (libcublas, from the CUDA toolkit)",
                ),
            ]
        };
        if let Some((_, what)) = missing.iter().find(|(present, _)| !present) {
            return Err(Trouble(format!("CUDA: expected {what}, found nothing")));
        }
        let context = CudaContext::new(0).map_err(trouble)?;
        // SAFETY: one stream does all work, so that no events are needed between its parts. Captured graphs allow none.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream().map_err(trouble)?;
        let kernels = compile(&context, arithmetic)?;
        let blas = CudaBlas::new(Arc::clone(&stream)).map_err(trouble)?;
        let workspace = stream.alloc_zeros::<u8>(WORKSPACE).map_err(trouble)?;
        {
            let (address, _sync) = workspace.device_ptr(&stream);
            // SAFETY: the workspace lives as long as the handle. Captured graphs need one of their own.
            let status = unsafe {
                blas_sys::cublasSetWorkspace_v2(*blas.handle(), address as *mut c_void, WORKSPACE)
            };
            status.result().map_err(trouble)?;
        }
        Ok(Arc::new(Device { stream, arithmetic, context, kernels, blas, _workspace: workspace }))
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "CUDA device".to_owned())
    }

    /// Bytes of a number between layers.
    pub(super) fn size(&self) -> usize {
        if self.arithmetic == Arithmetic::Half { 2 } else { 4 }
    }

    /// From now on a thread that waits for the device leaves its core to others.
    pub(super) fn sleep_while_waiting(&self) -> Result<(), Trouble> {
        self.context.set_blocking_synchronize().map_err(trouble)
    }

    /// Waits for all work that was begun.
    pub(super) fn wait(&self) -> Result<(), Trouble> {
        self.stream.synchronize().map_err(trouble)
    }

    fn launch(
        &self,
        kernel: &'static str,
        grid: (u32, u32),
        block: (u32, u32),
        args: &[Arg],
    ) -> Result<(), Trouble> {
        let mut launch = self.stream.launch_builder(&self.kernels[kernel]);
        for arg in args {
            match arg {
                Arg::Address(x) | Arg::Long(x) => launch.arg(x),
                Arg::Int(x) => launch.arg(x),
                Arg::Float(x) => launch.arg(x),
                Arg::Function(x) => launch.arg(x),
                Arg::Product(x) => launch.arg(x),
                Arg::Rest(x) => launch.arg(x),
                Arg::Norm(x) => launch.arg(x),
            };
        }
        let shape = LaunchConfig {
            grid_dim: (grid.0, grid.1, 1),
            block_dim: (block.0, block.1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: callers give each kernel the arguments that its signature names, and addresses of buffers that are large enough.
        unsafe { launch.launch(shape) }.map_err(trouble)?;
        Ok(())
    }

    /// A kernel that goes through `count` numbers.
    pub(super) fn each(
        &self,
        kernel: &'static str,
        count: usize,
        args: &[Arg],
    ) -> Result<(), Trouble> {
        let blocks = count.div_ceil(256).clamp(1, 132 * 16);
        self.launch(kernel, (blocks as u32, 1), (256, 1), args)
    }

    /// A kernel with a warp for each row.
    pub(super) fn rows(
        &self,
        kernel: &'static str,
        rows: usize,
        args: &[Arg],
    ) -> Result<(), Trouble> {
        self.launch(kernel, (rows.div_ceil(8).max(1) as u32, 1), (32, 8), args)
    }

    /// A kernel with a block for each (part of the columns, stretch of rows).
    pub(super) fn grid(
        &self,
        kernel: &'static str,
        blocks: (usize, usize),
        threads: (usize, usize),
        args: &[Arg],
    ) -> Result<(), Trouble> {
        self.launch(
            kernel,
            (blocks.0 as u32, blocks.1 as u32),
            (threads.0 as u32, threads.1 as u32),
            args,
        )
    }

    /// Adds the sums of a step's losses to `totals`. One block: its sums have one order.
    pub(super) fn gather_losses(
        &self,
        losses: u64,
        totals: u64,
        batch: usize,
    ) -> Result<(), Trouble> {
        let args = [Arg::Address(losses), Arg::Address(totals), Arg::Int(batch as i32)];
        self.grid("gather_losses", (1, 1), (1024, 1), &args)
    }

    /// A product of matrices; `more` adds to what is in `c`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn product(
        &self,
        which: Product,
        rows: usize,
        n: usize,
        k: usize,
        a: u64,
        b: u64,
        c: u64,
        more: bool,
    ) -> Result<(), Trouble> {
        use blas_sys::cublasComputeType_t as Compute;
        use blas_sys::cublasOperation_t::{CUBLAS_OP_N as AS_IS, CUBLAS_OP_T as TURNED};
        use blas_sys::cudaDataType::{CUDA_R_16BF as BF16, CUDA_R_32F as F32};
        let (half, alpha, beta) =
            (self.arithmetic == Arithmetic::Half, 1.0_f32, f32::from(u8::from(more)));
        let number = if half { BF16 } else { F32 };
        let compute = match self.arithmetic {
            Arithmetic::Fast => Compute::CUBLAS_COMPUTE_32F_FAST_TF32,
            _ => Compute::CUBLAS_COMPUTE_32F,
        };
        // cuBLAS has columns where we have rows: it is given the transposed product, right factor first.
        let (turn, sizes, left, right, out) = match which {
            Product::Forward => ((TURNED, AS_IS), (n, rows, k), (b, k), (a, k), (n, number)),
            Product::Back => ((AS_IS, AS_IS), (k, rows, n), (b, k), (a, n), (k, number)),
            Product::Weights => ((AS_IS, TURNED), (k, n, rows), (b, k), (a, n), (k, F32)),
        };
        // SAFETY: addresses and sizes come from the plan, which allocated all three matrices with these sizes.
        unsafe {
            blas::gemm_ex(
                *self.blas.handle(),
                turn.0,
                turn.1,
                sizes.0 as i32,
                sizes.1 as i32,
                sizes.2 as i32,
                (&raw const alpha).cast(),
                left.0 as *const c_void,
                number,
                left.1 as i32,
                right.0 as *const c_void,
                number,
                right.1 as i32,
                (&raw const beta).cast(),
                c as *mut c_void,
                out.1,
                out.0 as i32,
                compute,
                blas_sys::cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
            )
        }
        .map_err(trouble)
    }

    /// Work that is recorded once and can then be started as a whole.
    pub(super) fn record(
        &self,
        work: impl FnOnce() -> Result<(), Trouble>,
    ) -> Result<CudaGraph, Trouble> {
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        self.stream.begin_capture(mode).map_err(trouble)?;
        let done = work();
        let graph = self.stream.end_capture(sys::CUgraphInstantiate_flags(0)).map_err(trouble);
        done?;
        graph?.ok_or_else(|| Trouble("CUDA: nothing was recorded".to_owned()))
    }
}

fn compile(
    context: &Arc<CudaContext>,
    arithmetic: Arithmetic,
) -> Result<HashMap<&'static str, CudaFunction>, Trouble> {
    let half = u8::from(arithmetic == Arithmetic::Half);
    let options = vec![format!("-DHALF={half}"), "--std=c++17".to_owned()];
    let (major, _) = context.compute_capability().map_err(trouble)?;
    let arch = match major {
        9.. => "compute_90",
        8 => "compute_80",
        _ => {
            return Err(Trouble(format!(
                "CUDA: expected a device of compute capability 8.0 or more, found {major}"
            )));
        }
    };
    let options = CompileOptions { arch: Some(arch), options, ..Default::default() };
    let code = compile_ptx_with_opts(SOURCES, options).map_err(trouble)?;
    let module = context.load_module(code).map_err(trouble)?;
    KERNELS.iter().map(|name| Ok((*name, module.load_function(name).map_err(trouble)?))).collect()
}
