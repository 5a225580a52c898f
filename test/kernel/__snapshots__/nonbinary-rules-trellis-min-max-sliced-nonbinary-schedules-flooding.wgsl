const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 32u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const BITS: u32 = 4u;
const POSITION_BITS: u32 = 2u;
const SLOTS: u32 = 8u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/trellis-min-max-sliced: trellis Min-Max check nodes as check-trellis-frames, on integers of BITS bits, bit-sliced
// (nonbinary/formats/sliced): what a comparison, a selection or a permutation by z_i costs it costs for 32 frames. Not scaled: the variable
// nodes do that, which have more bits. Flooding.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients: not read, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words [edge][word of slots before][plane][symbol x], normalised
//      check_to_variable [edge][word of slots][plane][symbol x]; until then z_i lies there, planes 0 … 3 and 4 … 7 in the first
//      four symbols of two planes
// map  one workgroup per check (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each.
//      Flooding, each message is read once and each written once; about 4,500 logic operations for an edge of 32 frames over
//      GF(32) at BITS = 5, a fifth of them for pairs of deviations at degree 27.
// workgroup bytes: 16·WORKGROUP_SIZE·(twice the planes of a message, or those of a message and of an edge's number)
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
  result = less_bit((*a)[3], (*b)[3], result);
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
  (*values)[3] = merged((*values)[3], swapped((*values)[3], 1u), vec4u((*permutation)[0]));
  (*values)[3] = merged((*values)[3], swapped((*values)[3], 2u), vec4u((*permutation)[1]));
  // A loop, not unrolled: software devices take long to compile each barrier.
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    var permuted = 0u;
    exchanged[(half * BITS + 0u) * WORKGROUP_SIZE + invocation] = (*values)[0];
    exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + invocation] = (*values)[1];
    exchanged[(half * BITS + 2u) * WORKGROUP_SIZE + invocation] = (*values)[2];
    exchanged[(half * BITS + 3u) * WORKGROUP_SIZE + invocation] = (*values)[3];
    workgroupBarrier();
    (*values)[0] = merged((*values)[0], exchanged[(half * BITS + 0u) * WORKGROUP_SIZE + other], vec4u(permuted));
    (*values)[1] = merged((*values)[1], exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + other], vec4u(permuted));
    (*values)[2] = merged((*values)[2], exchanged[(half * BITS + 2u) * WORKGROUP_SIZE + other], vec4u(permuted));
    (*values)[3] = merged((*values)[3], exchanged[(half * BITS + 3u) * WORKGROUP_SIZE + other], vec4u(permuted));
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


alias Positions = array<vec4u, POSITION_BITS>;

// The lowest symbol of which the message is 0: there is one.
fn likeliest_of(values: ptr<function, Numbers>) -> Symbols {
  var some = vec4u(0u);
  some |= (*values)[0];
  some |= (*values)[1];
  some |= (*values)[2];
  some |= (*values)[3];
  let zero = ~some;
  // Whether there is one among the symbols so far, and the bits of the first.
  var known: array<vec4u, 3>;
  known[0] = vec4u(
    zero.x | zero.y | zero.z | zero.w,
    some.x & (zero.y | (some.z & zero.w)),
    some.x & some.y & (zero.z | zero.w),
    0u,
  );
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    let upper = vec4u(0u - u32(other < invocation));
    exchanged[half * BITS * WORKGROUP_SIZE + invocation] = known[0];
    exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + invocation] = known[1];
    workgroupBarrier();
    let other_0 = exchanged[half * BITS * WORKGROUP_SIZE + other];
    let other_1 = exchanged[(half * BITS + 1u) * WORKGROUP_SIZE + other];
    half ^= 1u;
    let high = merged(other_0, known[0], upper);
    let below = vec4u(merged(known[0], other_0, upper).x);
    known[0] = merged(high, merged(known[0], other_0, upper), below);
    known[1] = merged(merged(other_1, known[1], upper), merged(known[1], other_1, upper), below);
  }
  var symbols: Symbols;
  symbols[0] = known[(1u + 0u) / 4u][(1u + 0u) % 4u];
  symbols[1] = known[(1u + 1u) / 4u][(1u + 1u) % 4u];
  return symbols;
}

// Of each deviation of this invocation, over the edges so far: the least message and its edge, the first of equals, and the second.
var<private> least: Numbers;
var<private> position: Positions;
var<private> second: Numbers;

fn take(message: ptr<function, Numbers>, i: u32) {
  var first = least;
  var next = second;
  let closer = less(message, &first);
  var later: Numbers;
  later[0] = merged((*message)[0], first[0], closer);
  least[0] = merged(first[0], (*message)[0], closer);
  later[1] = merged((*message)[1], first[1], closer);
  least[1] = merged(first[1], (*message)[1], closer);
  later[2] = merged((*message)[2], first[2], closer);
  least[2] = merged(first[2], (*message)[2], closer);
  later[3] = merged((*message)[3], first[3], closer);
  least[3] = merged(first[3], (*message)[3], closer);
  position[0] = merged(position[0], all_or_none(i, 0u), closer);
  position[1] = merged(position[1], all_or_none(i, 1u), closer);
  let closer_second = less(&later, &next);
  second[0] = merged(next[0], later[0], closer_second);
  second[1] = merged(next[1], later[1], closer_second);
  second[2] = merged(next[2], later[2], closer_second);
  second[3] = merged(next[3], later[3], closer_second);
}

// The extra column: of each deviation the least of one or of two that add up to it, and their edges.
var<private> extra: Numbers;
var<private> one: Positions;
var<private> two: Positions;

fn make_column(block: u32) {
  // Pairs with deviation 0 are none.
  let none = select(vec4u(0u), vec4u(0xffffffffu, 0u, 0u, 0u), block == 0u);
  least[0] |= none;
  least[1] |= none;
  least[2] |= none;
  least[3] |= none;
  workgroupBarrier();
  exchanged[0u * WORKGROUP_SIZE + invocation] = least[0];
  exchanged[1u * WORKGROUP_SIZE + invocation] = least[1];
  exchanged[2u * WORKGROUP_SIZE + invocation] = least[2];
  exchanged[3u * WORKGROUP_SIZE + invocation] = least[3];
  exchanged[(BITS + 0u) * WORKGROUP_SIZE + invocation] = position[0];
  exchanged[(BITS + 1u) * WORKGROUP_SIZE + invocation] = position[1];
  workgroupBarrier();
  var best = least;
  var first = position;
  var other_edge = position;
  // Deviations x of one block and y of another add up to one of this; of equals the pair of the lowest x counts. A pair of
  // blocks is looked at from the lower one.
  let top = firstLeadingBit(max(block, 1u));
  let count = select(BLOCKS / 2u, BLOCKS, block == 0u);
  for (var i = 0u; i < count; i++) {
    let x_block = select(((i >> top) << (top + 1u)) | (i & ((1u << top) - 1u)), i, block == 0u);
    let x_invocation = invocation - block + x_block;
    let y_invocation = invocation - block + (x_block ^ block);
    var x: Numbers;
    var y: Numbers;
    var x_edge: Positions;
    var y_edge: Positions;
    x[0] = exchanged[0u * WORKGROUP_SIZE + x_invocation];
    y[0] = exchanged[0u * WORKGROUP_SIZE + y_invocation];
    x[1] = exchanged[1u * WORKGROUP_SIZE + x_invocation];
    y[1] = exchanged[1u * WORKGROUP_SIZE + y_invocation];
    x[2] = exchanged[2u * WORKGROUP_SIZE + x_invocation];
    y[2] = exchanged[2u * WORKGROUP_SIZE + y_invocation];
    x[3] = exchanged[3u * WORKGROUP_SIZE + x_invocation];
    y[3] = exchanged[3u * WORKGROUP_SIZE + y_invocation];
    x_edge[0] = exchanged[(BITS + 0u) * WORKGROUP_SIZE + x_invocation];
    y_edge[0] = exchanged[(BITS + 0u) * WORKGROUP_SIZE + y_invocation];
    x_edge[1] = exchanged[(BITS + 1u) * WORKGROUP_SIZE + x_invocation];
    y_edge[1] = exchanged[(BITS + 1u) * WORKGROUP_SIZE + y_invocation];
    {
      var x_four: Numbers;
      var y_four: Numbers;
      var distinct = vec4u(0u);
      x_four[0] = vec4u(x[0][0]);
      y_four[0] = swapped(y[0], 0u);
      x_four[1] = vec4u(x[1][0]);
      y_four[1] = swapped(y[1], 0u);
      x_four[2] = vec4u(x[2][0]);
      y_four[2] = swapped(y[2], 0u);
      x_four[3] = vec4u(x[3][0]);
      y_four[3] = swapped(y[3], 0u);
      distinct |= vec4u(x_edge[0][0]) ^ swapped(y_edge[0], 0u);
      distinct |= vec4u(x_edge[1][0]) ^ swapped(y_edge[1], 0u);
      let y_greater = less(&x_four, &y_four);
      x_four[0] = merged(x_four[0], y_four[0], y_greater);
      x_four[1] = merged(x_four[1], y_four[1], y_greater);
      x_four[2] = merged(x_four[2], y_four[2], y_greater);
      x_four[3] = merged(x_four[3], y_four[3], y_greater);
      let better = less(&x_four, &best) & distinct;
      best[0] = merged(best[0], x_four[0], better);
      best[1] = merged(best[1], x_four[1], better);
      best[2] = merged(best[2], x_four[2], better);
      best[3] = merged(best[3], x_four[3], better);
      first[0] = merged(first[0], vec4u(x_edge[0][0]), better);
      other_edge[0] = merged(other_edge[0], swapped(y_edge[0], 0u), better);
      first[1] = merged(first[1], vec4u(x_edge[1][0]), better);
      other_edge[1] = merged(other_edge[1], swapped(y_edge[1], 0u), better);
    }
    {
      var x_four: Numbers;
      var y_four: Numbers;
      var distinct = vec4u(0u);
      x_four[0] = vec4u(x[0][1]);
      y_four[0] = swapped(y[0], 1u);
      x_four[1] = vec4u(x[1][1]);
      y_four[1] = swapped(y[1], 1u);
      x_four[2] = vec4u(x[2][1]);
      y_four[2] = swapped(y[2], 1u);
      x_four[3] = vec4u(x[3][1]);
      y_four[3] = swapped(y[3], 1u);
      distinct |= vec4u(x_edge[0][1]) ^ swapped(y_edge[0], 1u);
      distinct |= vec4u(x_edge[1][1]) ^ swapped(y_edge[1], 1u);
      let y_greater = less(&x_four, &y_four);
      x_four[0] = merged(x_four[0], y_four[0], y_greater);
      x_four[1] = merged(x_four[1], y_four[1], y_greater);
      x_four[2] = merged(x_four[2], y_four[2], y_greater);
      x_four[3] = merged(x_four[3], y_four[3], y_greater);
      let better = less(&x_four, &best) & distinct;
      best[0] = merged(best[0], x_four[0], better);
      best[1] = merged(best[1], x_four[1], better);
      best[2] = merged(best[2], x_four[2], better);
      best[3] = merged(best[3], x_four[3], better);
      first[0] = merged(first[0], vec4u(x_edge[0][1]), better);
      other_edge[0] = merged(other_edge[0], swapped(y_edge[0], 1u), better);
      first[1] = merged(first[1], vec4u(x_edge[1][1]), better);
      other_edge[1] = merged(other_edge[1], swapped(y_edge[1], 1u), better);
    }
    {
      var x_four: Numbers;
      var y_four: Numbers;
      var distinct = vec4u(0u);
      x_four[0] = vec4u(x[0][2]);
      y_four[0] = swapped(y[0], 2u);
      x_four[1] = vec4u(x[1][2]);
      y_four[1] = swapped(y[1], 2u);
      x_four[2] = vec4u(x[2][2]);
      y_four[2] = swapped(y[2], 2u);
      x_four[3] = vec4u(x[3][2]);
      y_four[3] = swapped(y[3], 2u);
      distinct |= vec4u(x_edge[0][2]) ^ swapped(y_edge[0], 2u);
      distinct |= vec4u(x_edge[1][2]) ^ swapped(y_edge[1], 2u);
      let y_greater = less(&x_four, &y_four);
      x_four[0] = merged(x_four[0], y_four[0], y_greater);
      x_four[1] = merged(x_four[1], y_four[1], y_greater);
      x_four[2] = merged(x_four[2], y_four[2], y_greater);
      x_four[3] = merged(x_four[3], y_four[3], y_greater);
      let better = less(&x_four, &best) & distinct;
      best[0] = merged(best[0], x_four[0], better);
      best[1] = merged(best[1], x_four[1], better);
      best[2] = merged(best[2], x_four[2], better);
      best[3] = merged(best[3], x_four[3], better);
      first[0] = merged(first[0], vec4u(x_edge[0][2]), better);
      other_edge[0] = merged(other_edge[0], swapped(y_edge[0], 2u), better);
      first[1] = merged(first[1], vec4u(x_edge[1][2]), better);
      other_edge[1] = merged(other_edge[1], swapped(y_edge[1], 2u), better);
    }
    {
      var x_four: Numbers;
      var y_four: Numbers;
      var distinct = vec4u(0u);
      x_four[0] = vec4u(x[0][3]);
      y_four[0] = swapped(y[0], 3u);
      x_four[1] = vec4u(x[1][3]);
      y_four[1] = swapped(y[1], 3u);
      x_four[2] = vec4u(x[2][3]);
      y_four[2] = swapped(y[2], 3u);
      x_four[3] = vec4u(x[3][3]);
      y_four[3] = swapped(y[3], 3u);
      distinct |= vec4u(x_edge[0][3]) ^ swapped(y_edge[0], 3u);
      distinct |= vec4u(x_edge[1][3]) ^ swapped(y_edge[1], 3u);
      let y_greater = less(&x_four, &y_four);
      x_four[0] = merged(x_four[0], y_four[0], y_greater);
      x_four[1] = merged(x_four[1], y_four[1], y_greater);
      x_four[2] = merged(x_four[2], y_four[2], y_greater);
      x_four[3] = merged(x_four[3], y_four[3], y_greater);
      let better = less(&x_four, &best) & distinct;
      best[0] = merged(best[0], x_four[0], better);
      best[1] = merged(best[1], x_four[1], better);
      best[2] = merged(best[2], x_four[2], better);
      best[3] = merged(best[3], x_four[3], better);
      first[0] = merged(first[0], vec4u(x_edge[0][3]), better);
      other_edge[0] = merged(other_edge[0], swapped(y_edge[0], 3u), better);
      first[1] = merged(first[1], vec4u(x_edge[1][3]), better);
      other_edge[1] = merged(other_edge[1], swapped(y_edge[1], 3u), better);
    }
  }
  one = first;
  two = other_edge;
  extra[0] = best[0] & ~none;
  extra[1] = best[1] & ~none;
  extra[2] = best[2] & ~none;
  extra[3] = best[3] & ~none;
  workgroupBarrier();
}

// What the column says to edge i, by deviation.
fn said_to(i: u32, block: u32) -> Numbers {
  var is_one = ONES;
  var is_two = ONES;
  var has_least = ONES;
  is_one &= ~(one[0] ^ all_or_none(i, 0u));
  is_two &= ~(two[0] ^ all_or_none(i, 0u));
  has_least &= ~(position[0] ^ all_or_none(i, 0u));
  is_one &= ~(one[1] ^ all_or_none(i, 1u));
  is_two &= ~(two[1] ^ all_or_none(i, 1u));
  has_least &= ~(position[1] ^ all_or_none(i, 1u));
  // Deviation 0 has no edges.
  let deviates = (is_one | is_two) & select(ONES, vec4u(0u, ONES.yzw), block == 0u);
  var numbers: Numbers;
  numbers[0] = merged(extra[0], merged(least[0], second[0], has_least), deviates);
  numbers[1] = merged(extra[1], merged(least[1], second[1], has_least), deviates);
  numbers[2] = merged(extra[2], merged(least[2], second[2], has_least), deviates);
  numbers[3] = merged(extra[3], merged(least[3], second[3], has_least), deviates);
  return numbers;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) index: u32) {
  invocation = index;
  let words = message_slots();
  let active_words = (active_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= active_words) { return; }
  // Invocations without a word do as the last, and write nothing.
  let is_there = begin + invocation / BLOCKS < active_words;
  let own = min(begin + invocation / BLOCKS, active_words - 1u);
  let block = invocation % BLOCKS;
  let before = slot_before(own * SLICED_FRAMES) / SLICED_FRAMES;
  let m = checks[workgroup.x];
  let first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;

  var sum: Symbols;
  if (SYNDROME == 1u) { sum = syndrome_planes(entry_slot(entry_at(own)), m); }
  least[0] = ONES;
  second[0] = ONES;
  least[1] = ONES;
  second[1] = ONES;
  least[2] = ONES;
  second[2] = ONES;
  least[3] = ONES;
  second[3] = ONES;
  for (var i = 0u; i < degree; i++) {
    let from_variable = ((first_edge + i) * words + before) * BITS;
    var message: Numbers;
    message[0] = variable_words[(from_variable + 0u) * BLOCKS + block];
    message[1] = variable_words[(from_variable + 1u) * BLOCKS + block];
    message[2] = variable_words[(from_variable + 2u) * BLOCKS + block];
    message[3] = variable_words[(from_variable + 3u) * BLOCKS + block];
    var z = likeliest_of(&message);
    if (is_there && block == 0u) {
      var stored: array<vec4u, 2>;
      stored[0u / 4u][0u % 4u] = z[0];
      stored[1u / 4u][1u % 4u] = z[1];
      let at = ((first_edge + i) * words + own) * BITS * BLOCKS;
      check_to_variable[at] = stored[0];
      check_to_variable[at + BLOCKS] = stored[1];
    }
    sum[0] ^= z[0];
    sum[1] ^= z[1];
    permute_by(&message, &z);
    take(&message, i);
  }
  make_column(block);
  storageBarrier();
  for (var i = 0u; i < degree; i++) {
    let to_variable = ((first_edge + i) * words + own) * BITS;
    let stored = array<vec4u, 2>(check_to_variable[to_variable * BLOCKS], check_to_variable[(to_variable + 1u) * BLOCKS]);
    var permutation: Symbols;
    permutation[0] = sum[0] ^ stored[0u / 4u][0u % 4u];
    permutation[1] = sum[1] ^ stored[1u / 4u][1u % 4u];
    var numbers = said_to(i, block);
    permute_by(&numbers, &permutation);
    if (is_there) {
      check_to_variable[(to_variable + 0u) * BLOCKS + block] = numbers[0];
      check_to_variable[(to_variable + 1u) * BLOCKS + block] = numbers[1];
      check_to_variable[(to_variable + 2u) * BLOCKS + block] = numbers[2];
      check_to_variable[(to_variable + 3u) * BLOCKS + block] = numbers[3];
    }
  }
}
