// Drawing samples, losses, the optimizer, and choosing answers.

extern "C" {
// clock[0] is the seed, clock[1] the step; numbers[0] the rate, [1] and [2] the corrections of both moments.
__global__ void tick(u64* clock, float* numbers, float beta1, float beta2) {
  clock[1] += 1;
  numbers[1] = (float)(1.0 - pow((double)beta1, (double)clock[1]));
  numbers[2] = (float)(1.0 - pow((double)beta2, (double)clock[1]));
}
__global__ void draw(u32* index, const u32* filled, const u64* clock, u32 batch) {
  EACH(i, batch) index[i] = below(word(clock[0], BATCH, clock[1], (u32)i), *filled);
}

// For each sample of the batch a later one of the same player, as learner.rs, `look_ahead`.
__global__ void look_ahead(const u32* index, const u8* next, const u64* clock, u32* later, u8* over, u32 batch, u32 capacity, float chance) {
  EACH(i, batch) {
    u32 place = index[i]; u8 ended = 0;
    for (u32 d = 0; d < 64; d++) {
      u8 distance = next[place];
      if (!distance) { ended = 1; break; }
      place = (place + distance) % capacity;
      if (unit(word(clock[0], AHEAD, clock[1], 64 * (u32)i + d)) >= chance) break;
    }
    later[i] = place; over[i] = ended;
  }
}

// Squared error of the given answer's value (its own column and the `shared` one), and cross-entropy of the known flags; a warp for each sample.
// With a critic, the own column learns how much better things turned out than the critic's value, the shared one learns the target, as loss.rs,
// `beside_critic`. `losses` gets three numbers for each sample: squared error, cross-entropy, target; `critic_losses` the critic's squared error.
__global__ void value_loss(const T* values, const T* flags, const T* critic, const T* later, const u8* over, const u32* index, const u8* answers, const float* targets, const u64* truth, const u64* known, T* dvalues, T* dflags, T* dcritic, float* losses, float* critic_losses, u32 batch, int width, int shared, int flag_width, int flag_words, float flag_weight, int critic_width, float critic_weight) {
  u32 r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= batch) return;
  u32 s = index ? index[r] : r;
  int answer = answers[s];
  float target = targets[s];
  float own = get(values[r * (u64)width + answer]), common = get(values[r * (u64)width + shared]);
  float error = own + common - target, own_slope = error, common_slope = error;
  if (critic_width) {
    float expected = get(critic[r * (u64)critic_width]), surprise = expected - target;
    float outcome = later && !over[r] ? get(later[r * (u64)critic_width]) : target;
    own_slope = critic_weight * (own - (outcome - expected));
    common_slope = common - target;
    for (int c = threadIdx.x; c < critic_width; c += 32) dcritic[r * (u64)critic_width + c] = put(c ? 0.f : 2.f * surprise / batch);
    if (!threadIdx.x) critic_losses[3 * r] = surprise * surprise;
  }
  for (int c = threadIdx.x; c < width; c += 32) dvalues[r * (u64)width + c] = put(c == answer ? 2.f * own_slope / batch : c == shared ? 2.f * common_slope / batch : 0.f);
  float entropy = 0;
  if (flag_width) {
    int count = 0;
    for (int w = 0; w < flag_words; w++) count += __popcll(known[s * (u64)flag_words + w]);
    float share = 1.f / (count ? count : 1);
    for (int c = threadIdx.x; c < flag_width; c += 32) {
      u64 bit = 1ull << (c % 64);
      float x = get(flags[r * (u64)flag_width + c]), d = 0;
      if (c / 64 < flag_words && (known[s * (u64)flag_words + c / 64] & bit)) {
        float t = truth[s * (u64)flag_words + c / 64] & bit ? 1.f : 0.f, e = expf(-fabsf(x));
        entropy += ((x > 0 ? x : 0.f) - x * t + log1pf(e)) * share;
        d = (1.f / (1.f + expf(-x)) - t) * share * flag_weight / batch;
      }
      dflags[r * (u64)flag_width + c] = put(d);
    }
    entropy = warp_sum(entropy);
  }
  if (!threadIdx.x) { losses[3 * r] = error * error; losses[3 * r + 1] = entropy; losses[3 * r + 2] = target; }
}

// Softmax cross-entropy against a distribution, and squared error of a value behind a tanh; a warp for each sample.
__global__ void policy_loss(const T* logits, const T* value, const float* policy, const float* result, T* dlogits, T* dvalue, float* losses, u32 batch, int width) {
  u32 r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= batch) return;
  float most = -1e30f, s = 0, l = 0;
  for (int c = threadIdx.x; c < width; c += 32) most = fmaxf(most, get(logits[r * (u64)width + c]));
  most = warp_max(most);
  for (int c = threadIdx.x; c < width; c += 32) s += expf(get(logits[r * (u64)width + c]) - most);
  float whole = logf(warp_sum(s)) + most;
  for (int c = threadIdx.x; c < width; c += 32) {
    u64 i = r * (u64)width + c; float x = get(logits[i]), t = policy[i];
    l += t * (whole - x); dlogits[i] = put((expf(x - whole) - t) / batch);
  }
  l = warp_sum(l);
  if (!threadIdx.x) { float e = get(value[r]) - result[r]; dvalue[r] = put(2.f * e / batch); losses[3 * r] = e * e; losses[3 * r + 1] = l; losses[3 * r + 2] = result[r]; }
}

// Which sample is in row r of the present step. clock[2] is the number of steps before the stretch that `order` is for.
__device__ __forceinline__ u32 ordered(const u32* order, const u64* clock, u32 batch, u32 r) {
  return order[(clock[1] - 1 - clock[2]) * (u64)batch + r];
}
// The samples of the present step, side by side.
__global__ void gather(const float* data, const u32* order, const u64* clock, T* out, u32 batch, int width) {
  EACH(i, (u64)batch * width) { u32 r = (u32)(i / width); out[i] = put(data[ordered(order, clock, batch, r) * (u64)width + i % width]); }
}
// Cross-entropy of the softmax over legal answers, numbers[3] times what the softmax over all answers gives to others, and the
// squared error of a value, each sample with its weight; a warp for each sample. As loss.rs, `policy` and `squared`.
// `losses` gets three numbers for each sample: squared error, cross-entropy, illegal probability.
__global__ void searched_loss(const T* logits, const T* value, const u32* order, const u64* clock, const u64* legal, const float* policy, const float* result, const float* weight, const float* numbers, T* dlogits, T* dvalue, float* losses, u32 batch, int width) {
  u32 r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= batch) return;
  u32 s = ordered(order, clock, batch, r);
  u64 mask = legal[s];
  const T* x = logits + r * (u64)width;
  const float* target = policy + s * (u64)width;
  float w = weight[s], most = -1e30f, legal_most = -1e30f;
  for (int c = threadIdx.x; c < width; c += 32) { float v = get(x[c]); most = fmaxf(most, v); if (mask >> c & 1) legal_most = fmaxf(legal_most, v); }
  most = warp_max(most); legal_most = warp_max(legal_most);
  float all = 0, among = 0, mass = 0, wrong = 0, l = 0;
  for (int c = threadIdx.x; c < width; c += 32) {
    float v = get(x[c]); all += expf(v - most);
    if (mask >> c & 1) { among += expf(v - legal_most); mass += target[c]; } else wrong += expf(v - most);
  }
  all = warp_sum(all); among = logf(warp_sum(among)); mass = warp_sum(mass); wrong = warp_sum(wrong) / all;
  for (int c = threadIdx.x; c < width; c += 32) {
    bool is = mask >> c & 1; float v = get(x[c]), t = target[c];
    float d = numbers[3] * expf(v - most) / all * ((is ? 0.f : 1.f) - wrong);
    if (is) { float g = v - legal_most - among; l -= t * g; d += mass * expf(g) - t; }
    dlogits[r * (u64)width + c] = put(d * w / batch);
  }
  l = warp_sum(l);
  if (!threadIdx.x) { float e = get(value[r]) - result[s]; dvalue[r] = put(2.f * e * w / batch); losses[3 * r] = e * e * w; losses[3 * r + 1] = l * w; losses[3 * r + 2] = wrong * w; }
}
// Adds the sums of a step's losses to `total`: squared error, cross-entropy, target, target squared. One block.
__global__ void gather_losses(const float* losses, double* total, u32 batch) {
  __shared__ double sum[4][1024];
  double a = 0, b = 0, c = 0, d = 0;
  for (u32 i = threadIdx.x; i < batch; i += 1024) { double t = losses[3 * i + 2]; a += losses[3 * i]; b += losses[3 * i + 1]; c += t; d += t * t; }
  sum[0][threadIdx.x] = a; sum[1][threadIdx.x] = b; sum[2][threadIdx.x] = c; sum[3][threadIdx.x] = d;
  __syncthreads();
  for (int half = 512; half; half >>= 1) {
    if (threadIdx.x < half) for (int k = 0; k < 4; k++) sum[k][threadIdx.x] += sum[k][threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x < 4) total[threadIdx.x] += sum[threadIdx.x][0];
}

// AdamW on all parameters, the average of the weights, and the copy that matrix products read where they do not read the weights themselves. Where there is a mask, the loss
// has numbers[4] times the squares of the weights that it marks.
__global__ void adamw(float* weights, const float* gradient, const float* mask, float* first, float* second, float* mean, T* copy, const float* numbers, u64 count, float beta1, float beta2, float decay, float average) {
  float rate = numbers[0], c1 = numbers[1], c2 = numbers[2];
  EACH(i, count) {
    float g = gradient[i], w = weights[i];
    if (mask) g += 2.f * numbers[4] * mask[i] * w;
    float m = first[i] = beta1 * first[i] + (1.f - beta1) * g;
    float v = second[i] = beta2 * second[i] + (1.f - beta2) * g * g;
    w -= rate * decay * w;
    w -= rate * (m / c1) / (sqrtf(v / c2) + 1e-8f);
    weights[i] = w;
    if (average > 0.f) mean[i] = average * mean[i] + (1.f - average) * w;
    if (copy) copy[i] = put(w);
  }
}

// The answer of every position, by value and noise; a warp for each position.
__global__ void pick(const T* values, const u64* legal, const float* temperature, const float* random, u64 seed, u8* answer, u32 rows, int width) {
  u32 r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  u64 mask = legal[r];
  float best = -1e30f;
  int which = __ffsll(mask) - 1;
  if (unit(word(seed, RANDOM, r, 0)) < random[which]) {
    for (u32 skip = below(word(seed, RANDOM, r, 1), __popcll(mask)); skip; skip--) mask &= mask - 1;
    which = __ffsll(mask) - 1;
  } else {
    for (int c = threadIdx.x; c < 64; c += 32) if (mask >> c & 1) {
      float t = temperature[c], v = get(values[r * (u64)width + c]) + (t > 0.f ? t * gumbel(word(seed, GUMBEL, r, c)) : 0.f);
      if (v > best) { best = v; which = c; }
    }
    for (int o = 16; o; o >>= 1) {
      float v = __shfl_xor_sync(~0u, best, o); int w = __shfl_xor_sync(~0u, which, o);
      if (v > best || (v == best && w < which)) { best = v; which = w; }
    }
  }
  if (!threadIdx.x) answer[r] = which;
}
}
