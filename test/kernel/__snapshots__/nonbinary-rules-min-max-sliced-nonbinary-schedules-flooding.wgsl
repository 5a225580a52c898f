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
const SLOTS: u32 = 6u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/min-max-sliced: Min-Max check nodes by the forward-backward algorithm on integers of BITS bits, bit-sliced
// (nonbinary/formats/sliced): a pair of a trellis step is 4·BITS logic operations for 32 frames. Flooding.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients: not read, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words [edge][word of slots before][plane][symbol x], normalised
//      check_to_variable [edge][word of slots][plane][symbol x]
// map  one workgroup per check (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each. A step's
//      vectors go through workgroup memory.
// private bytes: 16·BITS·degree of forward metrics, which devices keep in their caches
// workgroup bytes: 32·WORKGROUP_SIZE·BITS
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


@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<vec4u>;

// Which frames a dispatch works on. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel common/active-frames/compact) moves the other frames
// up, so that no invocation idles beside a frame that takes longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above
// 1 messages have slots for that part of the run's frames only, and frames that have not started refill the slots behind the active
// ones: in that iteration their variables send the first messages, and their checks follow one iteration of the run later. The kernel
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started. Twin: wgsl/common/active-frames/list.ts.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Slots of all frames of the run, and slots that messages have room for.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }

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


const COMPACTS: bool = STOP == 1u;

// Active frames, of which checks have messages: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[run.iteration & 1u] * SLOT_FRAMES;
}

// These, and behind them frames that refill a slot.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[2u + (run.iteration & 1u)] * SLOT_FRAMES;
}

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration that a slot's frames are in; undefined of a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_at(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + slot];
}

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each frame of a slot that is done.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// Numbers of a message, BITS planes, that the invocations of a word have together. The kernel imports nonbinary/formats/sliced. SLOTS is at
// least 2·BITS.
alias Numbers = array<vec4u, BITS>;
alias Symbols = array<u32, P>;

const ONES = vec4u(0xffffffffu);

// What invocations of a word say to each other: two halves alternately, so that one barrier an exchange is enough.
var<workgroup> exchanged: array<vec4u, SLOTS * WORKGROUP_SIZE>;
var<private> half: u32;
var<private> invocation: u32;

fn less(a: ptr<function, Numbers>, b: ptr<function, Numbers>) -> vec4u {
  var result = vec4u(0u);
  result = less_bit((*a)[0], (*b)[0], result);
  result = less_bit((*a)[1], (*b)[1], result);
  result = less_bit((*a)[2], (*b)[2], result);
  return result;
}

// Symbol x becomes what symbol x ⊕ permutation was, each frame's its own.
fn permute_by(values: ptr<function, Numbers>, permutation: ptr<function, Symbols>) {
  (*values)[0] = merged((*values)[0], swapped((*values)[0], 1u), vec4u((*permutation)[0]));
  (*values)[0] = merged((*values)[0], swapped((*values)[0], 2u), vec4u((*permutation)[1]));
  (*values)[1] = merged((*values)[1], swapped((*values)[1], 1u), vec4u((*permutation)[0]));
  (*values)[1] = merged((*values)[1], swapped((*values)[1], 2u), vec4u((*permutation)[1]));
  (*values)[2] = merged((*values)[2], swapped((*values)[2], 1u), vec4u((*permutation)[0]));
  (*values)[2] = merged((*values)[2], swapped((*values)[2], 2u), vec4u((*permutation)[1]));
  // A loop, not unrolled: software devices take long to compile each barrier.
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    var permuted = 0u;
    exchanged[(half * BITS + 0u) * WORKGROUP_SIZE + invocation] = (*values)[0];
    exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + invocation] = (*values)[1];
    exchanged[(half * BITS + 2u) * WORKGROUP_SIZE + invocation] = (*values)[2];
    workgroupBarrier();
    (*values)[0] = merged((*values)[0], exchanged[(half * BITS + 0u) * WORKGROUP_SIZE + other], vec4u(permuted));
    (*values)[1] = merged((*values)[1], exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + other], vec4u(permuted));
    (*values)[2] = merged((*values)[2], exchanged[(half * BITS + 2u) * WORKGROUP_SIZE + other], vec4u(permuted));
    half ^= 1u;
  }
}

// The bits of the syndromes of check m, those of a word's frames.
fn syndrome_planes(own_word: u32, m: u32) -> Symbols {
  var planes: Symbols;
  for (var lane = 0u; lane < SLICED_FRAMES; lane++) {
    // A lane without a frame does as another.
    let s = syndrome[min(own_word * SLICED_FRAMES + lane, run.frames - 1u) * M + m];
    planes[0] |= ((s >> 0u) & 1u) << lane;
    planes[1] |= ((s >> 1u) & 1u) << lane;
  }
  return planes;
}


alias Vector = Numbers;

// This invocation's check, words and symbols.
var<private> first_edge: u32;
var<private> words: u32;
var<private> word: u32;
var<private> word_before: u32;
var<private> is_there: bool;
var<private> block: u32;
var<private> shift: Symbols;
// F_0 … F_{degree − 3}.
var<private> forward: array<vec4u, DEGREE * BITS>;

// C(c) = min_x max(A(x), B(c ⊕ x)).
fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>) {
  exchanged[0u * WORKGROUP_SIZE + invocation] = (*left)[0];
  exchanged[(BITS + 0u) * WORKGROUP_SIZE + invocation] = (*right)[0];
  exchanged[1u * WORKGROUP_SIZE + invocation] = (*left)[1];
  exchanged[(BITS + 1u) * WORKGROUP_SIZE + invocation] = (*right)[1];
  exchanged[2u * WORKGROUP_SIZE + invocation] = (*left)[2];
  exchanged[(BITS + 2u) * WORKGROUP_SIZE + invocation] = (*right)[2];
  workgroupBarrier();
  var least: Numbers;
  least[0] = ONES;
  least[1] = ONES;
  least[2] = ONES;
  for (var other = 0u; other < BLOCKS; other++) {
    var a: Numbers;
    var b: Numbers;
    a[0] = exchanged[0u * WORKGROUP_SIZE + invocation - block + other];
    b[0] = exchanged[(BITS + 0u) * WORKGROUP_SIZE + invocation - block + (other ^ block)];
    a[1] = exchanged[1u * WORKGROUP_SIZE + invocation - block + other];
    b[1] = exchanged[(BITS + 1u) * WORKGROUP_SIZE + invocation - block + (other ^ block)];
    a[2] = exchanged[2u * WORKGROUP_SIZE + invocation - block + other];
    b[2] = exchanged[(BITS + 2u) * WORKGROUP_SIZE + invocation - block + (other ^ block)];
    {
      var greater: Numbers;
      var partner: Numbers;
      greater[0] = vec4u(a[0][0]);
      partner[0] = swapped(b[0], 0u);
      greater[1] = vec4u(a[1][0]);
      partner[1] = swapped(b[1], 0u);
      greater[2] = vec4u(a[2][0]);
      partner[2] = swapped(b[2], 0u);
      let is_less = less(&greater, &partner);
      greater[0] = merged(greater[0], partner[0], is_less);
      greater[1] = merged(greater[1], partner[1], is_less);
      greater[2] = merged(greater[2], partner[2], is_less);
      let closer = less(&greater, &least);
      least[0] = merged(least[0], greater[0], closer);
      least[1] = merged(least[1], greater[1], closer);
      least[2] = merged(least[2], greater[2], closer);
    }
    {
      var greater: Numbers;
      var partner: Numbers;
      greater[0] = vec4u(a[0][1]);
      partner[0] = swapped(b[0], 1u);
      greater[1] = vec4u(a[1][1]);
      partner[1] = swapped(b[1], 1u);
      greater[2] = vec4u(a[2][1]);
      partner[2] = swapped(b[2], 1u);
      let is_less = less(&greater, &partner);
      greater[0] = merged(greater[0], partner[0], is_less);
      greater[1] = merged(greater[1], partner[1], is_less);
      greater[2] = merged(greater[2], partner[2], is_less);
      let closer = less(&greater, &least);
      least[0] = merged(least[0], greater[0], closer);
      least[1] = merged(least[1], greater[1], closer);
      least[2] = merged(least[2], greater[2], closer);
    }
    {
      var greater: Numbers;
      var partner: Numbers;
      greater[0] = vec4u(a[0][2]);
      partner[0] = swapped(b[0], 2u);
      greater[1] = vec4u(a[1][2]);
      partner[1] = swapped(b[1], 2u);
      greater[2] = vec4u(a[2][2]);
      partner[2] = swapped(b[2], 2u);
      let is_less = less(&greater, &partner);
      greater[0] = merged(greater[0], partner[0], is_less);
      greater[1] = merged(greater[1], partner[1], is_less);
      greater[2] = merged(greater[2], partner[2], is_less);
      let closer = less(&greater, &least);
      least[0] = merged(least[0], greater[0], closer);
      least[1] = merged(least[1], greater[1], closer);
      least[2] = merged(least[2], greater[2], closer);
    }
    {
      var greater: Numbers;
      var partner: Numbers;
      greater[0] = vec4u(a[0][3]);
      partner[0] = swapped(b[0], 3u);
      greater[1] = vec4u(a[1][3]);
      partner[1] = swapped(b[1], 3u);
      greater[2] = vec4u(a[2][3]);
      partner[2] = swapped(b[2], 3u);
      let is_less = less(&greater, &partner);
      greater[0] = merged(greater[0], partner[0], is_less);
      greater[1] = merged(greater[1], partner[1], is_less);
      greater[2] = merged(greater[2], partner[2], is_less);
      let closer = less(&greater, &least);
      least[0] = merged(least[0], greater[0], closer);
      least[1] = merged(least[1], greater[1], closer);
      least[2] = merged(least[2], greater[2], closer);
    }
  }
  *to = least;
  workgroupBarrier();
}

// What a check of degree 1 says: its variable is the symbol 0 of the first edge's order.
fn force(vector: ptr<function, Vector>) {
  (*vector)[0] = select(ONES, vec4u(0u, ONES.yzw), block == 0u);
  (*vector)[1] = select(ONES, vec4u(0u, ONES.yzw), block == 0u);
  (*vector)[2] = select(ONES, vec4u(0u, ONES.yzw), block == 0u);
}

fn load_forward(i: u32, to: ptr<function, Vector>) {
  (*to)[0] = forward[i * BITS + 0u];
  (*to)[1] = forward[i * BITS + 1u];
  (*to)[2] = forward[i * BITS + 2u];
}

fn store_forward(i: u32, values: ptr<function, Vector>) {
  forward[i * BITS + 0u] = (*values)[0];
  forward[i * BITS + 1u] = (*values)[1];
  forward[i * BITS + 2u] = (*values)[2];
}

// The first edge's symbols in the order x ⊕ s.
fn permute_first(i: u32, vector: ptr<function, Vector>) {
  if (SYNDROME == 1u && i == 0u) {
    var permutation = shift;
    permute_by(vector, &permutation);
    workgroupBarrier();
  }
}

fn load_input(i: u32, to: ptr<function, Vector>) {
  let at = ((first_edge + i) * words + word_before) * BITS;
  (*to)[0] = variable_words[(at + 0u) * BLOCKS + block];
  (*to)[1] = variable_words[(at + 1u) * BLOCKS + block];
  (*to)[2] = variable_words[(at + 2u) * BLOCKS + block];
  permute_first(i, to);
}

fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  permute_first(i, values);
  let at = ((first_edge + i) * words + word) * BITS;
  if (is_there) {
    check_to_variable[(at + 0u) * BLOCKS + block] = (*values)[0];
    check_to_variable[(at + 1u) * BLOCKS + block] = (*values)[1];
    check_to_variable[(at + 2u) * BLOCKS + block] = (*values)[2];
  }
}

// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in the invocations that have the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where A * B is the trellis step.
// The kernel declares alias Vector, step(left, right, to), store_forward(i, values) and load_forward(i, to) of F_0 … F_{degree − 3},
// force(vector), what a check of degree 1 says (nonbinary/rules/trellis-step has these), load_input(i, to), and put_vector(i, values, input),
// which may change both and is given what load_input made of the edge if LAYERED.
//
// LAYERED: inputs, too, up to place degree − 2, where forward metrics are not needed any more.
//
// There is one loop over all steps, so that the unrolled step stands in the code once: a GPU runs 16 KB of instructions from
// its cache, and straight-line code of several times that at a third of the speed.

// The operations are F_0, F_1 …, F_{degree − 2}, which is the last edge's R; B_{degree − 1}; R_i and B_i for every i from
// degree − 2 to 1, where B_1 is the first edge's R. F_0 and B_{degree − 1} are messages, the others steps.
fn forward_backward(degree: u32) {
  const NONE = 0xffffffffu;
  var current: Vector;   // F_i, then B_i
  var other: Vector;
  var result: Vector;
  for (var operation = 0u; operation < max(3u * degree, 5u) - 4u; operation++) {
    let forth = operation + 1u < degree;
    let after = operation - degree;
    let out = operation >= degree && (after & 1u) == 0u;
    let takes = operation == 0u || operation + 1u == degree;
    let i = select(degree - 2u - after / 2u, operation, operation < degree);
    var target_edge = select(NONE, i, out);
    if (operation + 2u == degree) { target_edge = degree - 1u; }
    if (!forth && !out && i <= 1u) { target_edge = 0u; }
    if (out) {
      load_forward(i - 1u, &other);
    } else if (degree == 1u) {
      force(&other);
    } else if (LAYERED == 1u && !forth) {
      load_forward(min(i, degree - 2u), &other);
    } else {
      load_input(i, &other);
    }
    if (takes) { result = other; } else { step(&current, &other, &result); }
    if (target_edge != NONE) {
      if (LAYERED == 1u) {
        load_input(target_edge, &other);
        // Once R is in the posterior the input cannot be had again; F of this edge is not needed any more.
        if (target_edge > 0u) { store_forward(min(target_edge, degree - 2u), &other); }
      }
      put_vector(target_edge, &result, &other);
    }
    if (!out) {
      current = result;
      if (operation + 2u < degree) { store_forward(i, &result); }
    }
  }
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) index: u32) {
  invocation = index;
  words = message_slots();
  let active_words = (active_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= active_words) { return; }
  // Invocations without a word do as the last, and write nothing.
  is_there = begin + invocation / BLOCKS < active_words;
  word = min(begin + invocation / BLOCKS, active_words - 1u);
  word_before = slot_before(word * SLICED_FRAMES) / SLICED_FRAMES;
  block = invocation % BLOCKS;
  let m = checks[workgroup.x];
  let first = check_start[m];
  first_edge = first;
  if (SYNDROME == 1u) { shift = syndrome_planes(entry_slot(entry_at(word)), m); }
  forward_backward(check_start[m + 1u] - first);
}
