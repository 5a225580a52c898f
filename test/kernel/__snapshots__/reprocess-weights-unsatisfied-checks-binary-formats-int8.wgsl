const SCALE: u32 = 12u;
const OFFSET_STEPS: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1082130432u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const SYNDROME: u32 = 1u;
const FRAME_INTERLEAVED: u32 = 0u;
const CHECKS_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/weights/unsatisfied-checks: which checks the last decisions of the tests fail, as counts that edge-weights adds: 1 in the lane of a test
// that fails the check, else 0. A variable's weight is then its degree in the subgraph of unsatisfied checks (augmented belief
// propagation: Varnica, Fossorier and Kavčić 2007).
// in   check_start [check + 1], check_variables [edge]: variables of each check, both as the decoder numbers them, check_signs
//      [word][check] (SYNDROME only), posteriors [word][variable]
// out  odd [word][check]; FRAME_INTERLEAVED: all three with the word last
// map  one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE words (y)
// exact: signs only
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
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

// Message words of four int8 numbers: four frames to a word, two's complement, computed four at once. Posteriors are
// within ±127 and messages within ±31; their differences are cut at ±127. Twin: wgsl/binary/formats/int8.ts.
// Arithmetic on the four bytes of a word at once.
const HIGH: u32 = 0x80808080u;
const LOW: u32 = 0x7f7f7f7fu;
const ONES: u32 = 0x01010101u;

// All ones in the bytes whose highest bit is set.
fn byte_mask(x: u32) -> u32 { return ((x >> 7u) & ONES) * 255u; }

// a where the mask is set, else b.
fn choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }


// Differences, as magnitude and sign.
struct Lanes {
  magnitude: u32, // 0 … 127
  negative: u32,  // all ones where negative
}
alias Wide = vec4i;
alias Signs = u32;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL = Lanes(LOW, 0u);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn widen(word: u32) -> Wide {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn narrow(sum: Wide) -> u32 {
  let bytes = vec4u(clamp(sum, vec4i(-127), vec4i(127))) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn unpack(word: u32) -> Lanes {
  let ones = (word >> 7u) & ONES;
  let negative = ones * 255u;
  return Lanes((word ^ negative) + ones, negative);
}
fn difference(posterior: u32, message: u32) -> Lanes {
  let wrapped = ((posterior | HIGH) - (message & LOW)) ^ ((posterior ^ ~message) & HIGH);
  // Where the difference does not fit a byte its sign is the posterior's. With the right sign the magnitude comes out
  // right, up to 158, as an unsigned byte.
  let sign = wrapped ^ ((posterior ^ message) & (posterior ^ wrapped) & HIGH);
  let ones = (sign >> 7u) & ONES;
  let negative = ones * 255u;
  let magnitude = (wrapped ^ negative) + ones;
  let over = magnitude & HIGH;
  return Lanes((magnitude | (over - (over >> 7u))) & LOW, negative);
}
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn sign_word(t: Lanes) -> u32 { return t.negative & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }


@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_variables: array<u32>;
@group(0) @binding(3) var<storage, read> check_signs: array<u32>;
@group(0) @binding(4) var<storage, read> posteriors: array<u32>;
@group(0) @binding(5) var<storage, read_write> odd: array<u32>;

// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAME_INTERLEAVED, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// wgsl/common/word-index.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var check = id.x * CHECKS_PER_WORKGROUP; check < min((id.x + 1u) * CHECKS_PER_WORKGROUP, CHECKS); check++) {
    var signs = 0u;
    if (SYNDROME == 1u) { signs = check_signs[word_index(word, check, CHECKS)]; }
    for (var e = check_start[check]; e < check_start[check + 1u]; e++) {
      signs ^= posteriors[word_index(word, check_variables[e], N)];
    }
    var counts = 0u;
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      counts |= ((signs >> ((lane + 1u) * LANE_BITS - 1u)) & 1u) << (lane * LANE_BITS);
    }
    odd[word_index(word, check, CHECKS)] = counts;
  }
}
