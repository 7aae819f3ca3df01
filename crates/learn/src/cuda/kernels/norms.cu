// Batch and layer normalization. The small number under the root is 1e-5 in both.
#define EPSILON 1e-5f

extern "C" {
// For a stretch of rows, the sum of every column, and of its squares around `mean` (around 0 where that is null).
// A block has 32 columns and 8 lanes of rows.
__global__ void column_moments(const T* x, const float* mean, float* parts, u64 rows, int n, int stretch) {
  __shared__ float sum[8][32];
  int c = blockIdx.x * 32 + threadIdx.x;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float s = 0;
  if (c < n) for (u64 r = first + threadIdx.y; r < end; r += 8) { float v = get(x[r * n + c]); if (mean) { v -= mean[c]; v *= v; } s += v; }
  sum[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  if (!threadIdx.y && c < n) { for (int k = 1; k < 8; k++) s += sum[k][threadIdx.x]; parts[blockIdx.y * (u64)n + c] = s; }
}
// The running statistics move by a share (`momentum`) to those of the batch; their variance is the unbiased one.
__global__ void running(const float* mean, const float* variance, float* old_mean, float* old_variance, int n, u64 rows, float momentum) {
  EACH(i, n) {
    old_mean[i] = (1.f - momentum) * old_mean[i] + momentum * mean[i];
    old_variance[i] = (1.f - momentum) * old_variance[i] + momentum * variance[i] * ((float)rows / (float)(rows > 1 ? rows - 1 : 1));
  }
}
// The same for few rows in one go: mean, variance and running statistics. A block has 8 columns and 128 lanes of rows.
__device__ float lanes_sum(float (*sum)[8], float s) {
  sum[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  for (int half = 64; half; half >>= 1) {
    if (threadIdx.y < half) sum[threadIdx.y][threadIdx.x] += sum[threadIdx.y + half][threadIdx.x];
    __syncthreads();
  }
  s = sum[0][threadIdx.x];
  __syncthreads();
  return s;
}
__global__ void few_moments(const T* x, float* mean, float* variance, float* old_mean, float* old_variance, u64 rows, int n, float momentum) {
  __shared__ float sum[128][8];
  int c = blockIdx.x * 8 + threadIdx.x;
  float s = 0, q = 0;
  if (c < n) for (u64 r = threadIdx.y; r < rows; r += 128) s += get(x[r * n + c]);
  float m = lanes_sum(sum, s) / rows;
  if (c < n) for (u64 r = threadIdx.y; r < rows; r += 128) { float v = get(x[r * n + c]) - m; q += v * v; }
  float v = lanes_sum(sum, q) / rows;
  if (threadIdx.y || c >= n) return;
  mean[c] = m; variance[c] = v;
  old_mean[c] = (1.f - momentum) * old_mean[c] + momentum * m;
  old_variance[c] = (1.f - momentum) * old_variance[c] + momentum * v * ((float)rows / (float)(rows > 1 ? rows - 1 : 1));
}
__global__ void few_norm_sums(const T* dy, const T* x, const float* mean, const float* variance, float* dshift, float* dscale, u64 rows, int n) {
  __shared__ float sum[128][8];
  int c = blockIdx.x * 8 + threadIdx.x;
  float a = 0, b = 0;
  if (c < n) { float m = mean[c], k = rsqrtf(variance[c] + EPSILON); for (u64 r = threadIdx.y; r < rows; r += 128) { float d = get(dy[r * n + c]); a += d; b += d * (get(x[r * n + c]) - m) * k; } }
  a = lanes_sum(sum, a); b = lanes_sum(sum, b);
  if (!threadIdx.y && c < n) { dshift[c] = a; dscale[c] = b; }
}
__global__ void batch_norm(const T* x, const float* mean, const float* variance, const float* scale, const float* shift, T* y, u64 rows, int n) {
  EACH(i, rows * n) { int c = i % n; y[i] = put((get(x[i]) - mean[c]) * rsqrtf(variance[c] + EPSILON) * scale[c] + shift[c]); }
}
// For a stretch of rows the sums of dy and of dy times the normalized x.
__global__ void batch_norm_sums(const T* dy, const T* x, const float* mean, const float* variance, float* dshift, float* dscale, u64 rows, int n, int stretch) {
  __shared__ float sum[2][8][32];
  int c = blockIdx.x * 32 + threadIdx.x;
  u64 first = blockIdx.y * (u64)stretch, end = first + stretch < rows ? first + stretch : rows;
  float a = 0, b = 0;
  if (c < n) { float m = mean[c], k = rsqrtf(variance[c] + EPSILON); for (u64 r = first + threadIdx.y; r < end; r += 8) { float d = get(dy[r * n + c]); a += d; b += d * (get(x[r * n + c]) - m) * k; } }
  sum[0][threadIdx.y][threadIdx.x] = a; sum[1][threadIdx.y][threadIdx.x] = b;
  __syncthreads();
  if (!threadIdx.y && c < n) {
    for (int k = 1; k < 8; k++) { a += sum[0][k][threadIdx.x]; b += sum[1][k][threadIdx.x]; }
    dshift[blockIdx.y * (u64)n + c] = a; dscale[blockIdx.y * (u64)n + c] = b;
  }
}
__global__ void batch_norm_back(const T* dy, const T* x, const float* mean, const float* variance, const float* scale, const float* dscale, const float* dshift, T* dx, u64 rows, int n, int more) {
  EACH(i, rows * n) {
    int c = i % n; float k = rsqrtf(variance[c] + EPSILON), normal = (get(x[i]) - mean[c]) * k;
    float d = scale[c] * k * (get(dy[i]) - (dshift[c] + normal * dscale[c]) / rows);
    dx[i] = put(more ? get(dx[i]) + d : d);
  }
}

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
