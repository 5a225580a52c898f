const N: u32 = 6u;
const P: u32 = 3u;
const SYMBOLS: u32 = 0u;
const PART_BITS: u32 = 0u;
const STOP: u32 = 1u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// statistics/tally: adds each frame's outcome to the counters of its chunk.
// in   codeword [frame][N], decision [frame][N], is_information [N] (0 or 1), unsatisfied [iteration][frame]
//      received [frame][N·P] grid steps or multiples of an LLR, or of a channel of symbols [frame][N] field elements, or with
//      PART_BITS costs [frame][N·P/PART_BITS][2^PART_BITS] as channel/points/costs; sent_state [N] as bit-llr
// i/o  counters [chunk of this run][13]: frames, frame errors, information frame errors, symbol errors, bit errors,
//      undetected, iterations, iterations of correct frames, symbol errors² (low, high), bit errors² (low, high),
//      frames that maximum-likelihood decoding gets wrong too: undetected, and likelier than the word that was sent
// map  one workgroup per frame (workgroup y), WORKGROUP_SIZE invocations share its symbols
// workgroup bytes: 28
// bound by the 8·N bytes read per frame, and by the additions to one chunk's counters, which come one after the other: of
//      a correct frame three. Likelihoods are computed for undetected frames alone.
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
// Parameters that change from run to run and, for `iteration`, from dispatch to dispatch. The engine writes them
// (src/engine/gpu/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}

// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }


@group(0) @binding(1) var<storage, read> codeword: array<u32>;
@group(0) @binding(2) var<storage, read> decision: array<u32>;
@group(0) @binding(3) var<storage, read> is_information: array<u32>;
@group(0) @binding(4) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(5) var<storage, read> received: array<i32>;
@group(0) @binding(6) var<storage, read> sent_state: array<u32>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

// The counters of a chunk (statistics/tally). The kernel imports run and declares `counters`.
const COUNTERS: u32 = 13u;

// Square of a 32-bit integer as 64 bits: low word, high word.
fn square_wide(x: u32) -> vec2u {
  let low = x & 0xffffu;
  let high = x >> 16u;
  let cross = low * high;
  let base = low * low;
  let sum = base + (cross << 17u);
  return vec2u(sum, high * high + (cross >> 15u) + u32(sum < base));
}


// First counter of the chunk of the frame in a slot.
fn chunk_counters(slot: u32) -> u32 { return COUNTERS * ((run.chunk_offset + slot) / run.chunk_frames); }

// Skips zero increments, which are most of them for a correct frame.
fn add(index: u32, value: u32) {
  if (value != 0u) { atomicAdd(&counters[index], value); }
}

fn add_square(index: u32, value: u32) {
  if (value == 0u) { return; }
  let square = square_wide(value);
  let before = atomicAdd(&counters[index], square.x);
  add(index + 1u, square.y + u32(before + square.x < before));
}

// Log-likelihood of a decision less that of the sent word, summed by a workgroup: ln P(received|decided) − ln
// P(received|sent) as advantage_high·2^SPLIT + advantage_low. Integers only.
const PUNCTURED: u32 = 1u;
const SHORTENED: u32 = 2u;
const SPLIT: u32 = 11u;

var<workgroup> advantage_high: atomic<i32>;
var<workgroup> advantage_low: atomic<u32>;
// Nonzero if the decision on a shortened symbol, known to be zero, is not zero.
var<workgroup> impossible: atomic<u32>;

// Begins the next sum; the first begins at 0.
fn clear_advantage() {
  atomicStore(&advantage_high, 0);
  atomicStore(&advantage_low, 0u);
  atomicStore(&impossible, 0u);
}

// Adds a symbol in which the two words differ. A punctured symbol has no influence.
fn add_advantage(sent_as: u32, value: i32) {
  if (sent_as == PUNCTURED) { return; }
  if (sent_as == SHORTENED) { atomicStore(&impossible, 1u); }
  atomicAdd(&advantage_high, value >> SPLIT);
  atomicAdd(&advantage_low, u32(value) & ((1u << SPLIT) - 1u));
}

fn is_likelier() -> bool {
  let low = atomicLoad(&advantage_low);
  let high = atomicLoad(&advantage_high) + i32(low >> SPLIT);
  let likelier = high > 0 || (high == 0 && (low & ((1u << SPLIT) - 1u)) != 0u);
  return likelier && atomicLoad(&impossible) == 0u;
}


var<workgroup> symbol_errors: atomic<u32>;
var<workgroup> bit_errors: atomic<u32>;
var<workgroup> information_errors: atomic<u32>;
// Number of iterations from the first that satisfied all checks to the last; 0 if none did.
var<workgroup> satisfied_iterations: atomic<u32>;

// ln P(received|decided) − ln P(received|sent) of a symbol in which both differ: for a channel of bits in grid steps,
// for a channel of symbols in units of ln P(r)/P(a), r the received symbol and a any other, for points in squared grid steps.
fn advantage(index: u32, sent: u32, decided: u32) -> i32 {
  var sum = 0;
  if (PART_BITS > 0u) {
    for (var first = 0u; first < P; first += PART_BITS) {
      let row = ((index * P + first) / max(PART_BITS, 1u)) << PART_BITS;
      let mask = (1u << PART_BITS) - 1u;
      sum += received[row + ((sent >> first) & mask)] - received[row + ((decided >> first) & mask)];
    }
    return sum;
  }
  for (var b = 0u; b < P; b++) {
    let value = received[index * P + b];
    if ((((sent ^ decided) >> b) & 1u) != 0u) { sum += select(value, -value, ((decided >> b) & 1u) != 0u); }
  }
  return sum;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  var symbols = 0u;
  var bits = 0u;
  var information = 0u;
  for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
    let difference = codeword[slot * N + n] ^ decision[slot * N + n];
    let wrong = u32(difference != 0u);
    symbols += wrong;
    bits += countOneBits(difference);
    information += wrong & is_information[n];
  }
  if (symbols != 0u) {
    atomicAdd(&symbol_errors, symbols);
    atomicAdd(&bit_errors, bits);
    atomicAdd(&information_errors, information);
  }
  // Without early termination only the last iteration counts.
  for (var i = select(ITERATIONS - 1u, 0u, STOP == 1u) + invocation; i < ITERATIONS; i += WORKGROUP_SIZE) {
    if (unsatisfied[i * run.frames + slot] == 0u) { atomicMax(&satisfied_iterations, ITERATIONS - i); }
  }
  workgroupBarrier();
  let from_satisfied = atomicLoad(&satisfied_iterations);
  let satisfied = from_satisfied > 0u;
  let undetected = satisfied && atomicLoad(&symbol_errors) > 0u;
  if (undetected) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
      let sent = codeword[slot * N + n];
      let decided = decision[slot * N + n];
      if (sent != decided) { add_advantage(sent_state[n], advantage(slot * N + n, sent, decided)); }
    }
  }
  workgroupBarrier();
  if (invocation != 0u) { return; }
  let iterations = ITERATIONS + 1u - max(from_satisfied, 1u);
  let wrong = atomicLoad(&symbol_errors);
  let wrong_bits = atomicLoad(&bit_errors);
  let base = chunk_counters(slot);
  add(base, 1u);
  add(base + 1u, u32(wrong > 0u));
  add(base + 2u, u32(atomicLoad(&information_errors) > 0u));
  add(base + 3u, wrong);
  add(base + 4u, wrong_bits);
  add(base + 5u, u32(undetected));
  add(base + 6u, iterations);
  add(base + 7u, select(iterations, 0u, wrong > 0u));
  add_square(base + 8u, wrong);
  add_square(base + 10u, wrong_bits);
  add(base + 12u, u32(undetected && is_likelier()));
}
