const FRAME_INTERLEAVED: u32 = 0u;
const LEVELS: u32 = 1023u;
const N: u32 = 4u;
const NODES_PER_WORKGROUP: u32 = 8u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/ratio/channel: what the channel says, as likelihood ratios r = P(0)/P(1) = exp(LLR) in the decoder's order of variables
// (Mink and Nakassis, section 3: "f" form). LLRs are cut at ±69, where e^69 is near 2^100.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][variable][lane], FRAME_INTERLEAVED [variable][word][lane]
// map  reproductions/ratio/invocations
// exact: to what exp has, 3 + 2·|LLR| units in the last place
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

// Messages of ratio-sum-product, one frame to a word: a = ±m/(LEVELS + 1), m = 1 … LEVELS in the low bits, the sign of a at the
// top and below it the decision of the variable that sends it. Twin: wgsl/reproductions/ratio/formats.ts.
alias Values = f32;

const INTERLEAVE: u32 = 1u;
const SIGNS: u32 = 0x80000000u;
const STEPS: f32 = f32(LEVELS + 1u);

// |a|
fn magnitudes(word: u32) -> Values { return f32(word & LEVELS) * (1.0 / STEPS); }
// (1 + a)/(1 − a)
fn ratios(word: u32) -> Values {
  let steps = f32(word & LEVELS);
  let a = select(steps, -steps, (word & SIGNS) != 0u);
  return (STEPS + a) / (STEPS - a);
}
// To the nearest level, halves up.
fn word_of(magnitude: Values) -> u32 { return clamp(u32(magnitude * STEPS + 0.5), 1u, LEVELS); }
// The sign bits of the lanes where a < b.
fn signs_where(a: Values, b: Values) -> u32 { return select(0u, SIGNS, a < b); }

// Which nodes and which word of frames an invocation has, and where in an array the element of a node and a word is.
// FRAME_INTERLEAVED: the invocations of a workgroup have the same NODES_PER_WORKGROUP nodes (x), each a word of its own (y), and words
// are fastest in memory. Else each has a node of its own (x), all the same word (y), and nodes are fastest. Twin:
// wgsl/reproductions/ratio/invocations.ts. The kernel imports run and message.
// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

fn words_of_run() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn invocation_word(workgroup: vec3u, invocation: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return workgroup.y * WORKGROUP_SIZE + invocation; }
  return workgroup_slot(workgroup);
}

// First node and end.
fn invocation_nodes(workgroup: vec3u, invocation: u32, count: u32) -> vec2u {
  if (FRAME_INTERLEAVED == 1u) {
    let first = workgroup.x * NODES_PER_WORKGROUP;
    return min(vec2u(first, first + NODES_PER_WORKGROUP), vec2u(count));
  }
  let node = workgroup.x * WORKGROUP_SIZE + invocation;
  return min(vec2u(node, node + 1u), vec2u(count));
}

fn element(index: u32, count: u32, word: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return index * words_of_run() + word; }
  return word * count + index;
}


@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<f32>;

const LLR_MAXIMUM: f32 = 69.0;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = invocation_word(workgroup, invocation);
  if (word >= words_of_run()) { return; }
  let nodes = invocation_nodes(workgroup, invocation, N);
  for (var n = nodes.x; n < nodes.y; n++) {
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = word * INTERLEAVE + lane;
      // A lane without a frame holds the zero word.
      let llr = select(LLR_MAXIMUM, channel_llr[min(frame, run.frames - 1u) * N + symbol[n]], frame < run.frames);
      channel[element(n, N, word) * INTERLEAVE + lane] = exp(clamp(llr, -LLR_MAXIMUM, LLR_MAXIMUM));
    }
  }
}
