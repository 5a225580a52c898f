const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 32u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const BITS: u32 = 3u;
const CHANNEL_BITS: u32 = 5u;
const SHIFT: u32 = 0u;
const TOP: u32 = 3u;
const SUM_BITS: u32 = 6u;
const FACTOR: u32 = 1u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/pack-sliced: channel LLRs in steps, bit-sliced (nonbinary/formats/sliced), and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][q] = h·a
// out  channel [variable][word of frames][plane][symbol]: min(⌊L/step·2^SHIFT + 1/2⌋, 2^CHANNEL_BITS − 1)
//      variable_words [edge][word][plane][symbol x = h·a], unless variable nodes do that as slots are refilled (REFILLS above 1): the same by 2^SHIFT, to the nearest, at most 2^BITS − 1
// map  one workgroup per variable (x) and WORDS_PER_WORKGROUP words of frames (y), BLOCKS invocations per word, four symbols each
// exact: the step is a power of two
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

// Bit-sliced integers: plane p of a number is a word with its bit p for each of 32 frames, so one logic operation is one on 32
// frames. A vector over GF(q) has BLOCKS = q/4 invocations, each with four symbols in the elements of vec4u. In memory
// [vector][word of frames][plane][symbol]. Twin: wgsl/nonbinary/formats/sliced.ts.
const BLOCKS: u32 = Q / 4u;
const WORDS_PER_WORKGROUP: u32 = WORKGROUP_SIZE / BLOCKS;
const SLICED_FRAMES: u32 = 32u;

// b where the mask has ones.
fn merged(a: vec4u, b: vec4u, mask: vec4u) -> vec4u { return (a & ~mask) | (b & mask); }
fn merged_words(a: u32, b: u32, mask: u32) -> u32 { return (a & ~mask) | (b & mask); }

// Of all bits above: whether one number is less than another, given that of the bits so far.
fn less_bit(a: vec4u, b: vec4u, so_far: vec4u) -> vec4u { return (so_far & ~(a ^ b)) | (~a & b); }
fn less_word(a: u32, b: u32, so_far: u32) -> u32 { return (so_far & ~(a ^ b)) | (~a & b); }

fn majority(a: vec4u, b: vec4u, c: vec4u) -> vec4u { return (a & b) | (c & (a | b)); }

// The four symbols x ⊕ permutation, permutation 0 … 3.
fn swapped(four: vec4u, permutation: u32) -> vec4u {
  if (permutation == 1u) { return four.yxwz; }
  if (permutation == 2u) { return four.zwxy; }
  if (permutation == 3u) { return four.wzyx; }
  return four;
}

fn all_or_none(bits: u32, bit: u32) -> vec4u { return vec4u(0u - ((bits >> bit) & 1u)); }

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// What a variable node adds up, SUM_BITS planes in units of 2^−SHIFT of a message's, and messages made of it. Imports
// nonbinary/formats/sliced.
alias Sums = array<vec4u, SUM_BITS>;
alias Numbers = array<vec4u, BITS>;

// To the nearest message, halves up, at most 2^BITS − 1.
fn message_of(sums: ptr<function, Sums>) -> Numbers {
  var numbers: Numbers;
  var carry = vec4u(0u);
  var over = vec4u(0u);
  numbers[0u - SHIFT] = (*sums)[0] ^ carry;
  carry &= (*sums)[0];
  numbers[1u - SHIFT] = (*sums)[1] ^ carry;
  carry &= (*sums)[1];
  numbers[2u - SHIFT] = (*sums)[2] ^ carry;
  carry &= (*sums)[2];
  over |= (*sums)[3] ^ carry;
  carry &= (*sums)[3];
  over |= (*sums)[4] ^ carry;
  carry &= (*sums)[4];
  over |= (*sums)[5] ^ carry;
  carry &= (*sums)[5];
  numbers[0] |= over;
  numbers[1] |= over;
  numbers[2] |= over;
  return numbers;
}


@group(0) @binding(1) var<storage, read> channel_llr: array<vec4f>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> channel: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);
const CHANNEL_MAX: f32 = f32((1u << CHANNEL_BITS) - 1u);

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let words = (run.frames + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let word = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP + invocation / BLOCKS;
  let block = invocation % BLOCKS;
  if (word >= words) { return; }
  var sums: Sums;
  for (var lane = 0u; lane < SLICED_FRAMES; lane++) {
    let frame = min(word * SLICED_FRAMES + lane, run.frames - 1u);
    let llr = channel_llr[(frame * N + n) * BLOCKS + block];
    let steps = vec4u(min(floor(llr * STEPS_PER_LLR + 0.5), vec4f(CHANNEL_MAX)));
    sums[0] |= ((steps >> vec4u(0u)) & vec4u(1u)) << vec4u(lane);
    sums[1] |= ((steps >> vec4u(1u)) & vec4u(1u)) << vec4u(lane);
    sums[2] |= ((steps >> vec4u(2u)) & vec4u(1u)) << vec4u(lane);
    sums[3] |= ((steps >> vec4u(3u)) & vec4u(1u)) << vec4u(lane);
    sums[4] |= ((steps >> vec4u(4u)) & vec4u(1u)) << vec4u(lane);
  }
  channel[((n * words + word) * CHANNEL_BITS + 0u) * BLOCKS + block] = sums[0];
  channel[((n * words + word) * CHANNEL_BITS + 1u) * BLOCKS + block] = sums[1];
  channel[((n * words + word) * CHANNEL_BITS + 2u) * BLOCKS + block] = sums[2];
  channel[((n * words + word) * CHANNEL_BITS + 3u) * BLOCKS + block] = sums[3];
  channel[((n * words + word) * CHANNEL_BITS + 4u) * BLOCKS + block] = sums[4];
  if (REFILLS > 1u) { return; }
  let numbers = message_of(&sums);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    let x = products[edge.y * BLOCKS + block];
    {
      let at = ((edge.x * words + word) * BITS + 0u) * Q;
      variable_words[at + x.x] = numbers[0].x;
      variable_words[at + x.y] = numbers[0].y;
      variable_words[at + x.z] = numbers[0].z;
      variable_words[at + x.w] = numbers[0].w;
    }
    {
      let at = ((edge.x * words + word) * BITS + 1u) * Q;
      variable_words[at + x.x] = numbers[1].x;
      variable_words[at + x.y] = numbers[1].y;
      variable_words[at + x.z] = numbers[1].z;
      variable_words[at + x.w] = numbers[1].w;
    }
    {
      let at = ((edge.x * words + word) * BITS + 2u) * Q;
      variable_words[at + x.x] = numbers[2].x;
      variable_words[at + x.y] = numbers[2].y;
      variable_words[at + x.z] = numbers[2].z;
      variable_words[at + x.w] = numbers[2].w;
    }
  }
}
