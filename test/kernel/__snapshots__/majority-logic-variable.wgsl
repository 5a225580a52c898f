const Q: u32 = 8u;
const N: u32 = 6u;
const STOP: u32 = 1u;
const NODES_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// majority-logic/variable: votes, reliabilities and decision of majority-logic decoding (Chen, Huang, Chao and Lin 2010). Check i says
// of variable j σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'})/h_{i,j} = z_j ⊕ failure_i/h_{i,j}, and
//   R_j(a) += Σ_{i: σ_{i,j} = a} φ_{i,j},   z_j = argmax_a R_j(a).
// Reliabilities only grow, so the present decision and the symbols that are voted for are all that can be largest; the
// others are not read. Of equals that one is taken which reached the value first, votes counted with checks ascending, the
// present decision before any vote. The lowest symbol of equals would favour 0, and the all-zero word with it.
// in   variable_start [N + 1], variable_edges [edge] (check, 1/h) in variable-major order
//      products [a][b] u32, of the field
//      check_words [check][frame] (majority-logic/words), unsatisfied [iteration][frame]
// i/o  reliabilities [variable][symbol][frame] u32
//      variable_words [variable][frame] (majority-logic/words)
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// range: the program refuses iterations after which a reliability may not fit 32 bits
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


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> check_words: array<u32>;
@group(0) @binding(5) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(6) var<storage, read_write> reliabilities: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;

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

// Whether a frame's previous iteration satisfied all checks. A done frame writes nothing more, so it stays done: its later
// entries of `unsatisfied` [iteration][frame] keep the 0 that the engine cleared them to.
fn frame_done(slot: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return unsatisfied[(run.iteration - 1u) * run.frames + slot] == 0u;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let word = variable_words[n * run.frames + frame];
    let present = symbol_of(word);
    let reliability = word >> SYMBOL_BITS;
    let present_at = (n * Q + present) * run.frames + frame;
    // Most votes are for the present decision: its reliability stays in a register.
    var own = reliabilities[present_at];
    var best = present;
    var greatest = own;
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let edge = variable_edges[k];
      let check = check_words[edge.x * run.frames + frame];
      let vote = present ^ products[edge.y * Q + symbol_of(check)];
      var sum = vote_weight(check, reliability);
      if (vote == present) {
        sum += own;
        own = sum;
      } else {
        let at = (n * Q + vote) * run.frames + frame;
        sum += reliabilities[at];
        reliabilities[at] = sum;
      }
      if (sum > greatest || vote == best) {
        greatest = sum;
        best = vote;
      }
    }
    reliabilities[present_at] = own;
    variable_words[n * run.frames + frame] = variable_word(best, reliability);
  }
}
