const Q: u32 = 8u;
const M: u32 = 3u;
const SYNDROME: u32 = 1u;
const STOP: u32 = 1u;
const NODES_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// majority-logic/check: the symbol Σ_j h_{i,j}·z_j ⊕ s_i by which a check fails, s the given syndrome or zero; marks
// the frames with a failed check. This symbol is the check's whole message: its sum without variable j, divided by
// h_{i,j}, is z_j plus the failure divided by h_{i,j} (majority-logic/variable).
// in   check_start [M + 1], check_edges [edge] (variable, value h)
//      products [a][b] u32, of the field
//      check_syndromes [check][frame], if SYNDROME = 1; else one unused element
//      variable_words [variable][frame] (majority-logic/words)
// i/o  check_words [check][frame] (majority-logic/words)
//      unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per check and frame: workgroup x has NODES_PER_WORKGROUP checks, workgroup y 64 frames
// exact: integers
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


@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> check_syndromes: array<u32>;
@group(0) @binding(5) var<storage, read> variable_words: array<u32>;
@group(0) @binding(6) var<storage, read_write> check_words: array<u32>;
@group(0) @binding(7) var<storage, read_write> unsatisfied: array<atomic<u32>>;

// Words of majority-logic decoding. A variable's word holds its decision in bits 0 … 7 and its own reliability above. A
// check's word holds in bits 0 … 7 the symbol Σ h·z ⊕ s by which the check fails, in bits 8 … 19 the least reliability
// of its variables, in bits 20 … 31 the second least.
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

// The least reliability of a check's other variables. If another variable has the same least reliability as this one,
// both minima are equal.
fn vote_weight(check: u32, reliability: u32) -> u32 {
  let least = (check >> SYMBOL_BITS) & RELIABILITY_MASK;
  return select(least, check >> (SYMBOL_BITS + RELIABILITY_BITS), least == reliability);
}

// frame_done of common/active-frames/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// Whether a frame was done by an iteration of its own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  var failed = 0u;
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var m = first; m < min(first + NODES_PER_WORKGROUP, M); m++) {
    let at = m * run.frames + frame;
    var error = 0u;
    if (SYNDROME == 1u) { error = check_syndromes[at]; }
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let edge = check_edges[e];
      error ^= products[edge.y * Q + symbol_of(variable_words[edge.x * run.frames + frame])];
    }
    check_words[at] = (check_words[at] & ~SYMBOL_MASK) | error;
    failed |= error;
  }
  if (failed != 0u) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }
}
