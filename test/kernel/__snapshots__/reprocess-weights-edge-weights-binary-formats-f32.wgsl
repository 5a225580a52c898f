const SCALE: u32 = 12u;
const OFFSET_BITS: u32 = 0u;
const N: u32 = 4u;
const COUNTS_AT: u32 = 8u;
const COUNTS: u32 = 16u;
const SYMBOLS_PER_WORKGROUP: u32 = 1u;
const FRAME_INTERLEAVED: u32 = 0u;
const WORKGROUP_SIZE: u32 = 64u;
// reprocess/weights/edge-weights: weight of every symbol for the selection of the next position: the sum of the counts of its edges (EQML paper,
// eq. 6, where these are sign changes of its messages).
// in   symbol_start [N + 1], symbol_edges: elements of `counts` that are each symbol's, counts [word][COUNTS_AT + element], or with
//      FRAME_INTERLEAVED the word last: lanes, the top bit of each is no part of the count
// out  weights [symbol][test]
// map  one workgroup per SYMBOLS_PER_WORKGROUP symbols (x) and WORKGROUP_SIZE words (y)
// exact: integers
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

// Message words of one f32 number: one frame to a word. Twin: wgsl/binary/formats/f32.ts.
alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const INTERLEAVE: u32 = 1u;
const SIGN_BITS: u32 = 0x80000000u;
const NEUTRAL: Lanes = 3.0e38; // of the missing one of a circulant: changes no minimum and no sign

fn unpack(word: u32) -> Lanes { return bitcast<f32>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
// One frame's channel LLR as the word holds it. No negative zero, so that sign bits are signs.
fn lane_of(llr: f32, lane: u32) -> u32 { return pack(select(llr, 0.0, llr == 0.0)); }
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<f32>(bitcast<u32>(magnitude) ^ (signs & 0x80000000u));
}
// At most 12 significant bits: a product with a scale of few bits is then exact, so it does not matter whether a compiler
// fuses it with the addition that follows.
fn shorten(magnitude: Lanes) -> Lanes { return bitcast<f32>(bitcast<u32>(magnitude) & 0xfffff000u); }


@group(0) @binding(1) var<storage, read> symbol_start: array<u32>;
@group(0) @binding(2) var<storage, read> symbol_edges: array<u32>;
@group(0) @binding(3) var<storage, read> counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> weights: array<u32>;

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
  for (var n = id.x * SYMBOLS_PER_WORKGROUP; n < min((id.x + 1u) * SYMBOLS_PER_WORKGROUP, N); n++) {
    var sums = array<u32, INTERLEAVE>();
    for (var e = symbol_start[n]; e < symbol_start[n + 1u]; e++) {
      let count = counts[word_index(word, COUNTS_AT + symbol_edges[e], COUNTS)];
      for (var lane = 0u; lane < INTERLEAVE; lane++) { sums[lane] += (count >> (lane * LANE_BITS)) & (LANE >> 1u); }
    }
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let test = word * INTERLEAVE + lane;
      if (test < run.frames) { weights[n * run.frames + test] = sums[lane]; }
    }
  }
}
