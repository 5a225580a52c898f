const Q: u32 = 8u;
const N: u32 = 6u;
const SOFT: u32 = 1u;
const FIRST: u32 = 24u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const LARGEST: u32 = 255u;
const NODES_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// majority-logic/init-variables: first reliabilities of majority-logic decoding (Chen, Huang, Chao and Lin 2010).
// SOFT = 1, ISRB: C(a) = L(a) in steps, to the nearest, halves up, at most LARGEST; with φ(a) = max C/2 − C(a) the first
//      reliability λ·φ(a) is stored as R(a) = 2λ·(max C − C(a)), which is the same but for twice the scale and a constant
//      of the variable; its own reliability max φ, at twice the scale, is max C.
// SOFT = 0, IHRB: R(z) = γ and 0 elsewhere, the variable's own reliability is 1.
// The hard decision is z = argmin L(a), the lowest a of equals.
// in   channel_llr [frame][N][q] f32, natural logarithm
// out  reliabilities [variable][symbol][frame] u32
//      variable_words [variable][frame] u32: z, and the variable's own reliability from bit 8 on
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// exact: a multiplication by a power of two, then integers
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


@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read_write> reliabilities: array<u32>;
@group(0) @binding(3) var<storage, read_write> variable_words: array<u32>;

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


fn quantised(llr: f32) -> u32 {
  let steps = min(llr * bitcast<f32>(STEPS_PER_LLR_BITS), f32(LARGEST));
  let whole = floor(steps);
  return u32(whole) + select(0u, 1u, steps - whole >= 0.5);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let channel_at = (frame * N + n) * Q;
    var decision = 0u;
    var least = channel_llr[channel_at];
    var greatest = least;
    for (var a = 1u; a < Q; a++) {
      let llr = channel_llr[channel_at + a];
      if (llr < least) {
        least = llr;
        decision = a;
      }
      greatest = max(greatest, llr);
    }
    let largest = quantised(greatest);
    for (var a = 0u; a < Q; a++) {
      var first_reliability = select(0u, FIRST, a == decision);
      if (SOFT == 1u) { first_reliability = FIRST * (largest - quantised(channel_llr[channel_at + a])); }
      reliabilities[(n * Q + a) * run.frames + frame] = first_reliability;
    }
    variable_words[n * run.frames + frame] = variable_word(decision, select(1u, largest, SOFT == 1u));
  }
}
