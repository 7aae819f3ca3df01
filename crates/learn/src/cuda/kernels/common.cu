// What all kernels share. Compiled twice: numbers between layers are `float`, or with HALF bfloat16.
// Sums are always float, and always in a fixed order, so that the same step gives the same bits.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#if HALF
struct T { u16 bits; };
__device__ __forceinline__ float get(T t) { return __uint_as_float((u32)t.bits << 16); }
__device__ __forceinline__ T put(float f) {
  T t;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(t.bits) : "f"(f));
  return t;
}
#else
typedef float T;
__device__ __forceinline__ float get(T t) { return t; }
__device__ __forceinline__ T put(float f) { return f; }
#endif

// N neighbouring numbers: one memory access of up to 16 bytes where N is 8.
template <int N> struct Some { float v[N]; };
template <int N> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) Pack { T t[N]; };
template <int N> __device__ __forceinline__ Some<N> load(const T* p) {
  Pack<N> pack = *(const Pack<N>*)p;
  Some<N> s;
#pragma unroll
  for (int j = 0; j < N; j++) s.v[j] = get(pack.t[j]);
  return s;
}
template <int N> __device__ __forceinline__ void store(T* p, const Some<N>& s) {
  Pack<N> pack;
#pragma unroll
  for (int j = 0; j < N; j++) pack.t[j] = put(s.v[j]);
  *(Pack<N>*)p = pack;
}

__device__ __forceinline__ float warp_sum(float x) {
#pragma unroll
  for (int o = 16; o; o >>= 1) x += __shfl_xor_sync(~0u, x, o);
  return x;
}
__device__ __forceinline__ float warp_max(float x) {
#pragma unroll
  for (int o = 16; o; o >>= 1) x = fmaxf(x, __shfl_xor_sync(~0u, x, o));
  return x;
}

// Every index below n, spread over the grid.
#define EACH(i, n) for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < (u64)(n); i += (u64)gridDim.x * blockDim.x)

// Philox4x32-10, as in random.rs.
enum { BATCH = 1, DROPOUT = 2, LEAK = 3, GUMBEL = 4, RANDOM = 5, AHEAD = 7 };
__device__ u32 word(u64 seed, u32 purpose, u64 counter, u32 lane) {
  u32 c0 = lane / 4, c1 = purpose, c2 = (u32)counter, c3 = (u32)(counter >> 32);
  u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#pragma unroll
  for (int i = 0; i < 10; i++) {
    u32 ah = __umulhi(c0, 0xD2511F53u), al = c0 * 0xD2511F53u, bh = __umulhi(c2, 0xCD9E8D57u), bl = c2 * 0xCD9E8D57u;
    c0 = bh ^ c1 ^ k0; c1 = bl; c2 = ah ^ c3 ^ k1; c3 = al;
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  u32 w = lane % 4;
  return w == 0 ? c0 : w == 1 ? c1 : w == 2 ? c2 : c3;
}
__device__ __forceinline__ float unit(u32 w) { return ((float)(w >> 9) + 0.5f) * (1.0f / 8388608.0f); }
__device__ __forceinline__ u32 below(u32 w, u32 end) { return (u32)(((u64)w * end) >> 32); }
__device__ __forceinline__ float gumbel(u32 w) { return -logf(-logf(unit(w))); }

// Functions of every number. `kind` as in plan.rs; `a` and `b` are the function's own numbers. A randomized slope follows
// from the seed, the step, the operation and the element's number; outside of training it is the middle.
enum { NONE = 0, RELU = 1, LEAKY = 2, RANDOMIZED = 3, SELU = 4, TANH = 5, SIGMOID = 6 };
struct Function { int kind; float a, b; u32 operation; };
#define SELU_SCALE 1.0507009873554805f
#define SELU_ALPHA 1.6732632423543772f
__device__ __forceinline__ float slope(const Function& f, const u64* clock, u64 element) {
  if (f.kind == LEAKY) return f.a;
  if (!clock) return 0.5f * (f.a + f.b);
  return f.a + (f.b - f.a) * unit(word(clock[0], LEAK + 256 * f.operation, clock[1], (u32)element));
}
__device__ __forceinline__ float value_of(const Function& f, float x, const u64* clock, u64 element) {
  switch (f.kind) {
    case RELU: return x < 0.f ? 0.f : x;
    case LEAKY: case RANDOMIZED: return x < 0.f ? x * slope(f, clock, element) : x;
    case SELU: return SELU_SCALE * (x > 0.f ? x : SELU_ALPHA * expm1f(x));
    case TANH: return tanhf(x);
    case SIGMOID: return 1.f / (1.f + expf(-x));
    default: return x;
  }
}
__device__ __forceinline__ float derivative_of(const Function& f, float x, const u64* clock, u64 element) {
  switch (f.kind) {
    case RELU: return x > 0.f ? 1.f : 0.f;
    case LEAKY: case RANDOMIZED: return x > 0.f ? 1.f : slope(f, clock, element);
    case SELU: return SELU_SCALE * (x > 0.f ? 1.f : SELU_ALPHA * expf(x));
    case TANH: { float t = tanhf(x); return 1.f - t * t; }
    case SIGMOID: { float s = 1.f / (1.f + expf(-x)); return s * (1.f - s); }
    default: return 1.f;
  }
}
