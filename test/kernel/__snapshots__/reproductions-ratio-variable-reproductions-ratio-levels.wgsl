const FRAME_INTERLEAVED: u32 = 0u;
const LEVELS: u32 = 1023u;
const ROWS: u32 = 1u;
const ONE_ARRAY: u32 = 1u;
const STOP: u32 = 1u;
const FIRST: u32 = 0u;
const PAIRS: u32 = 0u;
const FIRST_NODE: u32 = 0u;
const FIRST_EDGE: u32 = 0u;
const COUNT: u32 = 4u;
const DEGREE: u32 = 2u;
const NODES: u32 = 4u;
const SLOTS: u32 = 2u;
const RECEIVED: u32 = 8u;
const SENT: u32 = 8u;
const NODES_PER_WORKGROUP: u32 = 6u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/ratio/variable: variable nodes of ratio-sum-product (Mink and Nakassis, section 3, "f" form): with r = (1 + a)/(1 − a) =
// P(0)/P(1) of each message and of the channel, R = r_0·Π r_j decides for 1 if it is below 1, and to check j goes the ratio
// R/r_j as a = (R/r_j − 1)/(R/r_j + 1) = (R − r_j)/(R + r_j). FIRST: only the channel's, no messages have come.
// in   addresses [own index]: index in the checks' array of each message (unused if ONE_ARRAY)
//      channel [variable][word][lane] in the order of the layout: r_0, lists, progress: unsatisfied [iteration][frame]
//      received [message][slot] of reproductions/ratio/active-words: the checks' messages, at the place of the iteration before
// out  sent: messages to the checks, in their order, with the decision; ONE_ARRAY: the same array, in the order of the variables
// i/o  decisions [variable][word] in the order of the layout; those of frames that are done stay
// map  reproductions/ratio/invocations; all variables of a dispatch have DEGREE messages, which are kept in registers
// exact: to what division has, 2.5 units in the last place, before rounding to a level. R is cut at 2^±100 after every factor
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

// Bounds of every running product of ratio-sum-product, so that f32 neither overflows nor becomes 0. Twin: wgsl/reproductions/ratio/formats.ts.
const LEAST_PRODUCT: f32 = 0x1p-100f;
const MOST_PRODUCT: f32 = 0x1p+100f;


@group(0) @binding(1) var<storage, read> addresses: array<u32>;
@group(0) @binding(2) var<storage, read> channel: array<f32>;
@group(0) @binding(3) var<storage, read> active_list: array<u32>;
@group(0) @binding(4) var<storage, read> progress: array<u32>;
@group(0) @binding(5) var<storage, read> received: array<u32>;
@group(0) @binding(6) var<storage, read_write> sent: array<u32>;
@group(0) @binding(7) var<storage, read_write> decisions: array<u32>;

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

// Where words of frames and messages are. With FRAME_INTERLEAVED and early termination compaction (kernel common/active-frames/compact, whose slots are
// words here) moves the active words up: slot i of an iteration holds word word_at(i, iteration). The kernel declares `active_list`
// [LIST_HEAD + 2·2·frames] (common/active-frames/list): for even and for odd iterations the word of each slot, and its slot one iteration
// before. The kernel imports ratio-items. Twin: wgsl/reproductions/ratio/invocations.ts.
// The buffer `active_list`, written by common/active-frames/compact: the number of active slots in even and in odd iterations; with REFILLS above 1 the
// number of occupied slots, those just refilled included, in even and in odd iterations, and how many slots of the run have started.
// Then a list for even and one for odd iterations. An entry holds a slot of the run, SLOT_FRAMES frames, and, if they are at most 4,
// a bit for each that is done, which goes on for the sake of the others; of more frames a row of its own holds these bits. Twin:
// wgsl/common/active-frames/list.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }


const COMPACTS: bool = STOP == 1u && FRAME_INTERLEAVED == 1u;

fn list_base(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * 2u * run.frames; }

fn active_words_at(iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return words_of_run(); }
  return active_list[iteration & 1u];
}

fn word_at(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return entry_slot(active_list[list_base(iteration) + slot]);
}

fn slot_before(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_base(iteration) + run.frames + slot];
}

// Message k of node i of the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAME_INTERLEAVED: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}

// The lanes of a word whose frames are done: all ones. Done are frames whose previous iteration satisfied all checks, and
// lanes without a frame. The kernel declares `progress`, the buffer unsatisfied [iteration][frame], and imports lanes and run.
// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


fn done_lanes(word: u32) -> u32 {
  if (STOP == 0u || run.iteration == 0u) { return 0u; }
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let satisfied = frame >= run.frames || progress[(run.iteration - 1u) * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  return done;
}


fn load(i: u32, k: u32, slot: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return sent[element(own_index(i, k), SENT, slot)]; }
  return received[element(own_index(i, k), RECEIVED, slot)];
}

fn sent_index(i: u32, k: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return own_index(i, k); }
  return addresses[own_index(i, k)];
}

fn channel_ratios(n: u32, word: u32) -> Values {
  let at = element(n, NODES, word) * INTERLEAVE;
  return channel[at];
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = invocation_word(workgroup, invocation);
  if (slot >= active_words_at(run.iteration)) { return; }
  let before = slot_before(slot, run.iteration);
  let word = word_at(slot, run.iteration);
  let done = done_lanes(word);
  if (done == 0xffffffffu) { return; }
  let nodes = invocation_nodes(workgroup, invocation, COUNT);
  for (var i = nodes.x; i < nodes.y; i++) {
    let n = FIRST_NODE + i;
    var product = channel_ratios(n, word);
    let word_0 = load(i, 0u, before);
    let to_0 = element(sent_index(i, 0u), SENT, slot);
    let word_1 = load(i, 1u, before);
    let to_1 = element(sent_index(i, 1u), SENT, slot);
    let ratio_0 = ratios(word_0);
    product = clamp(product * ratio_0, Values(LEAST_PRODUCT), Values(MOST_PRODUCT));
    let ratio_1 = ratios(word_1);
    product = clamp(product * ratio_1, Values(LEAST_PRODUCT), Values(MOST_PRODUCT));
    let decided = signs_where(product, Values(1.0)) >> 1u;
    let a_0 = (product - ratio_0) / (product + ratio_0);
    sent[to_0] = word_of(abs(a_0)) | signs_where(a_0, Values(0.0)) | decided;
    let a_1 = (product - ratio_1) / (product + ratio_1);
    sent[to_1] = word_of(abs(a_1)) | signs_where(a_1, Values(0.0)) | decided;
    let at = element(n, NODES, word);
    if (done == 0u) { decisions[at] = decided; } else { decisions[at] = (decisions[at] & done) | (decided & ~done); }
  }
}
