const LLR_CLIP_BITS: u32 = 1117126656u;
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
const SYNDROME: u32 = 0u;
const SYNDROME_IN_CHANNEL: u32 = 0u;
const STOP: u32 = 1u;
const LAYERED: u32 = 0u;
const EDGE_WORDS: u32 = 0u;
const PRIORS: u32 = 0u;
const PRIORS_AT: u32 = 8u;
const CARRIED: u32 = 0u;
const ORDERS: u32 = 0u;
const MESSAGE_ELEMENTS: u32 = 8u;
const CORE: u32 = 4u;
const CHECK_GROUPS: u32 = 2u;
const ITERATIONS: u32 = 10u;
const FIRST_TESTED: u32 = 1u;
const INVOCATIONS: u32 = 32u;
const PARTIAL_SUMS: u32 = 1u;
const LOADED_TOGETHER: u32 = 4u;
const SERIAL: u32 = 0u;
const VALUES_AT: u32 = 32u;
const ORDERS_AT: u32 = 32u;
const LISTS_AT: u32 = 11u;
const LIST_EDGES_AT: u32 = 16u;
const BLOCK: u32 = 1u;
const WORKGROUP_SIZE: u32 = 32u;
// binary/resident: all iterations of a decoder in one dispatch, the posteriors of a word's frames in workgroup memory. Layer after
// layer (LAYERED), or flooding: all checks, then all variables. A workgroup is done when its frames are, so a batch runs near
// its average number of iterations. Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), channel [word][N], check_signs [word][check] sign bits of the
//      syndrome (SYNDROME only)
// i/o  unsatisfied [iteration][frame]
// out  posteriors [word][N]
// tmp  messages [word][message], then states of edges, then priors of variables (PRIORS only)
// map  one workgroup of INVOCATIONS per word (workgroup y); its invocations share the checks of a layer, or all checks
// workgroup bytes: 4·(CORE + 2)
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

// Message words of two f16 numbers, rounded as the device does: two frames to a word, stored as halves, computed in f32. Needs no f16
// feature. For rules whose results devices share within a tolerance: rounding alike takes 20 operations a message.
// Channel LLRs are within ±LLR_CLIP, except known symbols.
// The two halves of a word computed in f32: lanes and their signs. The file that imports this one declares INTERLEAVE,
// SIGN_BITS and the conversion of numbers into halves.
alias Lanes = vec2f;
alias Signs = vec2u;

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 {
  let bits = select(vec2u(0x8000u, 0x80000000u), vec2u(), t == Lanes());
  return bits.x | bits.y;
}
fn erased_where(t: Lanes, lanes: u32) -> Lanes {
  return select(t, Lanes(), (vec2u(lanes) & vec2u(0x8000u, 0x80000000u)) != vec2u());
}

// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;

alias Wide = vec2f;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = vec2f(3.0e38);

// Minima and maxima of lanes that are numbers of WGSL. The kernel imports lanes.
fn least_of(a: Lanes, b: Lanes) -> Lanes { return min(a, b); }
fn greatest_of(a: Lanes, b: Lanes) -> Lanes { return max(a, b); }
fn absolute(t: Lanes) -> Lanes { return abs(t); }
fn choose_if_equal(a: Lanes, b: Lanes, yes: Lanes, no: Lanes) -> Lanes { return select(no, yes, a == b); }


fn pack(value: Lanes) -> u32 { return pack2x16float(clamp(value, vec2f(-32768.0), vec2f(32768.0))); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
fn lane_of(llr: f32, lane: u32) -> u32 {
  let limited = select(clamp(llr, -LLR_CLIP, LLR_CLIP), llr, abs(llr) >= LLR_BOUND);
  return pack(vec2f(select(limited, 0.0, llr == 0.0), 0.0)) << (16u * lane);
}
// A part of a number. The factor's bits are an f32 number.
fn portion(x: Wide, factor: u32) -> Wide { return x * bitcast<f32>(factor); }
fn wide_of(t: Lanes) -> Wide { return t; }
fn lanes_of(x: Wide) -> Lanes { return x; }
// The word with the other sign in the lanes whose lowest bit is set in `ones`; 0 stays.
fn negated(word: u32, ones: u32) -> u32 { return word ^ ((ones << 15u) & ((word & 0x7fff7fffu) + 0x7fff7fffu)); }

// A-Min* check node (Jones, Vallés, Smith and Villasenor, MILCOM 2003). The least reliable edge receives the exact
// combination of all other edges, Φ(Σ Φ(|t|)); every other edge receives the combination of all edges, its own message
// included. So a check has two outgoing magnitudes, and evaluates Φ once for each edge and twice more. The sum takes
// each magnitude but the least so far, which waits until a lesser one comes. LARGEST_LLR waits first, whose Φ changes
// no sum. Edges that tie for the least all receive the magnitude for other edges, which is exact for each of them.
struct Extrinsic {
  message: u32,
  posterior: u32,
}

// An edge's result: the new message as its word, and the posterior that includes it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}

// Φ(x) = −ln tanh(x/2), its own inverse: sum-product is Φ(Σ Φ(|t|)). A form that keeps its relative accuracy at both ends, for
// LLRs of SMALLEST_LLR … LARGEST_LLR and their Φ.
const LARGEST_LLR: f32 = 80.0; // its Φ is still a normal f32 number
const SMALLEST_LLR: f32 = 7.8886090522101181e-31; // 2^-100

fn phi(x: Lanes) -> Lanes {
  let z = exp(-x);
  let square = z * z;
  let far = 2.0 * z * (1.0 + square * (0.33333333333 + square * 0.2));
  let middle = log((1.0 + z) / max(1.0 - z, Lanes(0.0001)));
  let near = -log(0.5 * x) + x * x * 0.083333333333;
  return select(select(middle, far, x > Lanes(3.5)), near, x < Lanes(0.05));
}

// A magnitude cut to the domain of Φ, and Φ of a sum, which is cut at the lower bound of such sums.
fn magnitude_of(t: Lanes) -> Lanes { return clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(LARGEST_LLR)); }
fn phi_of_sum(sum: Lanes) -> Lanes { return phi(clamp(sum, Lanes(1.0e-36), Lanes(LARGEST_LLR))); }


struct Check {
  least: Lanes,
  sum: Lanes, // Φ of all magnitudes but the least
  signs: Signs,
  all_out: Lanes,
  others_out: Lanes,
}
alias EdgeTerm = Lanes; // |t|

fn check_init(signs: Signs) -> Check { return Check(Lanes(LARGEST_LLR), Lanes(), signs, Lanes(), Lanes()); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let magnitude = magnitude_of(t);
  (*check).sum += phi(max((*check).least, magnitude));
  (*check).least = min((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

fn check_finish(check: ptr<function, Check>) {
  (*check).all_out = phi_of_sum((*check).sum + phi((*check).least));
  (*check).others_out = phi_of_sum((*check).sum);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, magnitude: EdgeTerm) -> Extrinsic {
  let out = select((*check).all_out, (*check).others_out, magnitude == (*check).least);
  return extrinsic(t, with_signs(out, (*check).signs ^ signs_of(t)));
}

// An edge keeps nothing between iterations: EDGE_WORDS is 0, and checks read messages as they are.

// The prior of a variable, which its posterior adds to the messages, is the channel's LLR: PRIORS is 0.


@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> channel: array<u32>;
@group(0) @binding(4) var<storage, read> check_signs: array<u32>;
@group(0) @binding(5) var<storage, read_write> unsatisfied: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(7) var<storage, read_write> messages: array<u32>;

var<workgroup> posterior: array<u32, CORE>;
var<workgroup> failing: atomic<u32>;
var<workgroup> failed_lanes: u32;

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

// Index of element x of a word of frames in a buffer that has `elements` elements for each word: [word][element], or,
// with FRAME_INTERLEAVED, [element][word]: neighbours in a dispatch then read neighbours in memory for every graph. The
// kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}

// The part that the update of checks and their test share. The kernel declares check_signs.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  return 0u;
}

// The test whether checks are satisfied. The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1
// variable), the functions load_posterior, passes (words whose frames are all known to pass) and report (sign bits of
// the lanes that fail), and the buffer posteriors, and imports binary/check-node/edges. With SERIAL (binary/check-node/update) it declares
// needs_test (whether more checks are to be tested), too.

fn test_checks_2_0(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32) {
  { let t = first_t;
  let i = block_row(group, t);
  let edge0 = group.message + t + 0u * group.count;
  let variable0 = edge_variable(group, 0u, t, i);
  let edge1 = group.message + t + 1u * group.count;
  let variable1 = edge_variable(group, 1u, t, i);
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
}
fn test_checks_3_0(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32) {
  { let t = first_t;
  let i = block_row(group, t);
  let edge0 = group.message + t + 0u * group.count;
  let variable0 = edge_variable(group, 0u, t, i);
  let edge1 = group.message + t + 1u * group.count;
  let variable1 = edge_variable(group, 1u, t, i);
  let edge2 = group.message + t + 2u * group.count;
  let variable2 = edge_variable(group, 2u, t, i);
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
}

// Reports, for each of the words first_word … last_word − 1, the lanes whose decisions fail check t of a group.
fn test_check(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32) {
  test_checks(group, t, t + 1u, first_word, last_word);
}

// Tests the checks first_t … last_t − 1 of a group, without SERIAL only the first.
fn test_checks(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32) {
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
    case 2u * 2u + 0u: { test_checks_2_0(group, first_t, last_t, first_word, last_word); }
    case 2u * 3u + 0u: { test_checks_3_0(group, first_t, last_t, first_word, last_word); }
    default: {}
  }
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

fn update_checks_2_0(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32, first: bool) {
  { let t = first_t;
  let base = group.message + t;
  let i = block_row(group, t);
  let edge0 = base + 0u * group.count;
  let variable0 = edge_variable(group, 0u, t, i);
  let edge1 = base + 1u * group.count;
  let variable1 = edge_variable(group, 1u, t, i);
  for (var word = first_word; word < last_word; word++) {
  let done = done_of(word);
  if (FRAME_INTERLEAVED == 0u && done == 0xffffffffu) { continue; }
  let posterior0 = load_posterior(word, variable0);
  let message0 = select(messages[word_index(word, edge0, MESSAGE_ELEMENTS)], 0u, first);
  let posterior1 = load_posterior(word, variable1);
  let message1 = select(messages[word_index(word, edge1, MESSAGE_ELEMENTS)], 0u, first);
  let t0 = if_exists(difference(posterior0, message0), exists(edge0));
  let t1 = if_exists(difference(posterior1, message1), exists(edge1));
  var check = check_init(signs_from(sign_beside_channel(word, group.check + t, 0u)));
  let term0 = check_accumulate(&check, t0);
  let term1 = check_accumulate(&check, t1);
  check_finish(&check);
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
    case 2u * 2u + 0u: { update_checks_2_0(group, first_t, last_t, first_word, last_word, first); }
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



// Lanes that keep their values: `done` of main, for the update. (The end of the loop must not depend on a private
// variable: barriers need control flow that is provably uniform.)
var<private> frozen_lanes: u32;
// Sign bits of the lanes that failed a check of this invocation.
var<private> odd_lanes: u32;

fn passes(word: u32) -> bool { return false; }
fn report(word: u32, odd: u32) { odd_lanes |= odd; }
fn variable_value(n: u32) -> u32 { return graph[VALUES_AT + n]; }
fn first_posterior(word: u32, n: u32) -> u32 { return channel[word * N + n]; }
fn degree_one_is_read() -> bool { return true; }
fn done_of(word: u32) -> u32 { return frozen_lanes; }
fn load_posterior(word: u32, variable: u32) -> u32 { return posterior[variable]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posterior[variable] = value; }

// Checks are updated and tested in groups that must not be updated together, or check by check.
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


const UNITS: u32 = CHECKS;

fn list_start(i: u32) -> u32 { return graph[LISTS_AT + i]; }
fn list_edge(k: u32) -> vec2u { return vec2u(graph[LIST_EDGES_AT + 2u * k], graph[LIST_EDGES_AT + 2u * k + 1u]); }

fn test_units(invocation: u32, word: u32, first: u32, end: u32) {
  for (var check = first + invocation; check < end; check += WORKGROUP_SIZE) {
    let group = group_of(check);
    test_check(group, check - group.check, word, word + 1u);
  }
}

fn iterate(invocation: u32, word: u32, iteration: u32) {
  workgroupBarrier();
  for (var check = invocation; check < CHECKS; check += WORKGROUP_SIZE) {
    let group = group_of(check);
    update_check(group, check - group.check, word, word + 1u, iteration == 0u);
  }
  storageBarrier();
  workgroupBarrier();
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) {
    posterior[n] = keep(posterior[n], variable_sum(word, n), frozen_lanes);
  }
}

// Sign bits of the lanes that fail a check of the units first … end − 1. All invocations of the workgroup call it.
fn failing_lanes(invocation: u32, word: u32, first: u32, end: u32) -> u32 {
  workgroupBarrier();
  if (invocation == 0u) { atomicStore(&failing, 0u); }
  workgroupBarrier();
  odd_lanes = 0u;
  test_units(invocation, word, first, end);
  if (odd_lanes != 0u) { atomicOr(&failing, odd_lanes); }
  workgroupBarrier();
  if (invocation == 0u) { failed_lanes = atomicLoad(&failing); }
  return workgroupUniformLoad(&failed_lanes);
}

// Masks of whole lanes from their sign bits. The kernel imports lanes.

// All bits of the lanes with a set sign bit.
fn whole_lanes(signs: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let mask = LANE << (lane * LANE_BITS);
    if ((signs & mask) != 0u) { lanes |= mask; }
  }
  return lanes;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = workgroup_slot(id);
  if (word >= word_count()) { return; }
  var done = 0u;
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) { posterior[n] = first_posterior(word, n); }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (word * INTERLEAVE + lane >= run.frames) { done |= LANE << (lane * LANE_BITS); }
  }
  for (var iteration = 0u; iteration < ITERATIONS; iteration++) {
    frozen_lanes = select(0u, done, STOP == 1u);
    iterate(invocation, word, iteration);
    if (STOP == 1u || iteration + 1u == ITERATIONS) {
      // A frame that is far from done fails one of the first checks: the other checks are tested only for lanes that
      // pass the first.
      var failed = 0u;
      var tested = 0u;
      while (tested < UNITS && (whole_lanes(failed) | done) != 0xffffffffu) {
        let end = select(UNITS, FIRST_TESTED, tested == 0u);
        failed |= failing_lanes(invocation, word, tested, end);
        tested = end;
      }
      if (invocation < INTERLEAVE) {
        let frame = word * INTERLEAVE + invocation;
        let lane = LANE << (invocation * LANE_BITS);
        if ((failed & lane) != 0u && (done & lane) == 0u) { unsatisfied[iteration * run.frames + frame] = 1u; }
      }
      done |= ~whole_lanes(failed);
      if (STOP == 1u && done == 0xffffffffu) { break; }
    }
  }
  workgroupBarrier();
  for (var n = invocation; n < CORE; n += WORKGROUP_SIZE) { posteriors[word * N + n] = posterior[n]; }
}
