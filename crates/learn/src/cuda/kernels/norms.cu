// Batch and layer normalization. The small number under the root is 1e-5 in both.
#define EPSILON 1e-5f

// Batch normalization and the function behind it, forwards and backwards in two kernels each: one that sums up, one that makes a
// value of every number. All four share the work in the same way: a block has 32 lanes of N columns each, 16 lanes of rows, and
// a stretch of rows. What the blocks of a column leave in two lists of parts, every block of the second kernel puts together,
// always in the same order: that is cheaper than a kernel between them.
#define LANES 16
// Rows that a thread reads before it computes with any of them, so that it does not wait for each.
#define AT_ONCE_FORWARD 4
#define AT_ONCE_BACK 2
template <int N> struct alignas(4 * N) Floats { float v[N]; };
template <int N> __device__ __forceinline__ Floats<N> floats(const float* p) { return *(const Floats<N>*)p; }

// The sums of a and b over the lanes of rows, for all of them.
template <int N> __device__ __forceinline__ void over_lanes(float (&a)[N], float (&b)[N]) {
  __shared__ float sums[2][LANES][N][32];
  int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
  for (int j = 0; j < N; j++) { sums[0][y][j][x] = a[j]; sums[1][y][j][x] = b[j]; }
  __syncthreads();
  for (int half = LANES / 2; half; half >>= 1) {
    if (y < half) for (int j = 0; j < N; j++) { sums[0][y][j][x] += sums[0][y + half][j][x]; sums[1][y][j][x] += sums[1][y + half][j][x]; }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < N; j++) { a[j] = sums[0][0][j][x]; b[j] = sums[1][0][j][x]; }
  __syncthreads();
}

// For each part the mean of every column, and the sum of the squares around it.
template <int N> __device__ __forceinline__ void norm_moments(const T* x, float* means, float* squares, u64 rows, int n, int stretch) {
  int c = (blockIdx.x * 32 + threadIdx.x) * N;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float s[N] = {}, q[N] = {};
  Some<N> from = {};
  if (c < n) {
    // Sums around a number of the column lose less than sums around 0.
    from = load<N>(x + first * n + c);
#pragma unroll 4
    for (u64 r = first + threadIdx.y; r < end; r += LANES) {
      Some<N> v = load<N>(x + r * n + c);
#pragma unroll
      for (int j = 0; j < N; j++) { float d = v.v[j] - from.v[j]; s[j] += d; q[j] += d * d; }
    }
  }
  over_lanes<N>(s, q);
  if (threadIdx.y || c >= n) return;
  float count = end - first;
  u64 part = blockIdx.y * (u64)n + c;
#pragma unroll
  for (int j = 0; j < N; j++) { means[part + j] = from.v[j] + s[j] / count; squares[part + j] = fmaxf(q[j] - s[j] * s[j] / count, 0.f); }
}

struct BatchNorm {
  float *mean, *variance, *running_mean, *running_variance;
  const float *scale, *shift;
  float momentum;
  Function f;
};
// y = f(normalized x). In training (where there are parts) mean and variance are those of the batch, and the running ones
// move by a share (`momentum`) to them; the running variance is the unbiased one.
template <int N> __device__ __forceinline__ void norm_forward(const BatchNorm& b, const T* x, const float* means, const float* squares, T* y, u64 rows, int n, int stretch, const u64* clock) {
  int c = (blockIdx.x * 32 + threadIdx.x) * N;
  bool own = c < n;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float mean[N] = {}, k[N] = {};
  if (means) {
    Floats<N> from = {};
    if (own) {
      from = floats<N>(means + c);
      for (u32 p = threadIdx.y; p < gridDim.y; p += LANES) {
        u64 part = p * (u64)n + c, left = rows - p * (u64)stretch;
        float count = left < stretch ? left : stretch;
        Floats<N> m = floats<N>(means + part), q = floats<N>(squares + part);
#pragma unroll
        for (int j = 0; j < N; j++) { float d = m.v[j] - from.v[j]; mean[j] += count * d; k[j] += q.v[j] + count * d * d; }
      }
    }
    over_lanes<N>(mean, k);
#pragma unroll
    for (int j = 0; j < N; j++) {
      float s = mean[j] / rows, variance = fmaxf(k[j] / rows - s * s, 0.f);
      mean[j] = from.v[j] + s; k[j] = rsqrtf(variance + EPSILON);
      if (own && !blockIdx.y && !threadIdx.y) {
        b.mean[c + j] = mean[j]; b.variance[c + j] = variance;
        float m = b.momentum, unbiased = variance * ((float)rows / (float)(rows > 1 ? rows - 1 : 1));
        b.running_mean[c + j] = (1.f - m) * b.running_mean[c + j] + m * mean[j];
        b.running_variance[c + j] = (1.f - m) * b.running_variance[c + j] + m * unbiased;
      }
    }
  } else if (own) {
#pragma unroll
    for (int j = 0; j < N; j++) { mean[j] = b.running_mean[c + j]; k[j] = rsqrtf(b.running_variance[c + j] + EPSILON); }
  }
  if (!own) return;
  float scale[N], shift[N];
#pragma unroll
  for (int j = 0; j < N; j++) { scale[j] = b.scale[c + j]; shift[j] = b.shift[c + j]; }
  for (u64 r = first + threadIdx.y; r < end; r += AT_ONCE_FORWARD * LANES) {
    Some<N> v[AT_ONCE_FORWARD];
    u64 at = r * n + c, step = (u64)n * LANES;
#pragma unroll
    for (int i = 0; i < AT_ONCE_FORWARD; i++) if (r + i * LANES < end) v[i] = load<N>(x + at + i * step);
#pragma unroll
    for (int i = 0; i < AT_ONCE_FORWARD; i++) if (r + i * LANES < end) {
#pragma unroll
      for (int j = 0; j < N; j++) v[i].v[j] = value_of(b.f, (v[i].v[j] - mean[j]) * k[j] * scale[j] + shift[j], clock, at + i * step + j);
      store<N>(y + at + i * step, v[i]);
    }
  }
}

// What the way back reads of a column.
template <int N> struct NormColumns { float mean[N], k[N], scale[N], shift[N]; };
template <int N> __device__ __forceinline__ NormColumns<N> norm_columns(const BatchNorm& b, int c) {
  NormColumns<N> s;
#pragma unroll
  for (int j = 0; j < N; j++) { s.mean[j] = b.mean[c + j]; s.k[j] = rsqrtf(b.variance[c + j] + EPSILON); s.scale[j] = b.scale[c + j]; s.shift[j] = b.shift[c + j]; }
  return s;
}
// The gradients in front of the function, from those behind it, and the normalized numbers, in place of dy and x.
template <int N> __device__ __forceinline__ void norm_slopes(const BatchNorm& b, const NormColumns<N>& s, Some<N>& d, Some<N>& x, const u64* clock, u64 at) {
#pragma unroll
  for (int j = 0; j < N; j++) {
    x.v[j] = (x.v[j] - s.mean[j]) * s.k[j];
    d.v[j] *= derivative_of(b.f, x.v[j] * s.scale[j] + s.shift[j], clock, at + j);
  }
}
// For each part the sums of these gradients, and of them times the normalized numbers.
template <int N> __device__ __forceinline__ void norm_sums(const BatchNorm& b, const T* dy, const T* x, float* shifts, float* scales, u64 rows, int n, int stretch, const u64* clock) {
  int c = (blockIdx.x * 32 + threadIdx.x) * N;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float sum[N] = {}, product[N] = {};
  if (c < n) {
    NormColumns<N> s = norm_columns<N>(b, c);
    for (u64 r = first + threadIdx.y; r < end; r += AT_ONCE_BACK * LANES) {
      Some<N> v[AT_ONCE_BACK], d[AT_ONCE_BACK];
      u64 at = r * n + c, step = (u64)n * LANES;
#pragma unroll
      for (int i = 0; i < AT_ONCE_BACK; i++) if (r + i * LANES < end) { v[i] = load<N>(x + at + i * step); d[i] = load<N>(dy + at + i * step); }
#pragma unroll
      for (int i = 0; i < AT_ONCE_BACK; i++) if (r + i * LANES < end) {
        norm_slopes<N>(b, s, d[i], v[i], clock, at + i * step);
#pragma unroll
        for (int j = 0; j < N; j++) { sum[j] += d[i].v[j]; product[j] += d[i].v[j] * v[i].v[j]; }
      }
    }
  }
  over_lanes<N>(sum, product);
  if (threadIdx.y || c >= n) return;
  u64 part = blockIdx.y * (u64)n + c;
#pragma unroll
  for (int j = 0; j < N; j++) { shifts[part + j] = sum[j]; scales[part + j] = product[j]; }
}
// The gradients of shift and scale, and of x where it is asked for.
template <int N> __device__ __forceinline__ void norm_back(const BatchNorm& b, const T* dy, const T* x, const float* shifts, const float* scales, float* dshift, float* dscale, T* dx, u64 rows, int n, int stretch, int more, const u64* clock) {
  int c = (blockIdx.x * 32 + threadIdx.x) * N;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float sum[N] = {}, product[N] = {};
  if (c < n) for (u32 p = threadIdx.y; p < gridDim.y; p += LANES) {
    u64 part = p * (u64)n + c;
    Floats<N> a = floats<N>(shifts + part), q = floats<N>(scales + part);
#pragma unroll
    for (int j = 0; j < N; j++) { sum[j] += a.v[j]; product[j] += q.v[j]; }
  }
  over_lanes<N>(sum, product);
  if (c >= n) return;
  if (!blockIdx.y && !threadIdx.y) {
#pragma unroll
    for (int j = 0; j < N; j++) { dshift[c + j] = sum[j]; dscale[c + j] = product[j]; }
  }
  if (!dx) return;
  NormColumns<N> s = norm_columns<N>(b, c);
  float share = 1.f / rows;
  for (u64 r = first + threadIdx.y; r < end; r += AT_ONCE_BACK * LANES) {
    Some<N> v[AT_ONCE_BACK], d[AT_ONCE_BACK];
    u64 at = r * n + c, step = (u64)n * LANES;
#pragma unroll
    for (int i = 0; i < AT_ONCE_BACK; i++) if (r + i * LANES < end) { v[i] = load<N>(x + at + i * step); d[i] = load<N>(dy + at + i * step); }
#pragma unroll
    for (int i = 0; i < AT_ONCE_BACK; i++) if (r + i * LANES < end) {
      norm_slopes<N>(b, s, d[i], v[i], clock, at + i * step);
#pragma unroll
      for (int j = 0; j < N; j++) d[i].v[j] = s.scale[j] * s.k[j] * (d[i].v[j] - (sum[j] + v[i].v[j] * product[j]) * share);
      if (more) {
        Some<N> before = load<N>(dx + at + i * step);
#pragma unroll
        for (int j = 0; j < N; j++) d[i].v[j] += before.v[j];
      }
      store<N>(dx + at + i * step, d[i]);
    }
  }
}

extern "C" {
__global__ void __launch_bounds__(32 * LANES, 2) norm_moments4(const T* x, float* means, float* squares, u64 rows, int n, int stretch) { norm_moments<4>(x, means, squares, rows, n, stretch); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_forward4(BatchNorm b, const T* x, const float* means, const float* squares, T* y, u64 rows, int n, int stretch, const u64* clock) { norm_forward<4>(b, x, means, squares, y, rows, n, stretch, clock); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_sums4(BatchNorm b, const T* dy, const T* x, float* shifts, float* scales, u64 rows, int n, int stretch, const u64* clock) { norm_sums<4>(b, dy, x, shifts, scales, rows, n, stretch, clock); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_back4(BatchNorm b, const T* dy, const T* x, const float* shifts, const float* scales, float* dshift, float* dscale, T* dx, u64 rows, int n, int stretch, int more, const u64* clock) { norm_back<4>(b, dy, x, shifts, scales, dshift, dscale, dx, rows, n, stretch, more, clock); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_moments1(const T* x, float* means, float* squares, u64 rows, int n, int stretch) { norm_moments<1>(x, means, squares, rows, n, stretch); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_forward1(BatchNorm b, const T* x, const float* means, const float* squares, T* y, u64 rows, int n, int stretch, const u64* clock) { norm_forward<1>(b, x, means, squares, y, rows, n, stretch, clock); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_sums1(BatchNorm b, const T* dy, const T* x, float* shifts, float* scales, u64 rows, int n, int stretch, const u64* clock) { norm_sums<1>(b, dy, x, shifts, scales, rows, n, stretch, clock); }
__global__ void __launch_bounds__(32 * LANES, 2) norm_back1(BatchNorm b, const T* dy, const T* x, const float* shifts, const float* scales, float* dshift, float* dscale, T* dx, u64 rows, int n, int stretch, int more, const u64* clock) { norm_back<1>(b, dy, x, shifts, scales, dshift, dscale, dx, rows, n, stretch, more, clock); }

// Layer normalization: a warp for each row; `moments` keeps mean and reciprocal deviation.
__global__ void layer_norm(const T* x, const float* scale, const float* shift, T* y, float* moments, u64 rows, int n) {
  u64 r = blockIdx.x * (u64)blockDim.y + threadIdx.y;
  if (r >= rows) return;
  float s = 0, q = 0;
  for (int c = threadIdx.x; c < n; c += 32) s += get(x[r * n + c]);
  float mean = warp_sum(s) / n;
  for (int c = threadIdx.x; c < n; c += 32) { float d = get(x[r * n + c]) - mean; q += d * d; }
  float k = rsqrtf(warp_sum(q) / n + EPSILON);
  for (int c = threadIdx.x; c < n; c += 32) y[r * n + c] = put((get(x[r * n + c]) - mean) * k * scale[c] + shift[c]);
  if (!threadIdx.x) { moments[2 * r] = mean; moments[2 * r + 1] = k; }
}
__global__ void layer_norm_back(const T* dy, const T* x, const float* scale, const float* moments, T* dx, u64 rows, int n, int more) {
  u64 r = blockIdx.x * (u64)blockDim.y + threadIdx.y;
  if (r >= rows) return;
  float mean = moments[2 * r], k = moments[2 * r + 1], s = 0, q = 0;
  for (int c = threadIdx.x; c < n; c += 32) { float d = get(dy[r * n + c]) * scale[c]; s += d; q += d * (get(x[r * n + c]) - mean) * k; }
  s = warp_sum(s) / n; q = warp_sum(q) / n;
  for (int c = threadIdx.x; c < n; c += 32) {
    float d = k * (get(dy[r * n + c]) * scale[c] - s - (get(x[r * n + c]) - mean) * k * q);
    dx[r * n + c] = put(more ? get(dx[r * n + c]) + d : d);
  }
}
__global__ void layer_norm_sums(const T* dy, const T* x, const float* moments, float* dshift, float* dscale, u64 rows, int n, int stretch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n) return;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float a = 0, b = 0;
  for (u64 r = first; r < end; r++) { float d = get(dy[r * n + c]); a += d; b += d * (get(x[r * n + c]) - moments[2 * r]) * moments[2 * r + 1]; }
  dshift[blockIdx.y * (u64)n + c] = a; dscale[blockIdx.y * (u64)n + c] = b;
}
}
