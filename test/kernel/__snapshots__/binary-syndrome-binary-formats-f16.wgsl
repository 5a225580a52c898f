const SCALE: u32 = 12u;
const OFFSET_BITS: u32 = 0u;
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

// Two f16 numbers to a word, rounded alike on every device. Twin: wgsl/binary/formats/f16.ts.
// Rounds to the nearest half, ties to even; magnitudes at most 2^15, and below 2^-14 zero. pack2x16float may round as it
// likes, but of halves it makes themselves.
fn round_half(x: vec2f) -> vec2f {
  let limited = clamp(x, vec2f(-32768.0), vec2f(32768.0));
  let bits = bitcast<vec2u>(limited);
  let rounded = (bits + 0xfffu + ((bits >> vec2u(13u)) & vec2u(1u))) & vec2u(0xffffe000u);
  return select(bitcast<vec2f>(rounded), vec2f(0.0), abs(limited) < vec2f(0.00006103515625));
}

// Message words of two f16 numbers: two frames to a word, stored as halves, computed in f32. Needs no f16 feature. The file
// that imports this one has to_half: a value as a half can hold it.
alias Lanes = vec2f;
alias Wide = vec2f;
alias Signs = vec2u;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = vec2f(3.0e38);

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn pack(value: Lanes) -> u32 { return pack2x16float(to_half(value)); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  return pack(vec2f(select(llr, 0.0, llr == 0.0), 0.0)) << (16u * lane);
}
fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
fn shorten(magnitude: Lanes) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) & vec2u(0xfffff000u));
}


fn to_half(x: vec2f) -> vec2f { return round_half(x); }


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
