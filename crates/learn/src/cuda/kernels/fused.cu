// Small layers with batch normalization, in few kernels: a training step of a small network is limited by their number.
// A layer is a product (with bias and dropout) and its rest: y = dropout(f(normalized product + skip)). The rest of a layer
// is computed where the next layer reads it, and backwards in the same pairs. A block has all rows of a group (the cells of
// a sample, or some samples) in shared memory, group after group; every block redoes the small sums over all blocks.

#define THREADS 256
#define COLUMNS 64
#define MATRIX 5120
#define INPUTS 1152
#define OUTPUTS 1280

struct Dropout { u32 operation; float rate; };

struct Product {
  const T *x, *weights; const float* bias; T *y, *dx;
  float *parts, *dweights;  // moments of the columns of each block; gradients of weights and bias of each block
  u32 rows; int n, k, width, side, group, more;
  Dropout drop;
};
struct Rest {
  const T *x, *skip; T *y, *dy, *dskip;
  float *mean, *variance, *running_mean, *running_variance;
  const float *scale, *shift; float *dscale, *dshift;
  float* parts;  // of each block, forwards: count, mean, squares around it; backwards: sums of dy and of dy times the normalized x
  u32 rows; int n, blocks; float momentum;
  Function f;
  Dropout drop;
};

__device__ __forceinline__ float dropped(const Dropout& d, float x, const u64* clock, u32 element) {
  if (!clock || d.rate <= 0.f) return x;
  return unit(word(clock[0], DROPOUT + 256 * d.operation, clock[1], element)) < d.rate ? 0.f : x / (1.f - d.rate);
}

// The sum of s over all threads of a column: thread t has column t % n. Threads below n get it.
__device__ float column_sum(float* scratch, float s, int n) {
  int lanes = THREADS / n;
  scratch[threadIdx.x] = s;
  __syncthreads();
  s = 0;
  if ((int)threadIdx.x < n) for (int lane = 0; lane < lanes; lane++) s += scratch[lane * n + threadIdx.x];
  __syncthreads();
  return s;
}

// What a batch normalization has for each column. Forwards in training it follows from the moments of all blocks.
struct Columns { float mean[COLUMNS], k[COLUMNS], scale[COLUMNS], shift[COLUMNS]; };
__device__ void columns_of(const Rest& b, Columns& s, float* scratch, bool merge) {
  int t = threadIdx.x, c = t % b.n, lanes = THREADS / b.n;
  if (merge) {
    float first = b.parts[b.n + c], sum = 0, squares = 0;
    if (t / b.n < lanes) for (int block = t / b.n; block < b.blocks; block += lanes) {
      const float* p = b.parts + block * 3 * b.n + c;
      float d = p[b.n] - first;
      sum += p[0] * d; squares += p[2 * b.n] + p[0] * d * d;
    }
    sum = column_sum(scratch, sum, b.n) / b.rows; squares = column_sum(scratch, squares, b.n) / b.rows;
    if (t < b.n) {
      float mean = first + sum, variance = fmaxf(squares - sum * sum, 0.f);
      s.mean[t] = mean; s.k[t] = rsqrtf(variance + EPSILON);
      if (!blockIdx.x) {
        b.mean[t] = mean; b.variance[t] = variance;
        float m = b.momentum, unbiased = variance * ((float)b.rows / (float)(b.rows > 1 ? b.rows - 1 : 1));
        b.running_mean[t] = (1.f - m) * b.running_mean[t] + m * mean;
        b.running_variance[t] = (1.f - m) * b.running_variance[t] + m * unbiased;
      }
    }
  } else if (t < b.n) {
    s.mean[t] = b.mean[t]; s.k[t] = rsqrtf(b.variance[t] + EPSILON);
  }
  if (t < b.n) { s.scale[t] = b.scale[t]; s.shift[t] = b.shift[t]; }
  __syncthreads();
}

// One number behind the rest of a layer, which is also stored.
__device__ __forceinline__ float rest_of(const Rest& b, const Columns& s, u32 i, int c, const u64* clock) {
  float x = (get(b.x[i]) - s.mean[c]) * s.k[c] * s.scale[c] + s.shift[c];
  if (b.skip) x += get(b.skip[i]);
  T y = put(dropped(b.drop, value_of(b.f, x, clock, i), clock, i));
  b.y[i] = y;
  return get(y);
}
// The gradient in front of the rest's function from that behind it; `normal` becomes the normalized product.
__device__ __forceinline__ float rest_back(const Rest& b, const Columns& s, u32 i, int c, float d, const u64* clock, float& normal) {
  normal = (get(b.x[i]) - s.mean[c]) * s.k[c];
  float x = normal * s.scale[c] + s.shift[c];
  if (b.skip) x += get(b.skip[i]);
  T dx = put(dropped(b.drop, d, clock, i) * derivative_of(b.f, x, clock, i));
  b.dy[i] = dx;
  if (b.dskip) b.dskip[i] = put(get(b.dskip[i]) + get(dx));
  return get(dx);
}

// A board lies in shared memory with an edge of zeros: the cell of each row of a group, seen from the edge, and how far its
// neighbours are.
__device__ void fill_cells(const Product& l, int* cells) {
  for (int r = threadIdx.x; r < l.group; r += THREADS) cells[r] = l.side ? r / l.side * (l.side + 2) + r % l.side : r;
}
__device__ __forceinline__ int tap_of(const Product& l, int tap) { return l.side ? tap / 3 * (l.side + 2) + tap % 3 : 0; }
// Distances of cells that make neighbouring rows lie in different banks.
__device__ __forceinline__ int in_step(const Product& l) { return l.width | 1; }
__device__ __forceinline__ int out_step(const Product& l) { return (l.n + 3) / 4 * 4 + 4; }

__device__ void clear(float* list, int count) { for (int i = threadIdx.x; i < count; i += THREADS) list[i] = 0; }

extern "C" {
// The product of a layer, behind the rest of the layer before it (where `before` has columns).
__global__ void layer_forward(Product l, Rest before, const u64* clock) {
  __shared__ alignas(16) float matrix[MATRIX];
  __shared__ float in[INPUTS], out[OUTPUTS], scratch[THREADS];
  __shared__ int cells[COLUMNS];
  __shared__ Columns columns;
  int t = threadIdx.x, quads = (l.n + 3) / 4, step = out_step(l), taps = l.side ? 9 : 1, middle = tap_of(l, 4);
  clear(in, INPUTS); fill_cells(l, cells);
  for (int i = t; i < l.n * l.k; i += THREADS) matrix[i % l.k * step + i / l.k] = get(l.weights[i]);
  if (before.n) columns_of(before, columns, scratch, clock != 0);
  float rows = 0, mean = 0, squares = 0;
  for (u32 first = blockIdx.x * l.group; first < l.rows; first += gridDim.x * l.group) {
    int count = min((u32)l.group, l.rows - first);
    __syncthreads();
    for (int i = t; i < count * l.width; i += THREADS) {
      int r = i / l.width, c = i % l.width;
      u32 at = first * l.width + i;
      in[(cells[r] + middle) * in_step(l) + c] = before.n ? rest_of(before, columns, at, c, clock) : get(l.x[at]);
    }
    __syncthreads();
    for (int item = t; item < count * quads; item += THREADS) {
      int r = item / quads, c = item % quads * 4;
      const float *x = in + cells[r] * in_step(l), *w = matrix + c;
      float4 s = {0.f, 0.f, 0.f, 0.f};
      for (int tap = 0; tap < taps; tap++) {
        const float* v = x + tap_of(l, tap) * in_step(l);
#pragma unroll 4
        for (int i = 0; i < l.width; i++, w += step) {
          float4 m = *(const float4*)w;
          s.x += v[i] * m.x; s.y += v[i] * m.y; s.z += v[i] * m.z; s.w += v[i] * m.w;
        }
      }
      float all[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
      for (int j = 0; j < 4; j++) if (c + j < l.n) {
        u32 at = (first + r) * l.n + c + j;
        T y = put(dropped(l.drop, all[j] + (l.bias ? l.bias[c + j] : 0.f), clock, at));
        l.y[at] = y; out[r * l.n + c + j] = get(y);
      }
    }
    __syncthreads();
    if (clock && t < l.n) {
      float m = 0, q = 0;
      for (int r = 0; r < count; r++) m += out[r * l.n + t];
      m /= count;
      for (int r = 0; r < count; r++) { float d = out[r * l.n + t] - m; q += d * d; }
      float d = m - mean, all = rows + count;
      mean += d * (count / all); squares += q + d * d * (rows * count / all); rows = all;
    }
  }
  if (clock && t < l.n) { float* p = l.parts + blockIdx.x * 3 * l.n + t; p[0] = rows; p[l.n] = mean; p[2 * l.n] = squares; }
}

// The rest of a layer that no other layer follows.
__global__ void layer_rest(Rest b, const u64* clock) {
  __shared__ float scratch[THREADS];
  __shared__ Columns columns;
  columns_of(b, columns, scratch, clock != 0);
  EACH(i, b.rows * b.n) rest_of(b, columns, (u32)i, (u32)i % b.n, clock);
}

// Its way back: the gradient in front of its function, in place, and the sums over a stretch of rows.
__global__ void layer_sums(Rest b, int stretch, const u64* clock) {
  __shared__ float scratch[THREADS];
  __shared__ Columns columns;
  columns_of(b, columns, scratch, false);
  int t = threadIdx.x, c = t % b.n, lanes = THREADS / b.n;
  u32 first = blockIdx.x * stretch, end = min(first + stretch, b.rows);
  float sum = 0, product = 0;
  if (t / b.n < lanes) for (u32 r = first + t / b.n; r < end; r += lanes) {
    float normal, d = rest_back(b, columns, r * b.n + c, c, get(b.dy[r * b.n + c]), clock, normal);
    sum += d; product += d * normal;
  }
  sum = column_sum(scratch, sum, b.n); product = column_sum(scratch, product, b.n);
  if (t < b.n) { float* p = b.parts + blockIdx.x * 2 * b.n + t; p[0] = sum; p[b.n] = product; }
}

// The way back through a layer's normalization and product, from the gradient that `layer_sums` left; then through the rest of
// the layer before it (where `before` has columns), as `layer_sums`.
__global__ void layer_back(Product l, Rest b, Rest before, const u64* clock) {
  __shared__ alignas(16) float matrix[MATRIX];
  __shared__ alignas(16) float out[OUTPUTS];
  __shared__ float in[INPUTS], slopes[INPUTS], scratch[THREADS], dshift[COLUMNS], dscale[COLUMNS];
  __shared__ int cells[COLUMNS];
  __shared__ Columns columns, earlier;
  int t = threadIdx.x, quads = (l.n + 3) / 4, step = out_step(l), taps = l.side ? 9 : 1, middle = tap_of(l, 4);
  clear(in, INPUTS); clear(out, OUTPUTS); fill_cells(l, cells);
  if (l.dx) for (int i = t; i < l.n * l.k; i += THREADS) matrix[i] = get(l.weights[i]);
  columns_of(b, columns, scratch, false);
  if (before.n) columns_of(before, earlier, scratch, false);
  {
    int lanes = THREADS / b.n;
    float sum = 0, product = 0;
    if (t / b.n < lanes) for (int block = t / b.n; block < b.blocks; block += lanes) {
      const float* p = b.parts + block * 2 * b.n + t % b.n;
      sum += p[0]; product += p[b.n];
    }
    sum = column_sum(scratch, sum, b.n); product = column_sum(scratch, product, b.n);
    if (t < b.n) {
      dshift[t] = sum; dscale[t] = product;
      if (!blockIdx.x) { b.dshift[t] = sum; b.dscale[t] = product; }
    }
  }
  float* parts = l.dweights + blockIdx.x * (u64)(l.n * (l.k + 1));
  float sum = 0, product = 0;
  for (u32 first = blockIdx.x * l.group; first < l.rows; first += gridDim.x * l.group) {
    int count = min((u32)l.group, l.rows - first);
    bool again = first != blockIdx.x * l.group;
    __syncthreads();
    for (int i = t; i < count * l.width; i += THREADS) in[(cells[i / l.width] + middle) * in_step(l) + i % l.width] = get(l.x[first * l.width + i]);
    for (int i = t; i < count * l.n; i += THREADS) {
      int c = i % l.n;
      u32 at = first * l.n + i;
      float normal = (get(b.x[at]) - columns.mean[c]) * columns.k[c];
      float d = columns.scale[c] * columns.k[c] * (get(b.dy[at]) - (dshift[c] + normal * dscale[c]) / b.rows);
      out[(cells[i / l.n] + middle) * step + c] = dropped(l.drop, d, clock, at);
    }
    __syncthreads();
    // Weights, and behind them the bias.
    for (int item = t; item < quads * l.k; item += THREADS) {
      int k = item % l.k, c = item / l.k * 4;
      const float *x = in + tap_of(l, k / l.width) * in_step(l) + k % l.width, *d = out + middle * step + c;
      float4 s = {0.f, 0.f, 0.f, 0.f};
#pragma unroll 4
      for (int r = 0; r < count; r++) {
        int cell = cells[r];
        float v = x[cell * in_step(l)];
        float4 m = *(const float4*)(d + cell * step);
        s.x += v * m.x; s.y += v * m.y; s.z += v * m.z; s.w += v * m.w;
      }
      float all[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
      for (int j = 0; j < 4; j++) if (c + j < l.n) { float* p = parts + (c + j) * l.k + k; *p = again ? *p + all[j] : all[j]; }
    }
    if (t < l.n) {
      float s = 0, *p = parts + l.n * l.k + t;
      for (int r = 0; r < count; r++) s += out[(cells[r] + middle) * step + t];
      *p = again ? *p + s : s;
    }
    if (!l.dx) continue;
    // What the layer read, four numbers of a cell at a time.
    for (int item = t; item < count * (l.width / 4); item += THREADS) {
      int r = item / (l.width / 4), i = item % (l.width / 4) * 4;
      float4 s = {0.f, 0.f, 0.f, 0.f};
      for (int tap = 0; tap < taps; tap++) {
        const float *d = out + (cells[r] + tap_of(l, 8 - tap)) * step, *w = matrix + tap * l.width + i;
#pragma unroll 4
        for (int c = 0; c < l.n; c++, w += l.k) {
          float4 m = *(const float4*)w;
          s.x += d[c] * m.x; s.y += d[c] * m.y; s.z += d[c] * m.z; s.w += d[c] * m.w;
        }
      }
      float all[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
      for (int j = 0; j < 4; j++) {
        u32 at = (first + r) * l.width + i + j;
        float d = l.more ? get(l.dx[at]) + all[j] : all[j];
        if (before.n) {
          float normal;
          d = rest_back(before, earlier, at, i + j, d, clock, normal);
          slopes[r * l.width + i + j] = d; slopes[INPUTS / 2 + r * l.width + i + j] = d * normal;
        } else l.dx[at] = put(d);
      }
    }
    if (!before.n) continue;
    __syncthreads();
    if (t < l.width) for (int r = 0; r < count; r++) { sum += slopes[r * l.width + t]; product += slopes[INPUTS / 2 + r * l.width + t]; }
  }
  if (before.n && t < l.width) { float* p = before.parts + blockIdx.x * 2 * before.n + t; p[0] = sum; p[before.n] = product; }
}

// The gradients of all blocks become one. The table has for each parameter where its first is, how many there are, and how far apart.
__global__ void sum_parts(float* gradient, const float* parts, const u32* table, u64 count) {
  EACH(i, count) {
    u32 at = table[3 * i], rows = table[3 * i + 1], step = table[3 * i + 2];
    float s = 0;
#pragma unroll 16
    for (u32 r = 0; r < rows; r++) s += parts[at + r * step];
    if (rows) gradient[i] = s;
  }
}
}
