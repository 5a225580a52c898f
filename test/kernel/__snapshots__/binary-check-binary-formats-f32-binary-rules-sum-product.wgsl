const BOUND_BITS: u32 = 1098907648u;
const N: u32 = 16200u;
const CHECKS: u32 = 1800u;
const FRAME_INTERLEAVED: u32 = 1u;
const MESSAGES: u32 = 48600u;
const LIFTING_SIZE: u32 = 360u;
const COMPACT: u32 = 1u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 270u;
const ABSENT: u32 = 9360u;
const SYNDROME: u32 = 0u;
const STOP: u32 = 1u;
const LAYERED: u32 = 0u;
const COUNT_FLIPS: u32 = 0u;
const ITERATIONS: u32 = 10u;
const WORDS_PER_INVOCATION: u32 = 1u;
const CHECKS_PER_WORKGROUP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/check: updates a run of checks: a layer (LAYERED: posteriors are updated at
// once), or all of them (flooding). Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), layer (first check, checks), channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED:
//      the list of active words (binary/active-words)
// i/o  posteriors [word][N], messages [word][message]; FRAME_INTERLEAVED: all these with the word last
// map  one invocation per check and WORDS_PER_INVOCATION words, which share the look-up of its variables; workgroup y = words.
//      FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y)
// exact: with min-sum rules
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

// Message words of one f32 number: one frame to a word. Twin: wgsl/binary/formats/f32.ts.
alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const INTERLEAVE: u32 = 1u;
const SIGN_BITS: u32 = 0x80000000u;
const NEUTRAL: Lanes = 3.0e38; // of the missing one of a circulant: changes no minimum and no sign

fn unpack(word: u32) -> Lanes { return bitcast<f32>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
// One frame's channel LLR as the word holds it. No negative zero, so that sign bits are signs.
fn lane_of(llr: f32, lane: u32) -> u32 { return pack(select(llr, 0.0, llr == 0.0)); }
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<f32>(bitcast<u32>(magnitude) ^ (signs & 0x80000000u));
}
// At most 12 significant bits: a product with a scale of few bits is then exact, so it does not matter whether a compiler
// fuses it with the addition that follows.
fn shorten(magnitude: Lanes) -> Lanes { return bitcast<f32>(bitcast<u32>(magnitude) & 0xfffff000u); }

// Sum-product check node, numerically safe: Φ(Σ Φ(|t|)) over the other edges, Φ(x) = −ln tanh(x/2) its own inverse, with
// the sums over the edges before and after each edge instead of a difference of sums (which loses the small terms), and Φ
// by a form that keeps its relative accuracy at both ends. Outgoing magnitudes are at most BOUND. Twin:
// wgsl/binary/rules/sum-product.ts.
struct Extrinsic {
  message: u32,
  posterior: u32,
}

// What an edge gets of its check: the new message as its word, and the posterior with it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}


struct Check {
  sum: Lanes, // Φ of the edges taken, then of those given
  signs: Signs,
}
struct EdgeTerm {
  before: Lanes,
  own: Lanes,
}

const BOUND: f32 = bitcast<f32>(BOUND_BITS);
const LARGEST_LLR: f32 = 80.0; // Φ of it is still a normal f32 number
const SMALLEST_LLR: f32 = 7.8886090522101181e-31; // 2^-100

fn phi(x: Lanes) -> Lanes {
  let z = exp(-x);
  let square = z * z;
  let far = 2.0 * z * (1.0 + square * (0.33333333333 + square * 0.2));
  let middle = log((1.0 + z) / max(1.0 - z, Lanes(0.0001)));
  let near = -log(0.5 * x) + x * x * 0.083333333333;
  return select(select(middle, far, x > Lanes(3.5)), near, x < Lanes(0.05));
}

fn check_init(signs: Signs) -> Check { return Check(Lanes(), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = phi(clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(LARGEST_LLR)));
  let before = (*check).sum;
  (*check).sum = before + own;
  (*check).signs ^= signs_of(t);
  return EdgeTerm(before, own);
}

fn check_finish(check: ptr<function, Check>) { (*check).sum = Lanes(); }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, term: EdgeTerm) -> Extrinsic {
  let others = term.before + (*check).sum;
  (*check).sum += term.own;
  let magnitude = min(phi(clamp(others, Lanes(1.0e-36), Lanes(LARGEST_LLR))), Lanes(BOUND));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}


@group(0) @binding(1) var<storage, read> check_groups: array<PackedCheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> layer: array<u32>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_signs: array<u32>;
@group(0) @binding(6) var<storage, read> progress: array<u32>;
@group(0) @binding(7) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(8) var<storage, read_write> messages: array<u32>;

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

// The update of one check: for each edge t = posterior − message, the check-node rule, new messages and, in a layered
// schedule, new posteriors t + message at once (CV-QKD paper, eqs. 4 to 11; EQML paper, eqs. 7 to 14, for flooding). One
// function for each degree, all edges in registers.
//
// The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1 variable), LAYERED, the functions load_posterior,
// store_posterior, done_of (lanes of a word that stay as they are) and degree_one_is_read (whether anyone will read the posteriors of
// degree-1 variables of this iteration), and the buffers channel, posteriors, messages; it
// imports binary/check-node/edges.
// COUNT_FLIPS: element MESSAGES + e of a word of messages holds for each lane the sign of edge e's message
// to the check in the iteration before (top bit) and how often it has changed since the first (the bits below, saturating).
// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


const MESSAGE_ELEMENTS: u32 = MESSAGES * (1u + COUNT_FLIPS);


fn update_check_27_0(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32, first: bool) {
  let base = group.message + t;
  let i = block_row(group, t);
  let edge0 = base + 0u * group.count;
  let variable0 = edge_variable(group, 0u, i, edge0);
  let edge1 = base + 1u * group.count;
  let variable1 = edge_variable(group, 1u, i, edge1);
  let edge2 = base + 2u * group.count;
  let variable2 = edge_variable(group, 2u, i, edge2);
  let edge3 = base + 3u * group.count;
  let variable3 = edge_variable(group, 3u, i, edge3);
  let edge4 = base + 4u * group.count;
  let variable4 = edge_variable(group, 4u, i, edge4);
  let edge5 = base + 5u * group.count;
  let variable5 = edge_variable(group, 5u, i, edge5);
  let edge6 = base + 6u * group.count;
  let variable6 = edge_variable(group, 6u, i, edge6);
  let edge7 = base + 7u * group.count;
  let variable7 = edge_variable(group, 7u, i, edge7);
  let edge8 = base + 8u * group.count;
  let variable8 = edge_variable(group, 8u, i, edge8);
  let edge9 = base + 9u * group.count;
  let variable9 = edge_variable(group, 9u, i, edge9);
  let edge10 = base + 10u * group.count;
  let variable10 = edge_variable(group, 10u, i, edge10);
  let edge11 = base + 11u * group.count;
  let variable11 = edge_variable(group, 11u, i, edge11);
  let edge12 = base + 12u * group.count;
  let variable12 = edge_variable(group, 12u, i, edge12);
  let edge13 = base + 13u * group.count;
  let variable13 = edge_variable(group, 13u, i, edge13);
  let edge14 = base + 14u * group.count;
  let variable14 = edge_variable(group, 14u, i, edge14);
  let edge15 = base + 15u * group.count;
  let variable15 = edge_variable(group, 15u, i, edge15);
  let edge16 = base + 16u * group.count;
  let variable16 = edge_variable(group, 16u, i, edge16);
  let edge17 = base + 17u * group.count;
  let variable17 = edge_variable(group, 17u, i, edge17);
  let edge18 = base + 18u * group.count;
  let variable18 = edge_variable(group, 18u, i, edge18);
  let edge19 = base + 19u * group.count;
  let variable19 = edge_variable(group, 19u, i, edge19);
  let edge20 = base + 20u * group.count;
  let variable20 = edge_variable(group, 20u, i, edge20);
  let edge21 = base + 21u * group.count;
  let variable21 = edge_variable(group, 21u, i, edge21);
  let edge22 = base + 22u * group.count;
  let variable22 = edge_variable(group, 22u, i, edge22);
  let edge23 = base + 23u * group.count;
  let variable23 = edge_variable(group, 23u, i, edge23);
  let edge24 = base + 24u * group.count;
  let variable24 = edge_variable(group, 24u, i, edge24);
  let edge25 = base + 25u * group.count;
  let variable25 = edge_variable(group, 25u, i, edge25);
  let edge26 = base + 26u * group.count;
  let variable26 = edge_variable(group, 26u, i, edge26);
  for (var word = first_word; word < last_word; word++) {
  let done = done_of(word);
  if (done == 0xffffffffu) { continue; }
  let posterior0 = load_posterior(word, variable0);
  let message0 = select(messages[word_index(word, edge0, MESSAGE_ELEMENTS)], 0u, first);
  let posterior1 = load_posterior(word, variable1);
  let message1 = select(messages[word_index(word, edge1, MESSAGE_ELEMENTS)], 0u, first);
  let posterior2 = load_posterior(word, variable2);
  let message2 = select(messages[word_index(word, edge2, MESSAGE_ELEMENTS)], 0u, first);
  let posterior3 = load_posterior(word, variable3);
  let message3 = select(messages[word_index(word, edge3, MESSAGE_ELEMENTS)], 0u, first);
  let posterior4 = load_posterior(word, variable4);
  let message4 = select(messages[word_index(word, edge4, MESSAGE_ELEMENTS)], 0u, first);
  let posterior5 = load_posterior(word, variable5);
  let message5 = select(messages[word_index(word, edge5, MESSAGE_ELEMENTS)], 0u, first);
  let posterior6 = load_posterior(word, variable6);
  let message6 = select(messages[word_index(word, edge6, MESSAGE_ELEMENTS)], 0u, first);
  let posterior7 = load_posterior(word, variable7);
  let message7 = select(messages[word_index(word, edge7, MESSAGE_ELEMENTS)], 0u, first);
  let posterior8 = load_posterior(word, variable8);
  let message8 = select(messages[word_index(word, edge8, MESSAGE_ELEMENTS)], 0u, first);
  let posterior9 = load_posterior(word, variable9);
  let message9 = select(messages[word_index(word, edge9, MESSAGE_ELEMENTS)], 0u, first);
  let posterior10 = load_posterior(word, variable10);
  let message10 = select(messages[word_index(word, edge10, MESSAGE_ELEMENTS)], 0u, first);
  let posterior11 = load_posterior(word, variable11);
  let message11 = select(messages[word_index(word, edge11, MESSAGE_ELEMENTS)], 0u, first);
  let posterior12 = load_posterior(word, variable12);
  let message12 = select(messages[word_index(word, edge12, MESSAGE_ELEMENTS)], 0u, first);
  let posterior13 = load_posterior(word, variable13);
  let message13 = select(messages[word_index(word, edge13, MESSAGE_ELEMENTS)], 0u, first);
  let posterior14 = load_posterior(word, variable14);
  let message14 = select(messages[word_index(word, edge14, MESSAGE_ELEMENTS)], 0u, first);
  let posterior15 = load_posterior(word, variable15);
  let message15 = select(messages[word_index(word, edge15, MESSAGE_ELEMENTS)], 0u, first);
  let posterior16 = load_posterior(word, variable16);
  let message16 = select(messages[word_index(word, edge16, MESSAGE_ELEMENTS)], 0u, first);
  let posterior17 = load_posterior(word, variable17);
  let message17 = select(messages[word_index(word, edge17, MESSAGE_ELEMENTS)], 0u, first);
  let posterior18 = load_posterior(word, variable18);
  let message18 = select(messages[word_index(word, edge18, MESSAGE_ELEMENTS)], 0u, first);
  let posterior19 = load_posterior(word, variable19);
  let message19 = select(messages[word_index(word, edge19, MESSAGE_ELEMENTS)], 0u, first);
  let posterior20 = load_posterior(word, variable20);
  let message20 = select(messages[word_index(word, edge20, MESSAGE_ELEMENTS)], 0u, first);
  let posterior21 = load_posterior(word, variable21);
  let message21 = select(messages[word_index(word, edge21, MESSAGE_ELEMENTS)], 0u, first);
  let posterior22 = load_posterior(word, variable22);
  let message22 = select(messages[word_index(word, edge22, MESSAGE_ELEMENTS)], 0u, first);
  let posterior23 = load_posterior(word, variable23);
  let message23 = select(messages[word_index(word, edge23, MESSAGE_ELEMENTS)], 0u, first);
  let posterior24 = load_posterior(word, variable24);
  let message24 = select(messages[word_index(word, edge24, MESSAGE_ELEMENTS)], 0u, first);
  let posterior25 = load_posterior(word, variable25);
  let message25 = select(messages[word_index(word, edge25, MESSAGE_ELEMENTS)], 0u, first);
  let posterior26 = load_posterior(word, variable26);
  let message26 = select(messages[word_index(word, edge26, MESSAGE_ELEMENTS)], 0u, first);
  let t0 = if_exists(difference(posterior0, message0), exists(edge0));
  let t1 = if_exists(difference(posterior1, message1), exists(edge1));
  let t2 = if_exists(difference(posterior2, message2), exists(edge2));
  let t3 = if_exists(difference(posterior3, message3), exists(edge3));
  let t4 = if_exists(difference(posterior4, message4), exists(edge4));
  let t5 = if_exists(difference(posterior5, message5), exists(edge5));
  let t6 = if_exists(difference(posterior6, message6), exists(edge6));
  let t7 = if_exists(difference(posterior7, message7), exists(edge7));
  let t8 = if_exists(difference(posterior8, message8), exists(edge8));
  let t9 = if_exists(difference(posterior9, message9), exists(edge9));
  let t10 = if_exists(difference(posterior10, message10), exists(edge10));
  let t11 = if_exists(difference(posterior11, message11), exists(edge11));
  let t12 = if_exists(difference(posterior12, message12), exists(edge12));
  let t13 = if_exists(difference(posterior13, message13), exists(edge13));
  let t14 = if_exists(difference(posterior14, message14), exists(edge14));
  let t15 = if_exists(difference(posterior15, message15), exists(edge15));
  let t16 = if_exists(difference(posterior16, message16), exists(edge16));
  let t17 = if_exists(difference(posterior17, message17), exists(edge17));
  let t18 = if_exists(difference(posterior18, message18), exists(edge18));
  let t19 = if_exists(difference(posterior19, message19), exists(edge19));
  let t20 = if_exists(difference(posterior20, message20), exists(edge20));
  let t21 = if_exists(difference(posterior21, message21), exists(edge21));
  let t22 = if_exists(difference(posterior22, message22), exists(edge22));
  let t23 = if_exists(difference(posterior23, message23), exists(edge23));
  let t24 = if_exists(difference(posterior24, message24), exists(edge24));
  let t25 = if_exists(difference(posterior25, message25), exists(edge25));
  let t26 = if_exists(difference(posterior26, message26), exists(edge26));
  var check = check_init(signs_from(check_sign(word, group.check + t)));
  let term0 = check_accumulate(&check, t0);
  let term1 = check_accumulate(&check, t1);
  let term2 = check_accumulate(&check, t2);
  let term3 = check_accumulate(&check, t3);
  let term4 = check_accumulate(&check, t4);
  let term5 = check_accumulate(&check, t5);
  let term6 = check_accumulate(&check, t6);
  let term7 = check_accumulate(&check, t7);
  let term8 = check_accumulate(&check, t8);
  let term9 = check_accumulate(&check, t9);
  let term10 = check_accumulate(&check, t10);
  let term11 = check_accumulate(&check, t11);
  let term12 = check_accumulate(&check, t12);
  let term13 = check_accumulate(&check, t13);
  let term14 = check_accumulate(&check, t14);
  let term15 = check_accumulate(&check, t15);
  let term16 = check_accumulate(&check, t16);
  let term17 = check_accumulate(&check, t17);
  let term18 = check_accumulate(&check, t18);
  let term19 = check_accumulate(&check, t19);
  let term20 = check_accumulate(&check, t20);
  let term21 = check_accumulate(&check, t21);
  let term22 = check_accumulate(&check, t22);
  let term23 = check_accumulate(&check, t23);
  let term24 = check_accumulate(&check, t24);
  let term25 = check_accumulate(&check, t25);
  let term26 = check_accumulate(&check, t26);
  check_finish(&check);
  let extrinsic26 = check_extrinsic(&check, t26, term26);
  if (exists(edge26)) {
    messages[word_index(word, edge26, MESSAGE_ELEMENTS)] = extrinsic26.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable26, keep(posterior26, extrinsic26.posterior, done));
    }
  }
  let extrinsic25 = check_extrinsic(&check, t25, term25);
  if (exists(edge25)) {
    messages[word_index(word, edge25, MESSAGE_ELEMENTS)] = extrinsic25.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable25, keep(posterior25, extrinsic25.posterior, done));
    }
  }
  let extrinsic24 = check_extrinsic(&check, t24, term24);
  if (exists(edge24)) {
    messages[word_index(word, edge24, MESSAGE_ELEMENTS)] = extrinsic24.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable24, keep(posterior24, extrinsic24.posterior, done));
    }
  }
  let extrinsic23 = check_extrinsic(&check, t23, term23);
  if (exists(edge23)) {
    messages[word_index(word, edge23, MESSAGE_ELEMENTS)] = extrinsic23.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable23, keep(posterior23, extrinsic23.posterior, done));
    }
  }
  let extrinsic22 = check_extrinsic(&check, t22, term22);
  if (exists(edge22)) {
    messages[word_index(word, edge22, MESSAGE_ELEMENTS)] = extrinsic22.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable22, keep(posterior22, extrinsic22.posterior, done));
    }
  }
  let extrinsic21 = check_extrinsic(&check, t21, term21);
  if (exists(edge21)) {
    messages[word_index(word, edge21, MESSAGE_ELEMENTS)] = extrinsic21.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable21, keep(posterior21, extrinsic21.posterior, done));
    }
  }
  let extrinsic20 = check_extrinsic(&check, t20, term20);
  if (exists(edge20)) {
    messages[word_index(word, edge20, MESSAGE_ELEMENTS)] = extrinsic20.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable20, keep(posterior20, extrinsic20.posterior, done));
    }
  }
  let extrinsic19 = check_extrinsic(&check, t19, term19);
  if (exists(edge19)) {
    messages[word_index(word, edge19, MESSAGE_ELEMENTS)] = extrinsic19.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable19, keep(posterior19, extrinsic19.posterior, done));
    }
  }
  let extrinsic18 = check_extrinsic(&check, t18, term18);
  if (exists(edge18)) {
    messages[word_index(word, edge18, MESSAGE_ELEMENTS)] = extrinsic18.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable18, keep(posterior18, extrinsic18.posterior, done));
    }
  }
  let extrinsic17 = check_extrinsic(&check, t17, term17);
  if (exists(edge17)) {
    messages[word_index(word, edge17, MESSAGE_ELEMENTS)] = extrinsic17.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable17, keep(posterior17, extrinsic17.posterior, done));
    }
  }
  let extrinsic16 = check_extrinsic(&check, t16, term16);
  if (exists(edge16)) {
    messages[word_index(word, edge16, MESSAGE_ELEMENTS)] = extrinsic16.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable16, keep(posterior16, extrinsic16.posterior, done));
    }
  }
  let extrinsic15 = check_extrinsic(&check, t15, term15);
  if (exists(edge15)) {
    messages[word_index(word, edge15, MESSAGE_ELEMENTS)] = extrinsic15.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable15, keep(posterior15, extrinsic15.posterior, done));
    }
  }
  let extrinsic14 = check_extrinsic(&check, t14, term14);
  if (exists(edge14)) {
    messages[word_index(word, edge14, MESSAGE_ELEMENTS)] = extrinsic14.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable14, keep(posterior14, extrinsic14.posterior, done));
    }
  }
  let extrinsic13 = check_extrinsic(&check, t13, term13);
  if (exists(edge13)) {
    messages[word_index(word, edge13, MESSAGE_ELEMENTS)] = extrinsic13.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable13, keep(posterior13, extrinsic13.posterior, done));
    }
  }
  let extrinsic12 = check_extrinsic(&check, t12, term12);
  if (exists(edge12)) {
    messages[word_index(word, edge12, MESSAGE_ELEMENTS)] = extrinsic12.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable12, keep(posterior12, extrinsic12.posterior, done));
    }
  }
  let extrinsic11 = check_extrinsic(&check, t11, term11);
  if (exists(edge11)) {
    messages[word_index(word, edge11, MESSAGE_ELEMENTS)] = extrinsic11.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable11, keep(posterior11, extrinsic11.posterior, done));
    }
  }
  let extrinsic10 = check_extrinsic(&check, t10, term10);
  if (exists(edge10)) {
    messages[word_index(word, edge10, MESSAGE_ELEMENTS)] = extrinsic10.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable10, keep(posterior10, extrinsic10.posterior, done));
    }
  }
  let extrinsic9 = check_extrinsic(&check, t9, term9);
  if (exists(edge9)) {
    messages[word_index(word, edge9, MESSAGE_ELEMENTS)] = extrinsic9.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable9, keep(posterior9, extrinsic9.posterior, done));
    }
  }
  let extrinsic8 = check_extrinsic(&check, t8, term8);
  if (exists(edge8)) {
    messages[word_index(word, edge8, MESSAGE_ELEMENTS)] = extrinsic8.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable8, keep(posterior8, extrinsic8.posterior, done));
    }
  }
  let extrinsic7 = check_extrinsic(&check, t7, term7);
  if (exists(edge7)) {
    messages[word_index(word, edge7, MESSAGE_ELEMENTS)] = extrinsic7.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable7, keep(posterior7, extrinsic7.posterior, done));
    }
  }
  let extrinsic6 = check_extrinsic(&check, t6, term6);
  if (exists(edge6)) {
    messages[word_index(word, edge6, MESSAGE_ELEMENTS)] = extrinsic6.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable6, keep(posterior6, extrinsic6.posterior, done));
    }
  }
  let extrinsic5 = check_extrinsic(&check, t5, term5);
  if (exists(edge5)) {
    messages[word_index(word, edge5, MESSAGE_ELEMENTS)] = extrinsic5.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable5, keep(posterior5, extrinsic5.posterior, done));
    }
  }
  let extrinsic4 = check_extrinsic(&check, t4, term4);
  if (exists(edge4)) {
    messages[word_index(word, edge4, MESSAGE_ELEMENTS)] = extrinsic4.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable4, keep(posterior4, extrinsic4.posterior, done));
    }
  }
  let extrinsic3 = check_extrinsic(&check, t3, term3);
  if (exists(edge3)) {
    messages[word_index(word, edge3, MESSAGE_ELEMENTS)] = extrinsic3.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable3, keep(posterior3, extrinsic3.posterior, done));
    }
  }
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

// Updates check t of a group for the words first_word … last_word − 1.
fn update_check(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32, first: bool) {
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
    case 2u * 27u + 0u: { update_check_27_0(group, t, first_word, last_word, first); }
    default: {}
  }
}

fn if_exists(t: Lanes, there: bool) -> Lanes {
  if (there) { return t; }
  return NEUTRAL;
}

// Lanes of done frames stay as they are.
fn keep(before: u32, after: u32, done: u32) -> u32 {
  if (INTERLEAVE == 1u || STOP == 0u) { return after; }
  return (before & done) | (after & ~done);
}


fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_index(word, variable, N)] = value; }

fn degree_one_is_read() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

// Which words a dispatch works on in a frame-interleaved layout: the active words, which kernel binary/compact lists; all words without
// early termination and in iteration 0. Twin: wgsl/binary/active-words.ts. The kernel declares `progress`, the buffer active_words of
// list-words, and imports run and lanes.
const COMPACTS: bool = STOP == 1u;

fn active_count() -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return word_count(); }
  return progress[run.iteration & 1u];
}

fn active_word(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return progress[2u + 2u * slot];
}

// Lanes of the word whose frames are done, or that have none: all ones.
fn active_done(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  return progress[3u + 2u * slot];
}


var<private> done: u32;
fn done_of(word: u32) -> u32 { return done; }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = id.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  done = active_done(slot);
  let last = min((id.x + 1u) * CHECKS_PER_WORKGROUP, layer[1]);
  for (var c = id.x * CHECKS_PER_WORKGROUP; c < last; c++) {
    let check = layer[0] + c;
    let group = check_groups[graph[CHECK_GROUP_AT + check]];
    update_check(group, check - group.check, word, word + 1u, run.iteration == 0u);
  }
}
