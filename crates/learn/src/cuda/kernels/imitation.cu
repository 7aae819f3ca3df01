// Learning what others did: one right class for each sample.

extern "C" {
// Which samples are in the present step.
__global__ void in_order(const u32* order, const u64* clock, u32* index, u32 batch) {
  EACH(i, batch) index[i] = ordered(order, clock, batch, (u32)i);
}

// The error of the softmax over the first `classes` columns, as loss.rs, `classes`; a warp for each sample.
// `losses` gets three numbers for each sample, of which the first is the error.
__global__ void class_loss(const T* logits, const u32* index, const u8* answers, T* dlogits, float* losses, u32 batch, int width, int classes, int squared) {
  u32 r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= batch) return;
  int answer = answers[index[r]];
  const T* x = logits + r * (u64)width;
  float most = -1e30f, all = 0, squares = 0, mean = 0;
  for (int c = threadIdx.x; c < classes; c += 32) most = fmaxf(most, get(x[c]));
  most = warp_max(most);
  for (int c = threadIdx.x; c < classes; c += 32) all += expf(get(x[c]) - most);
  all = warp_sum(all);
  for (int c = threadIdx.x; c < classes; c += 32) {
    float p = expf(get(x[c]) - most) / all, off = p - (c == answer ? 1.f : 0.f);
    squares += off * off; mean += p * off;
  }
  squares = warp_sum(squares); mean = warp_sum(mean);
  for (int c = threadIdx.x; c < width; c += 32) {
    float d = 0;
    if (c < classes) {
      float p = expf(get(x[c]) - most) / all, off = p - (c == answer ? 1.f : 0.f);
      d = squared ? 2.f / classes * p * (off - mean) : off;
    }
    dlogits[r * (u64)width + c] = put(d / batch);
  }
  if (!threadIdx.x) {
    losses[3 * r] = squared ? squares / classes : logf(all) + most - get(x[answer]);
    losses[3 * r + 1] = 0; losses[3 * r + 2] = 0;
  }
}

// Bit 0: the right class has the highest value of all; bit 1: of the legal ones. The first of equals counts. A thread for each sample.
__global__ void class_hits(const T* logits, const u32* index, const u8* answers, const u64* legal, u8* hits, u32 rows, int width, int classes) {
  EACH(r, rows) {
    u32 s = index[r];
    u64 mask = legal[s];
    int any = 0, best = -1;
    for (int c = 0; c < classes; c++) {
      float v = get(logits[r * (u64)width + c]);
      if (v > get(logits[r * (u64)width + any])) any = c;
      if ((mask >> c & 1) && (best < 0 || v > get(logits[r * (u64)width + best]))) best = c;
    }
    hits[r] = (any == answers[s] ? 1 : 0) | (best == answers[s] ? 2 : 0);
  }
}

// As optimizer.rs. numbers[0] is the rate.
__global__ void ada_delta(float* weights, const float* gradient, float* square, float* moved, T* copy, const float* numbers, u64 count, float keep, float decay) {
  EACH(i, count) {
    float w = weights[i], g = gradient[i] + decay * w;
    float s = square[i] += (g * g - square[i]) * (1.f - keep);
    float delta = g * sqrtf(moved[i] + 1e-6f) / sqrtf(s + 1e-6f);
    moved[i] += (delta * delta - moved[i]) * (1.f - keep);
    weights[i] = w -= numbers[0] * delta;
    if (copy) copy[i] = put(w);
  }
}
__global__ void sgd(float* weights, const float* gradient, T* copy, const float* numbers, u64 count) {
  EACH(i, count) { weights[i] -= numbers[0] * gradient[i]; if (copy) copy[i] = put(weights[i]); }
}
}
