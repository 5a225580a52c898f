const LLR_CLIP_BITS: u32 = 1097859072u;
const BOUND_BITS: u32 = 1098907648u;
const N: u32 = 16200u;
const CHECKS: u32 = 1800u;
const FRAME_INTERLEAVED: u32 = 1u;
const MESSAGES: u32 = 48600u;
const LIFTING_SIZE: u32 = 360u;
const COMPACT: u32 = 1u;
const EDGES_BY_CHECK: u32 = 0u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 270u;
const CHECKS_PER_ENTRY: u32 = 360u;
const ABSENT: u32 = 9360u;
const SYNDROME: u32 = 0u;
const SYNDROME_IN_CHANNEL: u32 = 0u;
const STOP: u32 = 1u;
const LAYERED: u32 = 0u;
const EDGE_WORDS: u32 = 0u;
const PRIORS: u32 = 0u;
const PRIORS_AT: u32 = 48600u;
const CARRIED: u32 = 0u;
const ORDERS: u32 = 0u;
const MESSAGE_ELEMENTS: u32 = 48600u;
const PARTIAL_SUMS: u32 = 1u;
const LOADED_TOGETHER: u32 = 4u;
const CORE: u32 = 16200u;
const VALUES_AT: u32 = 46u;
const BLOCK: u32 = 360u;
const VARIABLES_PER_WORKGROUP: u32 = 1u;
const SERIAL: u32 = 0u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/variable: posteriors of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), of core
// variables; degree-1 variables get theirs with their check.
// in   variable_start [block column + 1] or [variable + 1], from VALUES_AT on a value of each variable for its rule, variable_edges (first message of a circulant, shift) by block
//      column, or (message, 0) by variable (src/decoder/binary/variable-lists.ts), channel [word][N],
//      messages [word][message], progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED: the list of active words
//      (common/active-frames/words)
// i/o  posteriors [word][N]; FRAME_INTERLEAVED: all three with the word last
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per VARIABLES_PER_WORKGROUP variables (x)
//      and WORKGROUP_SIZE slots of words (y)
// exact: sums in the order of the lists
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

// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// Message words of one f32 number: one frame to a word. Channel LLRs are within ±LLR_CLIP, except known symbols.
// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;

alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const INTERLEAVE: u32 = 1u;
const SIGN_BITS: u32 = 0x80000000u;
const NEUTRAL: Lanes = 3.0e38; // of a circulant's missing one: changes no minimum and no sign

// Minima and maxima of lanes that are numbers of WGSL. The kernel imports lanes.
fn least_of(a: Lanes, b: Lanes) -> Lanes { return min(a, b); }
fn greatest_of(a: Lanes, b: Lanes) -> Lanes { return max(a, b); }
fn absolute(t: Lanes) -> Lanes { return abs(t); }
fn choose_if_equal(a: Lanes, b: Lanes, yes: Lanes, no: Lanes) -> Lanes { return select(no, yes, a == b); }


fn unpack(word: u32) -> Lanes { return bitcast<f32>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// One frame's channel LLR in the form of the word. It has no negative zero, so sign bits are signs.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let limited = select(clamp(llr, -LLR_CLIP, LLR_CLIP), llr, abs(llr) >= LLR_BOUND);
  return pack(select(limited, 0.0, llr == 0.0));
}
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<f32>(bitcast<u32>(magnitude) ^ (signs & 0x80000000u));
}
// At most 12 significant bits: the product with a scale of 12 bits is then exact, so a compiler may fuse it with the
// following addition.
fn shorten(magnitude: Lanes) -> Lanes { return bitcast<f32>(bitcast<u32>(magnitude) & 0xfffff000u); }
// A part of a number. The factor's bits are an f32 number of at most 12 significant bits, so the product is exact.
fn portion(x: Wide, factor: u32) -> Wide { return shorten(x) * bitcast<f32>(factor); }
fn wide_of(t: Lanes) -> Wide { return t; }
fn lanes_of(x: Wide) -> Lanes { return x; }
fn nonzero_word(t: Lanes) -> u32 { return select(SIGN_BITS, 0u, t == 0.0); }
fn erased_where(t: Lanes, lanes: u32) -> Lanes { return select(t, 0.0, (lanes & SIGN_BITS) != 0u); }
// The word with the other sign in the lanes whose lowest bit is set in `ones`.
fn negated(word: u32, ones: u32) -> u32 { return word ^ select(ones << 31u, 0u, word == 0u); }

// The prior of a variable, which its posterior adds to the messages, is the channel's LLR: PRIORS is 0.


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> channel: array<u32>;
@group(0) @binding(4) var<storage, read> messages: array<u32>;
@group(0) @binding(5) var<storage, read> progress: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;

// Index of element x of a word of frames in a buffer that has `elements` elements for each word: [word][element], or,
// with FRAME_INTERLEAVED, [element][word]: neighbours in a dispatch then read neighbours in memory for every graph. The
// kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}


// The sum of a variable of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), in the order of
// its list. The kernel declares list_start and list_edge (src/decoder/binary/variable-lists.ts: where the list of a block
// column, or variable, begins; first message of a circulant and shift, or a message and 0) and the buffers channel and
// messages, and imports lanes, <variable>, the rule of a variable's prior, and common/word-index. The posterior of the iteration before is
// load_posterior, which it declares too, and the rule's value of a variable variable_value. PRIORS: the rule is not the plain one. LOADED_TOGETHER, a multiple of PARTIAL_SUMS: messages loaded at once.
fn variable_sum(word: u32, n: u32) -> u32 {
  let column = n / BLOCK;
  let j = n % BLOCK;
  var sums: array<Wide, PARTIAL_SUMS>;
  sums[0] = prior_of(word, n);
  let last = list_start(column + 1u);
  // On a GPU several loads overlap: one after the other they would make a variable of high degree slow.
  for (var k = list_start(column); k < last; k += LOADED_TOGETHER) {
    let edge0 = list_edge(k + min(0u, last - 1u - k));
    let message0 = entry_message(edge0, j);
    let value0 = messages[word_index(word, message0, MESSAGE_ELEMENTS)];
    let edge1 = list_edge(k + min(1u, last - 1u - k));
    let message1 = entry_message(edge1, j);
    let value1 = messages[word_index(word, message1, MESSAGE_ELEMENTS)];
    let edge2 = list_edge(k + min(2u, last - 1u - k));
    let message2 = entry_message(edge2, j);
    let value2 = messages[word_index(word, message2, MESSAGE_ELEMENTS)];
    let edge3 = list_edge(k + min(3u, last - 1u - k));
    let message3 = entry_message(edge3, j);
    let value3 = messages[word_index(word, message3, MESSAGE_ELEMENTS)];
    if ((0u == 0u || k + 0u < last) && (ABSENT == 0xffffffffu || message0 != ABSENT)) {
      sums[0u % PARTIAL_SUMS] += widen(value0);
    }
    if ((1u == 0u || k + 1u < last) && (ABSENT == 0xffffffffu || message1 != ABSENT)) {
      sums[1u % PARTIAL_SUMS] += widen(value1);
    }
    if ((2u == 0u || k + 2u < last) && (ABSENT == 0xffffffffu || message2 != ABSENT)) {
      sums[2u % PARTIAL_SUMS] += widen(value2);
    }
    if ((3u == 0u || k + 3u < last) && (ABSENT == 0xffffffffu || message3 != ABSENT)) {
      sums[3u % PARTIAL_SUMS] += widen(value3);
    }
  }
  if (PARTIAL_SUMS == 1u) { return narrow(sums[0]); }
  var sum = widen(narrow(sums[0]));
  return narrow(sum);
}

fn prior_of(word: u32, n: u32) -> Wide {
  let own = widen(channel[word_index(word, n, N)]);
  return own;
}

// The message of a list's entry to variable j of its block column; entries of variables are messages themselves.
fn entry_message(edge: vec2u, j: u32) -> u32 {
  return select(edge.x + select(j - edge.y, j + BLOCK - edge.y, j < edge.y), edge.x, BLOCK == 1u);
}


fn load_posterior(word: u32, n: u32) -> u32 { return posteriors[word_index(word, n, N)]; }
fn variable_value(n: u32) -> u32 { return variable_start[VALUES_AT + n]; }

fn list_start(i: u32) -> u32 { return variable_start[i]; }
fn list_edge(k: u32) -> vec2u { return variable_edges[k]; }

fn sum_of(n: u32, word: u32, done: u32) { store_sum(n, word, done, variable_sum(word, n)); }

fn store_sum(n: u32, word: u32, done: u32, after: u32) {
  let at = word_index(word, n, N);
  posteriors[at] = select(after, (posteriors[at] & done) | (after & ~done), done != 0u);
}

// SERIAL: a processor runs workgroups one after the other. The messages of a variable of $d messages are found once for all words.
fn sum_by_degree(n: u32, word: u32, done: u32) { sum_of(n, word, done); }

// The words of a dispatch where words of frames keep their places, frame-interleaved. They are the active words, which
// kernel common/active-frames/compact-words lists behind the counters, a pair for each: the word, and all ones in its
// lanes that are done or have no frame. Without early termination and in iteration 0 they are all words. The kernel
// declares
// `progress`, the buffer `active_list`, and imports run and lanes.
// The buffer `active_list`: counters by name, then the lists of compaction.
// Of a counter with two words, the first belongs to even iterations, the second to odd ones (counter_at).
// - ACTIVE: active slots. A slot is a word of memory: SLOT_FRAMES frames share it and are active together;
// - OCCUPIED: with slot refill, the number of active and of just refilled slots;
// - STARTED: with slot refill, the number of slots of the run that have started.
// An entry of kernel common/active-frames/compact holds a slot of the run and, if it has at most 4 frames, a done bit
// for each frame. A done frame stays in a slot with active frames, with common/active-frames/fill also while most slots are
// active. The done bits of more frames have a row of their own.
const ACTIVE: u32 = 0u;
const OCCUPIED: u32 = 2u;
const STARTED: u32 = 4u;
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn counter_at(counter: u32, iteration: u32) -> u32 { return counter + (iteration & 1u); }
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }

const COMPACTS: bool = STOP == 1u;

fn active_count() -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return word_count(); }
  return progress[counter_at(ACTIVE, run.iteration)];
}

fn active_word(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return progress[LIST_HEAD + 2u * slot];
}

// Lanes of the word whose frames are done, or without a frame: all ones.
fn active_done(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  return progress[LIST_HEAD + 2u * slot + 1u];
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = id.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let done = active_done(slot);
  let last = min((id.x + 1u) * VARIABLES_PER_WORKGROUP, CORE);
  for (var n = id.x * VARIABLES_PER_WORKGROUP; n < last; n++) { sum_by_degree(n, word, done); }
}
