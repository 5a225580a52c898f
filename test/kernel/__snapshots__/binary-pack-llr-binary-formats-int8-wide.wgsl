const STEPS_PER_LLR_BITS: u32 = 1082130432u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const FRAME_INTERLEAVED: u32 = 0u;
const COPY: u32 = 0u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/pack-llr: channel LLRs as the words of the decoder's number format, its variables in its own order.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAME_INTERLEAVED: both with the word last
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 variables (x) and WORKGROUP_SIZE words
//      (y), which transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1), FRAME_INTERLEAVED only
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

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// Stands for certainty; no message is larger. Twin: wgsl/common/bound.ts.
const LLR_BOUND: f32 = 1048576.0;

// Message words of four int8 numbers, computed as four 32-bit integers: posteriors and messages within ±127, differences
// exact. Twin: wgsl/binary/formats/int8-wide.ts.
alias Lanes = vec4i;
alias Wide = vec4i;
alias Signs = vec4i;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL: Lanes = vec4i(0x7fffffff);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn unpack(word: u32) -> Lanes {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn pack(value: Lanes) -> u32 {
  let bytes = vec4u(value) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(clamp(sum, vec4i(-127), vec4i(127))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return narrow(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn signs_of(t: Lanes) -> Signs { return t; }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec4u>(t) & vec4u(0x80000000u);
  return (bits.x >> 24u) | (bits.y >> 16u) | (bits.z >> 8u) | bits.w;
}
fn signs_from(word: u32) -> Signs { return unpack(word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes { return select(magnitude, -magnitude, signs < vec4i(0)); }

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAME_INTERLEAVED, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// wgsl/common/word-index.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}


@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<u32>;
@group(0) @binding(4) var<storage, read_write> posteriors: array<u32>;

// The word of symbol n.
fn packed(word: u32, n: u32) -> u32 {
  var bits = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    // A lane without a frame holds the zero word: it is done after the first iteration.
    let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + n], frame < run.frames);
    bits |= lane_of(llr, lane);
  }
  return bits;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= N || word >= word_count()) { return; }
  let bits = packed(word, symbol[id.x]);
  channel[word * N + id.x] = bits;
  if (COPY == 1u) { posteriors[word * N + id.x] = bits; }
}
