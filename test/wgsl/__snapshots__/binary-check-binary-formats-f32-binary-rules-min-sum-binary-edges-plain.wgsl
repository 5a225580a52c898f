const LLR_CLIP_BITS: u32 = 1233125376u;
const SCALE_BITS: u32 = 1062207488u;
const OFFSET_BITS: u32 = 0u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const FRAME_INTERLEAVED: u32 = 0u;
const MESSAGES: u32 = 8u;
const LIFTING_SIZE: u32 = 1u;
const COMPACT: u32 = 0u;
const EDGES_BY_CHECK: u32 = 0u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 8u;
const CHECKS_PER_ENTRY: u32 = 1u;
const ABSENT: u32 = 4294967295u;
const SYNDROME: u32 = 1u;
const SYNDROME_IN_CHANNEL: u32 = 0u;
const STOP: u32 = 1u;
const LAYERED: u32 = 1u;
const EDGE_WORDS: u32 = 0u;
const PRIORS: u32 = 0u;
const PRIORS_AT: u32 = 8u;
const CARRIED: u32 = 0u;
const ORDERS: u32 = 0u;
const MESSAGE_ELEMENTS: u32 = 8u;
const ITERATIONS: u32 = 10u;
const WORDS_PER_INVOCATION: u32 = 1u;
const SERIAL: u32 = 0u;
const CHECKS_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/check: updates a run of checks: a layer (LAYERED, which updates posteriors at once), or all of them
// (flooding). Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), layer (first check, checks), or with ORDERS for each
//      iteration in turn, channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED:
//      the list of active words (common/active-frames/words)
// i/o  posteriors [word][N], messages [word][message]; FRAME_INTERLEAVED: all these with the word last
// map  one invocation per check and WORDS_PER_INVOCATION words, which share the look-up of its variables; workgroup y = words.
//      FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y)
// exact: with min-sum rules
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

// Min-sum check node in floating point: the magnitude is the minimum of |t| over the other edges, scaled by SCALE
// (normalised min-sum), less OFFSET (offset min-sum); the sign is the product of the other edges' signs.
// The part that min-sum check nodes share: the least and the second magnitude, and the product of signs. The file that
// imports this one declares `outgoing`, which converts the least magnitude of the other edges into the message's
// magnitude.
//
// Every check-node file declares check_init; check_accumulate for each edge in order; check_finish; and check_extrinsic
// for each edge in the reverse order, with the result of its check_accumulate.
struct Extrinsic {
  message: u32,
  posterior: u32,
}

// An edge's result: the new message as its word, and the posterior that includes it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}


struct Check {
  least: Lanes,
  second: Lanes,
  signs: Signs,
  least_out: Lanes,
  second_out: Lanes,
}
alias EdgeTerm = Lanes; // |t|

fn check_init(signs: Signs) -> Check { return Check(NEUTRAL, NEUTRAL, signs, Lanes(), Lanes()); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let magnitude = absolute(t);
  (*check).second = least_of((*check).second, greatest_of((*check).least, magnitude));
  (*check).least = least_of((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

fn check_finish(check: ptr<function, Check>) {
  (*check).least_out = outgoing((*check).least);
  (*check).second_out = outgoing((*check).second);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, magnitude: EdgeTerm) -> Extrinsic {
  let out = choose_if_equal(magnitude, (*check).least, (*check).second_out, (*check).least_out);
  return extrinsic(t, with_signs(out, (*check).signs ^ signs_of(t)));
}


const SCALE: f32 = bitcast<f32>(SCALE_BITS); // of at most 12 significant bits
const OFFSET: f32 = bitcast<f32>(OFFSET_BITS);

fn outgoing(least: Lanes) -> Lanes {
  var magnitude = min(least, Lanes(LLR_BOUND));
  if (SCALE != 1.0) { magnitude = shorten(magnitude) * SCALE; }
  if (OFFSET_BITS != 0u) { magnitude = max(magnitude - Lanes(OFFSET), Lanes()); }
  return magnitude;
}

// An edge keeps nothing between iterations: EDGE_WORDS is 0, and checks read messages as they are.


@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> layer: array<u32>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_signs: array<u32>;
@group(0) @binding(6) var<storage, read> progress: array<u32>;
@group(0) @binding(7) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(8) var<storage, read_write> messages: array<u32>;

// Index of element x of a word of frames in a buffer that has `elements` elements for each word: [word][element], or,
// with FRAME_INTERLEAVED, [element][word]: neighbours in a dispatch then read neighbours in memory for every graph. The
// kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}

// Groups of checks of equal degree that are updated alike (src/decoder/binary/graph.ts). Check t of a group has its message
// k at message + k·count + t. `graph` holds block column's first variable and shift of each circulant (COMPACT), or the
// variable of each message, in the order of messages or, EDGES_BY_CHECK, with the edges of a check together, for which a
// CPU needs fewer addresses; then lists of block rows; then, from CHECK_GROUP_AT on, the group of every CHECKS_PER_ENTRY
// checks.
struct PackedCheckGroup {
  entry: u32,   // first circulant
  message: u32, // first message
  check: u32,   // number of check 0
  degree_one: u32,    // variable number of check 0's degree-1 variable, if the checks have one
  list: u32,    // index in `graph` of the list of rows of the block; NO_LIST: check t is row t
  count: u32,   // number of checks
  degree: u32,  // number of edges to core variables
  flags: u32,   // 1: the checks have a degree-1 variable; 2: first group of a layer
}

const NO_LIST: u32 = 0xffffffffu;
const HAS_DEGREE_ONE: u32 = 1u;
const NEW_LAYER: u32 = 2u;

fn group_of(check: u32) -> PackedCheckGroup { return check_groups[graph[CHECK_GROUP_AT + check / CHECKS_PER_ENTRY]]; }

// Number of the last check of a check's group, plus 1.
fn end_of_group(check: u32) -> u32 {
  let group = group_of(check);
  return group.check + group.count;
}

// Row of the block for check t of a group.
fn block_row(group: PackedCheckGroup, t: u32) -> u32 {
  if (LISTS == 0u || group.list == NO_LIST) { return t; }
  return graph[group.list + t];
}

// Variable of edge k of check t, row i of its block.
fn edge_variable(group: PackedCheckGroup, k: u32, t: u32, i: u32) -> u32 {
  if (COMPACT + EDGES_BY_CHECK == 0u) { return graph[group.message + t + k * group.count]; }
  if (COMPACT == 0u) { return graph[group.message + t * group.degree + k]; }
  let entry = 2u * (group.entry + k);
  let x = i + graph[entry + 1u];
  return graph[entry] + select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}

// The part that the update of checks and their test share. The kernel declares check_signs.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  return check_signs[word_index(word, check, CHECKS)];
}

// The update of one check: for each edge t = posterior − message, the check-node rule, new messages and, in a layered
// schedule, new posteriors t + message at once (CV-QKD paper, eqs. 4 to 11; EQML paper, eqs. 7 to 14, for flooding). One
// function for each degree, all edges in registers.
//
// The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1 variable), LAYERED, the functions
// load_posterior, store_posterior, done_of (lanes of a word that must not change) and degree_one_is_read (whether a
// kernel reads the posteriors of degree-1 variables of this iteration), and the buffers channel, posteriors,
// messages; it imports <edge>, a rule of an edge's message, and binary/check-node/edges. SERIAL: a processor runs workgroups one after the other, so that a workgroup has all checks,
// group by group, and words come in whole strips, even words without an active lane. SYNDROME_IN_CHANNEL: channel LLRs of degree-1
// variables have the signs of their checks' syndromes (binary/sign-channel). EDGE_WORDS: element MESSAGES + e of a word of messages is the state of
// edge e, what its rule returned in the iteration before. CARRIED: posteriors are of an earlier decoding, and the first iteration reads the channel.
// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


// The message from a variable to a check as the check reads it, and the state of its edge.
struct Edge {
  t: Lanes,
  state: u32,
}

fn update_checks_3_0(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32, first: bool) {
  { let t = first_t;
  let base = group.message + t;
  let i = block_row(group, t);
  let edge0 = base + 0u * group.count;
  let variable0 = edge_variable(group, 0u, t, i);
  let edge1 = base + 1u * group.count;
  let variable1 = edge_variable(group, 1u, t, i);
  let edge2 = base + 2u * group.count;
  let variable2 = edge_variable(group, 2u, t, i);
  for (var word = first_word; word < last_word; word++) {
  let done = done_of(word);
  if (FRAME_INTERLEAVED == 0u && done == 0xffffffffu) { continue; }
  let posterior0 = load_posterior(word, variable0);
  let message0 = select(messages[word_index(word, edge0, MESSAGE_ELEMENTS)], 0u, first);
  let posterior1 = load_posterior(word, variable1);
  let message1 = select(messages[word_index(word, edge1, MESSAGE_ELEMENTS)], 0u, first);
  let posterior2 = load_posterior(word, variable2);
  let message2 = select(messages[word_index(word, edge2, MESSAGE_ELEMENTS)], 0u, first);
  let t0 = if_exists(difference(posterior0, message0), exists(edge0));
  let t1 = if_exists(difference(posterior1, message1), exists(edge1));
  let t2 = if_exists(difference(posterior2, message2), exists(edge2));
  var check = check_init(signs_from(sign_beside_channel(word, group.check + t, 0u)));
  let term0 = check_accumulate(&check, t0);
  let term1 = check_accumulate(&check, t1);
  let term2 = check_accumulate(&check, t2);
  check_finish(&check);
  let extrinsic2 = check_extrinsic(&check, t2, term2);
  if (exists(edge2)) {
    messages[word_index(word, edge2, MESSAGE_ELEMENTS)] = extrinsic2.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable2, keep(posterior2, extrinsic2.posterior, done));
    }
  }
  let extrinsic1 = check_extrinsic(&check, t1, term1);
  if (exists(edge1)) {
    messages[word_index(word, edge1, MESSAGE_ELEMENTS)] = extrinsic1.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable1, keep(posterior1, extrinsic1.posterior, done));
    }
  }
  let extrinsic0 = check_extrinsic(&check, t0, term0);
  if (exists(edge0)) {
    messages[word_index(word, edge0, MESSAGE_ELEMENTS)] = extrinsic0.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable0, keep(posterior0, extrinsic0.posterior, done));
    }
  }
  }
  }
}

// Updates check t of a group for the words first_word … last_word − 1.
fn update_check(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32, first: bool) {
  update_checks(group, t, t + 1u, first_word, last_word, first);
}

// Updates the checks first_t … last_t − 1 of a group, without SERIAL only the first.
fn update_checks(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32, first: bool) {
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
    case 2u * 3u + 0u: { update_checks_3_0(group, first_t, last_t, first_word, last_word, first); }
    default: {}
  }
}

// Sign bits of the syndrome that the channel LLR of a check's degree-1 variable does not have.
fn sign_beside_channel(word: u32, check: u32, degree_ones: u32) -> u32 {
  if (SYNDROME_IN_CHANNEL * degree_ones == 1u) { return 0u; }
  return check_sign(word, check);
}

fn if_exists(t: Lanes, there: bool) -> Lanes {
  if (there) { return t; }
  return NEUTRAL;
}

// Lanes of done frames keep their values.
fn keep(before: u32, after: u32, done: u32) -> u32 {
  if (STOP == 0u || (INTERLEAVE == 1u && SERIAL == 0u)) { return after; }
  return (before & done) | (after & ~done);
}


fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_index(word, variable, N)] = value; }

fn first_check() -> u32 { return layer[0]; }
fn check_count() -> u32 { return layer[1]; }

fn degree_one_is_read() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

// The lanes of a word whose frames are done: all ones. A frame is done if its previous iteration satisfied all checks;
// a lane without a frame is done. The kernel declares `progress`, the buffer unsatisfied [iteration][frame], and
// imports lanes and run.

fn done_lanes(word: u32) -> u32 {
  if (STOP == 0u || run.iteration == 0u) { return 0u; }
  return satisfied_lanes(word, run.iteration - 1u);
}

// The lanes of a word whose frames satisfied all checks in an iteration, or that have no frame.
fn satisfied_lanes(word: u32, iteration: u32) -> u32 {
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let satisfied = frame >= run.frames || progress[iteration * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  return done;
}


fn done_of(word: u32) -> u32 { return done_lanes(word); }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= check_count()) { return; }
  let check = first_check() + id.x;
  let group = group_of(check);
  let first_word = workgroup_slot(id) * WORDS_PER_INVOCATION;
  let last_word = min(first_word + WORDS_PER_INVOCATION, word_count());
  update_check(group, check - group.check, first_word, last_word, run.iteration == 0u);
}
