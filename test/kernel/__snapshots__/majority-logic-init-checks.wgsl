const Q: u32 = 8u;
const M: u32 = 3u;
const SYNDROME: u32 = 1u;
const LARGEST: u32 = 255u;
const NODES_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// majority-logic/init-checks: what a check of majority-logic decoding has at first: the failure of the received hard decisions, and the
// weights of its votes, φ_{i,j} = the least reliability of its variables but j (Chen, Huang, Chao and Lin 2010), which never
// change. A check of one variable votes with weight LARGEST.
// in   check_start [M + 1], check_edges [edge] (variable, value h)
//      products [a][b] u32, of the field
//      syndrome [frame][M] u32, if SYNDROME = 1; else one unused element
//      variable_words [variable][frame] (majority-logic/words)
// out  check_words [check][frame] (majority-logic/words)
//      check_syndromes [check][frame], if SYNDROME = 1; else one unused element
// map  one invocation per check and frame: workgroup x has NODES_PER_WORKGROUP checks, workgroup y 64 frames
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


@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> syndrome: array<u32>;
@group(0) @binding(5) var<storage, read> variable_words: array<u32>;
@group(0) @binding(6) var<storage, read_write> check_words: array<u32>;
@group(0) @binding(7) var<storage, read_write> check_syndromes: array<u32>;

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
  for (var m = first; m < min(first + NODES_PER_WORKGROUP, M); m++) {
    var error = 0u;
    if (SYNDROME == 1u) {
      error = syndrome[frame * M + m];
      check_syndromes[m * run.frames + frame] = error;
    }
    var least = LARGEST;
    var second = LARGEST;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let edge = check_edges[e];
      let word = variable_words[edge.x * run.frames + frame];
      error ^= products[edge.y * Q + symbol_of(word)];
      let reliability = word >> SYMBOL_BITS;
      second = min(second, max(least, reliability));
      least = min(least, reliability);
    }
    check_words[m * run.frames + frame] = check_word(error, least, second);
  }
}
