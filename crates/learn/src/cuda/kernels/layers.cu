// Layers, forwards and backwards. Rows are samples times cells; `n` is the width.

// y = skip + f(x + bias): what stands behind a matrix product.
template <int N> __device__ void epilogue(const T* x, const float* bias, const T* skip, T* y, u64 rows, int n, Function f, const u64* clock) {
  EACH(i, rows * n / N) {
    u64 at = i * N;
    int column = at % n;
    Some<N> s = load<N>(x + at);
#pragma unroll
    for (int j = 0; j < N; j++) s.v[j] = value_of(f, s.v[j] + (bias ? bias[column + j] : 0.f), clock, at + j);
    if (skip) {
      Some<N> t = load<N>(skip + at);
#pragma unroll
      for (int j = 0; j < N; j++) s.v[j] += t.v[j];
    }
    store<N>(y + at, s);
  }
}

// dx = dy f'(x + bias), the sums of dx over a stretch of rows (for the bias), and dskip += dy where it is asked for.
// A block has 32 lanes of N columns each, 8 lanes of rows, and one stretch of rows.
#define BACK_LANES 8
template <int N> __device__ __forceinline__ void epilogue_back(const T* dy, const T* x, const float* bias, T* dx, T* dskip, float* sums, u64 rows, int n, int stretch, Function f, const u64* clock) {
  __shared__ float lanes[BACK_LANES][N][32];
  int column = (blockIdx.x * 32 + threadIdx.x) * N;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float sum[N] = {};
  if (column < n) {
    float b[N];
#pragma unroll
    for (int j = 0; j < N; j++) b[j] = bias ? bias[column + j] : 0.f;
#pragma unroll 4
    for (u64 r = first + threadIdx.y; r < end; r += BACK_LANES) {
      u64 at = r * n + column;
      Some<N> d = load<N>(dy + at);
      if (dskip) {
        Some<N> t = load<N>(dskip + at);
#pragma unroll
        for (int j = 0; j < N; j++) t.v[j] += d.v[j];
        store<N>(dskip + at, t);
      }
      if (f.kind) {
        Some<N> p = load<N>(x + at);
#pragma unroll
        for (int j = 0; j < N; j++) d.v[j] *= derivative_of(f, p.v[j] + b[j], clock, at + j);
      }
      store<N>(dx + at, d);
#pragma unroll
      for (int j = 0; j < N; j++) sum[j] += d.v[j];
    }
  }
#pragma unroll
  for (int j = 0; j < N; j++) lanes[threadIdx.y][j][threadIdx.x] = sum[j];
  __syncthreads();
  for (int half = BACK_LANES / 2; half; half >>= 1) {
    if (threadIdx.y < half) for (int j = 0; j < N; j++) lanes[threadIdx.y][j][threadIdx.x] += lanes[threadIdx.y + half][j][threadIdx.x];
    __syncthreads();
  }
  if (threadIdx.y || column >= n) return;
#pragma unroll
  for (int j = 0; j < N; j++) sums[blockIdx.y * (u64)n + column + j] = lanes[0][j][threadIdx.x];
}

// y = a + b, and its way back: gradients are copied, or added where something is there already.
template <int N> __device__ void add(const T* a, const T* b, T* y, u64 count) {
  EACH(i, count / N) {
    Some<N> s = load<N>(a + i * N), t = load<N>(b + i * N);
#pragma unroll
    for (int j = 0; j < N; j++) s.v[j] += t.v[j];
    store<N>(y + i * N, s);
  }
}

extern "C" {
__global__ void epilogue8(const T* x, const float* bias, const T* skip, T* y, u64 rows, int n, Function f, const u64* clock) { epilogue<8>(x, bias, skip, y, rows, n, f, clock); }
__global__ void epilogue1(const T* x, const float* bias, const T* skip, T* y, u64 rows, int n, Function f, const u64* clock) { epilogue<1>(x, bias, skip, y, rows, n, f, clock); }
__global__ void __launch_bounds__(32 * BACK_LANES, 4) epilogue_back8(const T* dy, const T* x, const float* bias, T* dx, T* dskip, float* sums, u64 rows, int n, int stretch, Function f, const u64* clock) { epilogue_back<8>(dy, x, bias, dx, dskip, sums, rows, n, stretch, f, clock); }
__global__ void __launch_bounds__(32 * BACK_LANES, 4) epilogue_back1(const T* dy, const T* x, const float* bias, T* dx, T* dskip, float* sums, u64 rows, int n, int stretch, Function f, const u64* clock) { epilogue_back<1>(dy, x, bias, dx, dskip, sums, rows, n, stretch, f, clock); }
__global__ void add8(const T* a, const T* b, T* y, u64 count) { add<8>(a, b, y, count); }
__global__ void add1(const T* a, const T* b, T* y, u64 count) { add<1>(a, b, y, count); }

// out[c] = sum over r of parts[r][c] (times scale). A block has 32 columns and 32 lanes of rows.
__global__ void column_sums(const float* parts, float* out, int rows, int n, float scale) {
  __shared__ float sum[32][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  if (c < n) for (int r = threadIdx.y; r < rows; r += 32) s += parts[r * (u64)n + c];
  sum[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  for (int half = 16; half; half >>= 1) {
    if (threadIdx.y < half) sum[threadIdx.y][threadIdx.x] += sum[threadIdx.y + half][threadIdx.x];
    __syncthreads();
  }
  if (!threadIdx.y && c < n) out[c] = sum[0][threadIdx.x] * scale;
}

// The first `width` bits of rows of `words` words as numbers; `index` says which rows are taken (all, in order, where it is null).
// Eight bits a thread.
__global__ void expand(const u64* bits, const u32* index, T* y, u64 rows, int width, int words) {
  int bytes = width / 8;
  EACH(i, rows * bytes) {
    u64 row = i / bytes, source = index ? index[row] : row;
    u8 byte = ((const u8*)bits)[source * 8 * words + i % bytes];
    Some<8> s;
#pragma unroll
    for (int j = 0; j < 8; j++) s.v[j] = byte >> j & 1 ? 1.f : 0.f;
    store<8>(y + i * 8, s);
  }
}
__global__ void from_float(const float* x, T* y, u64 count) { EACH(i, count) y[i] = put(x[i]); }
__global__ void to_float(const T* x, float* y, u64 count) { EACH(i, count) y[i] = get(x[i]); }

// Two values side by side, and back.
__global__ void concat(const T* a, const T* b, T* y, u64 rows, int na, int nb) {
  EACH(i, rows * (na + nb)) { u64 r = i / (na + nb); int c = i % (na + nb); y[i] = c < na ? a[r * na + c] : b[r * nb + c - na]; }
}
__global__ void part_back(const T* dy, T* dx, u64 rows, int n, int from, int width, int more) {
  EACH(i, rows * n) { float d = get(dy[i / n * width + from + i % n]); dx[i] = put(more ? get(dx[i]) + d : d); }
}
__global__ void pass_back(const T* dy, T* dx, u64 count, int more) { EACH(i, count) dx[i] = more ? put(get(dx[i]) + get(dy[i])) : dy[i]; }

// A function that stands alone, or dropout.
__global__ void act_back(const T* dy, const T* x, T* dx, u64 count, Function f, const u64* clock, int more) {
  EACH(i, count) { float d = get(dy[i]) * derivative_of(f, get(x[i]), clock, i); dx[i] = put(more ? get(dx[i]) + d : d); }
}
__global__ void dropout(const T* x, T* y, u64 count, float rate, u32 operation, const u64* clock, int more) {
  EACH(i, count) {
    float v = unit(word(clock[0], DROPOUT + 256 * operation, clock[1], (u32)i)) < rate ? 0.f : get(x[i]) / (1.f - rate);
    y[i] = put(more ? get(y[i]) + v : v);
  }
}

// The 3 x 3 neighbours of every cell, and back.
__global__ void patches(const T* x, T* y, u64 samples, int side, int n) {
  int cells = side * side;
  EACH(i, samples * cells * 9 * n) {
    int c = i % n, tap = i / n % 9; u64 row = i / n / 9, sample = row / cells;
    int cell = row % cells, v = cell / side + tap / 3 - 1, h = cell % side + tap % 3 - 1;
    y[i] = v < 0 || v >= side || h < 0 || h >= side ? put(0.f) : x[(sample * cells + v * side + h) * n + c];
  }
}
__global__ void patches_back(const T* dy, T* dx, u64 samples, int side, int n, int more) {
  int cells = side * side;
  EACH(i, samples * cells * n) {
    int c = i % n; u64 row = i / n, sample = row / cells; int cell = row % cells; float s = more ? get(dx[i]) : 0.f;
#pragma unroll
    for (int tap = 0; tap < 9; tap++) {
      int v = cell / side - tap / 3 + 1, h = cell % side - tap % 3 + 1;
      if (v >= 0 && v < side && h >= 0 && h < side) s += get(dy[((sample * cells + v * side + h) * 9 + tap) * n + c]);
    }
    dx[i] = put(s);
  }
}
}
