const N: u32 = 6u;
const NODES_PER_WORKGROUP: u32 = 8u;
const WORKGROUP_SIZE: u32 = 64u;
// majority-logic/decide: the decisions of majority-logic decoding, frame by frame.
// in   variable_words [variable][frame] (majority-logic/words)
// out  decision [frame][N]
// map  one invocation per frame and NODES_PER_WORKGROUP variables, which it writes side by side; workgroup y = 64 frames
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


@group(0) @binding(1) var<storage, read> variable_words: array<u32>;
@group(0) @binding(2) var<storage, read_write> decision: array<u32>;

// Words of majority-logic decoding. Twin: wgsl/majority-logic/words.ts.
// A variable's: its decision in bits 0 … 7, its own reliability above.
// A check's: the symbol Σ h·z ⊕ s by which it fails in bits 0 … 7, in bits 8 … 19 the least reliability of its variables,
// in bits 20 … 31 the second least.
const RELIABILITY_BITS: u32 = 12u;
const RELIABILITY_MASK: u32 = (1u << RELIABILITY_BITS) - 1u;
const SYMBOL_BITS: u32 = 8u;
const SYMBOL_MASK: u32 = (1u << SYMBOL_BITS) - 1u;

fn variable_word(decision: u32, reliability: u32) -> u32 {
  return decision | (reliability << SYMBOL_BITS);
}

fn check_word(error: u32, least: u32, second: u32) -> u32 {
  return error | (least << SYMBOL_BITS) | (second << (SYMBOL_BITS + RELIABILITY_BITS));
}

fn symbol_of(word: u32) -> u32 {
  return word & SYMBOL_MASK;
}

// The least reliability of a check's other variables. Where another one is as unreliable as this one, both minima are equal.
fn vote_weight(check: u32, reliability: u32) -> u32 {
  let least = (check >> SYMBOL_BITS) & RELIABILITY_MASK;
  return select(least, check >> (SYMBOL_BITS + RELIABILITY_BITS), least == reliability);
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    decision[frame * N + n] = symbol_of(variable_words[n * run.frames + frame]);
  }
}
