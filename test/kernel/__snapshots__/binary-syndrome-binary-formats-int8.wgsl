const SCALE: u32 = 12u;
const OFFSET_STEPS: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1082130432u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const FRAME_INTERLEAVED: u32 = 0u;
const MESSAGES: u32 = 8u;
const LIFTING_SIZE: u32 = 1u;
const COMPACT: u32 = 0u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 8u;
const ABSENT: u32 = 4294967295u;
const SYNDROME: u32 = 1u;
const STOP: u32 = 1u;
const LAYERED: u32 = 1u;
const COUNT_FLIPS: u32 = 0u;
const ITERATIONS: u32 = 10u;
const WORDS_PER_INVOCATION: u32 = 1u;
const CHECKS_PER_WORKGROUP: u32 = 32u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/syndrome: marks the frames of which a check fails: the sum of its decisions (sign bits of the posteriors) is not the
// check's bit of the syndrome.
// in   groups [group], graph (binary/check-node/groups), asked (first check, checks), posteriors [word][N],
//      check_signs [word][check] (SYNDROME only); FRAME_INTERLEAVED: both with the word last, progress: the list of active words
//      (binary/active-words)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  one invocation per check and WORDS_PER_INVOCATION words, which share the look-up of its variables; workgroup y = words.
//      FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y); an invocation tests no more checks
//      when all frames of its word have failed
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

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// Message words of four int8 numbers: four frames to a word, two's complement, computed four at once. Posteriors are
// within ±127 and messages within ±31; their differences are cut at ±127. Twin: wgsl/binary/formats/int8.ts.
// Arithmetic on the four bytes of a word at once.
const HIGH: u32 = 0x80808080u;
const LOW: u32 = 0x7f7f7f7fu;
const ONES: u32 = 0x01010101u;

// All ones in the bytes whose highest bit is set.
fn byte_mask(x: u32) -> u32 { return ((x >> 7u) & ONES) * 255u; }

// a where the mask is set, else b.
fn choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }


// Differences, as magnitude and sign.
struct Lanes {
  magnitude: u32, // 0 … 127
  negative: u32,  // all ones where negative
}
alias Wide = vec4i;
alias Signs = u32;

const INTERLEAVE: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL = Lanes(LOW, 0u);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn widen(word: u32) -> Wide {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn narrow(sum: Wide) -> u32 {
  let bytes = vec4u(clamp(sum, vec4i(-127), vec4i(127))) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn unpack(word: u32) -> Lanes {
  let ones = (word >> 7u) & ONES;
  let negative = ones * 255u;
  return Lanes((word ^ negative) + ones, negative);
}
fn difference(posterior: u32, message: u32) -> Lanes {
  let wrapped = ((posterior | HIGH) - (message & LOW)) ^ ((posterior ^ ~message) & HIGH);
  // Where the difference does not fit a byte its sign is the posterior's. With the right sign the magnitude comes out
  // right, up to 158, as an unsigned byte.
  let sign = wrapped ^ ((posterior ^ message) & (posterior ^ wrapped) & HIGH);
  let ones = (sign >> 7u) & ONES;
  let negative = ones * 255u;
  let magnitude = (wrapped ^ negative) + ones;
  let over = magnitude & HIGH;
  return Lanes((magnitude | (over - (over >> 7u))) & LOW, negative);
}
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn sign_word(t: Lanes) -> u32 { return t.negative & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }


@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> tested_checks: array<u32>;
@group(0) @binding(4) var<storage, read> check_signs: array<u32>;
@group(0) @binding(5) var<storage, read> posteriors: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

@group(0) @binding(7) var<storage, read> progress: array<u32>;

// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAME_INTERLEAVED, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// wgsl/common/word-index.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}

// Groups of checks of equal degree that are updated alike (src/decoder/binary/graph.ts). Check t of a group has its message
// k at message + k·count + t. `graph` holds block column's first variable and shift of each circulant (COMPACT), or the
// variable of each message; then lists of block rows; then, from CHECK_GROUP_AT on, the group of each check.
struct PackedCheckGroup {
  entry: u32,   // first circulant
  message: u32, // first message
  check: u32,   // number of check 0
  degree_one: u32,    // variable number of check 0's degree-1 variable, if the checks have such
  list: u32,    // where its list of rows of the block begins in `graph`; NO_LIST: check t is row t
  count: u32,   // checks
  degree: u32,  // edges to core variables
  flags: u32,   // 1: the checks have a degree-1 variable; 2: first group of a layer
}

const NO_LIST: u32 = 0xffffffffu;
const HAS_DEGREE_ONE: u32 = 1u;
const NEW_LAYER: u32 = 2u;

// Row of its block that check t of a group is.
fn block_row(group: PackedCheckGroup, t: u32) -> u32 {
  if (LISTS == 0u || group.list == NO_LIST) { return t; }
  return graph[group.list + t];
}

// Variable of edge k of check t, row i of its block.
fn edge_variable(group: PackedCheckGroup, k: u32, i: u32, message: u32) -> u32 {
  if (COMPACT == 0u) { return graph[message]; }
  let entry = 2u * (group.entry + k);
  let x = i + graph[entry + 1u];
  return graph[entry] + select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}

// What the update of checks and the question whether they are satisfied have in common. The kernel declares check_signs.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  if (SYNDROME == 0u) { return 0u; }
  return check_signs[word_index(word, check, CHECKS)];
}

// Whether checks are satisfied. The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1 variable), the functions
// load_posterior, passes (words of which all frames are known to pass) and report (sign bits of the lanes that fail), and the
// buffer posteriors, and imports binary/check-node/edges.

fn ask_check_2_0(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32) {
  let i = block_row(group, t);
  let edge0 = group.message + t + 0u * group.count;
  let variable0 = edge_variable(group, 0u, i, edge0);
  let edge1 = group.message + t + 1u * group.count;
  let variable1 = edge_variable(group, 1u, i, edge1);
  for (var word = first_word; word < last_word; word++) {
    if (passes(word)) { continue; }
    let decision0 = select(0u, load_posterior(word, variable0), exists(edge0));
    let decision1 = select(0u, load_posterior(word, variable1), exists(edge1));
    var odd = check_sign(word, group.check + t);
    odd ^= decision0;
    odd ^= decision1;
    report(word, odd & SIGN_BITS);
  }
}
fn ask_check_3_0(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32) {
  let i = block_row(group, t);
  let edge0 = group.message + t + 0u * group.count;
  let variable0 = edge_variable(group, 0u, i, edge0);
  let edge1 = group.message + t + 1u * group.count;
  let variable1 = edge_variable(group, 1u, i, edge1);
  let edge2 = group.message + t + 2u * group.count;
  let variable2 = edge_variable(group, 2u, i, edge2);
  for (var word = first_word; word < last_word; word++) {
    if (passes(word)) { continue; }
    let decision0 = select(0u, load_posterior(word, variable0), exists(edge0));
    let decision1 = select(0u, load_posterior(word, variable1), exists(edge1));
    let decision2 = select(0u, load_posterior(word, variable2), exists(edge2));
    var odd = check_sign(word, group.check + t);
    odd ^= decision0;
    odd ^= decision1;
    odd ^= decision2;
    report(word, odd & SIGN_BITS);
  }
}

// Reports, for each of the words first_word … last_word − 1, the lanes whose decisions fail check t of a group.
fn test_check(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32) {
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
    case 2u * 2u + 0u: { ask_check_2_0(group, t, first_word, last_word); }
    case 2u * 3u + 0u: { ask_check_3_0(group, t, first_word, last_word); }
    default: {}
  }
}


fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }

fn mark(frame: u32) { atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u); }

// frame_done of common/active-frames/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// The same of an iteration of the frame's own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}


// Whether all frames of a word are done: they were left as they are, so their checks are satisfied still.
fn passes(word: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (is_active(word * INTERLEAVE + lane)) { return false; }
  }
  return true;
}

fn is_active(frame: u32) -> bool { return frame < run.frames && !frame_done(min(frame, run.frames - 1u)); }

fn report(word: u32, odd: u32) {
  if (odd == 0u) { return; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let fails = (odd & (LANE << (lane * LANE_BITS))) != 0u;
    if (fails && is_active(frame)) { mark(frame); }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= tested_checks[1]) { return; }
  let check = tested_checks[0] + id.x;
  let group = check_groups[graph[CHECK_GROUP_AT + check]];
  let first_word = workgroup_slot(id) * WORDS_PER_INVOCATION;
  test_check(group, check - group.check, first_word, min(first_word + WORDS_PER_INVOCATION, word_count()));
}
