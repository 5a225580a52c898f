const BOUND_BITS: u32 = 1098907648u;
const N: u32 = 16200u;
const CHECKS: u32 = 1800u;
const FRAMES_FASTEST: u32 = 1u;
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
const WORDS_PER_ITEM: u32 = 1u;
const CHECKS_PER_GROUP: u32 = 1u;
const GROUP: u32 = 64u;
// check-update: updates a run of checks: a layer (LAYERED: posteriors are updated at
// once), or all of them (flooding). Rule and number format are the variant's.
// in   groups [group], graph (shared/check-groups), layer (first check, checks), channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAMES_FASTEST:
//      the list of open words (shared/open-words)
// i/o  posteriors [word][N], messages [word][message]; FRAMES_FASTEST: all these with the word last
// map  one work item per check and WORDS_PER_ITEM words, which share the look-up of its variables; workgroup y = words.
//      FRAMES_FASTEST: one workgroup per CHECKS_PER_GROUP checks (x) and GROUP places of words (y)
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
// global_invocation_id: work items stand in x. Kernels that give a workgroup GROUP frames or words never need rows. The twin
// of the dispatch: src/kernel/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(group: vec3u) -> u32 { return group.z * SLOTS_PER_ROW + group.y; }

// Message words of one f32 number: one frame to a word. Twin: src/kernel/lanes/f32.ts.
alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const FRAMES_PER_WORD: u32 = 1u;
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
// src/kernel/check-node/sum-product.ts.
struct Given {
  message: u32,
  posterior: u32,
}

// What an edge gets of its check: the new message as its word, and the posterior with it.
fn given(t: Lanes, out: Lanes) -> Given {
  let message = pack(out);
  return Given(message, total(t, message));
}


struct Check {
  sum: Lanes, // Φ of the edges taken, then of those given
  signs: Signs,
}
struct Kept {
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

fn check_begin(signs: Signs) -> Check { return Check(Lanes(), signs); }

fn check_take(check: ptr<function, Check>, t: Lanes) -> Kept {
  let own = phi(clamp(abs(t), Lanes(SMALLEST_LLR), Lanes(LARGEST_LLR)));
  let before = (*check).sum;
  (*check).sum = before + own;
  (*check).signs ^= signs_of(t);
  return Kept(before, own);
}

fn check_turn(check: ptr<function, Check>) { (*check).sum = Lanes(); }

fn check_give(check: ptr<function, Check>, t: Lanes, kept: Kept) -> Given {
  let others = kept.before + (*check).sum;
  (*check).sum += kept.own;
  let magnitude = min(phi(clamp(others, Lanes(1.0e-36), Lanes(LARGEST_LLR))), Lanes(BOUND));
  return given(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}


@group(0) @binding(1) var<storage, read> groups: array<CheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> layer: array<u32>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_signs: array<u32>;
@group(0) @binding(6) var<storage, read> progress: array<u32>;
@group(0) @binding(7) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(8) var<storage, read_write> messages: array<u32>;

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAMES_FASTEST, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// src/kernel/word-places.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD; }

fn word_place(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return x * word_count() + word; }
  return word * elements + x;
}

// Groups of checks of equal degree that are updated alike (src/decoder/binary/graph.ts). Check t of a group has its message
// k at message + k·count + t. `graph` holds block column's first variable and shift of each circulant (COMPACT), or the
// variable of each message; then lists of block rows; then, from CHECK_GROUP_AT on, the group of each check.
struct CheckGroup {
  entry: u32,   // first circulant
  message: u32, // first message
  check: u32,   // number of check 0
  leaf: u32,    // variable number of check 0's leaf, where there are leaves
  list: u32,    // where its list of rows of the block begins in `graph`; NO_LIST: check t is row t
  count: u32,   // checks
  degree: u32,  // edges to core variables
  flags: u32,   // 1: the checks have leaves; 2: first group of a layer
}

const NO_LIST: u32 = 0xffffffffu;
const HAS_LEAF: u32 = 1u;
const NEW_LAYER: u32 = 2u;

// Row of its block that check t of a group is.
fn block_row(group: CheckGroup, t: u32) -> u32 {
  if (LISTS == 0u || group.list == NO_LIST) { return t; }
  return graph[group.list + t];
}

// Variable of edge k of check t, row i of its block.
fn edge_variable(group: CheckGroup, k: u32, i: u32, message: u32) -> u32 {
  if (COMPACT == 0u) { return graph[message]; }
  let entry = 2u * (group.entry + k);
  let x = i + graph[entry + 1u];
  return graph[entry] + select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}

// What the update of checks and the question whether they are satisfied have in common. The kernel declares check_signs.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  if (SYNDROME == 0u) { return 0u; }
  return check_signs[word_place(word, check, CHECKS)];
}

// The update of one check: for each edge t = posterior − message, the check-node rule, new messages and, in a layered
// schedule, new posteriors t + message at once (CV-QKD paper, eqs. 4 to 11; EQML paper, eqs. 7 to 14, for flooding). One
// function for each degree, all edges in registers.
//
// The kernel declares DEGREES0 and DEGREES1 (degrees without and with a leaf), LAYERED, the functions load_posterior,
// store_posterior, done_of (lanes of a word that stay as they are) and leaves_count (whether anyone will read the posteriors of
// leaves of this iteration), and the buffers channel, posteriors, messages; it
// imports shared/check-edges.
// COUNT_FLIPS: element MESSAGES + e of a word of messages holds for each lane the sign of edge e's message
// to the check in the iteration before (top bit) and how often it has changed since the first (the bits below, saturating).
// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / FRAMES_PER_WORD;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


const MESSAGE_ELEMENTS: u32 = MESSAGES * (1u + COUNT_FLIPS);


fn update_check_27_0(group: CheckGroup, t: u32, first_word: u32, last_word: u32, first: bool) {
  let base = group.message + t;
  let i = block_row(group, t);
  let place0 = base + 0u * group.count;
  let variable0 = edge_variable(group, 0u, i, place0);
  let place1 = base + 1u * group.count;
  let variable1 = edge_variable(group, 1u, i, place1);
  let place2 = base + 2u * group.count;
  let variable2 = edge_variable(group, 2u, i, place2);
  let place3 = base + 3u * group.count;
  let variable3 = edge_variable(group, 3u, i, place3);
  let place4 = base + 4u * group.count;
  let variable4 = edge_variable(group, 4u, i, place4);
  let place5 = base + 5u * group.count;
  let variable5 = edge_variable(group, 5u, i, place5);
  let place6 = base + 6u * group.count;
  let variable6 = edge_variable(group, 6u, i, place6);
  let place7 = base + 7u * group.count;
  let variable7 = edge_variable(group, 7u, i, place7);
  let place8 = base + 8u * group.count;
  let variable8 = edge_variable(group, 8u, i, place8);
  let place9 = base + 9u * group.count;
  let variable9 = edge_variable(group, 9u, i, place9);
  let place10 = base + 10u * group.count;
  let variable10 = edge_variable(group, 10u, i, place10);
  let place11 = base + 11u * group.count;
  let variable11 = edge_variable(group, 11u, i, place11);
  let place12 = base + 12u * group.count;
  let variable12 = edge_variable(group, 12u, i, place12);
  let place13 = base + 13u * group.count;
  let variable13 = edge_variable(group, 13u, i, place13);
  let place14 = base + 14u * group.count;
  let variable14 = edge_variable(group, 14u, i, place14);
  let place15 = base + 15u * group.count;
  let variable15 = edge_variable(group, 15u, i, place15);
  let place16 = base + 16u * group.count;
  let variable16 = edge_variable(group, 16u, i, place16);
  let place17 = base + 17u * group.count;
  let variable17 = edge_variable(group, 17u, i, place17);
  let place18 = base + 18u * group.count;
  let variable18 = edge_variable(group, 18u, i, place18);
  let place19 = base + 19u * group.count;
  let variable19 = edge_variable(group, 19u, i, place19);
  let place20 = base + 20u * group.count;
  let variable20 = edge_variable(group, 20u, i, place20);
  let place21 = base + 21u * group.count;
  let variable21 = edge_variable(group, 21u, i, place21);
  let place22 = base + 22u * group.count;
  let variable22 = edge_variable(group, 22u, i, place22);
  let place23 = base + 23u * group.count;
  let variable23 = edge_variable(group, 23u, i, place23);
  let place24 = base + 24u * group.count;
  let variable24 = edge_variable(group, 24u, i, place24);
  let place25 = base + 25u * group.count;
  let variable25 = edge_variable(group, 25u, i, place25);
  let place26 = base + 26u * group.count;
  let variable26 = edge_variable(group, 26u, i, place26);
  for (var word = first_word; word < last_word; word++) {
  let done = done_of(word);
  if (done == 0xffffffffu) { continue; }
  let posterior0 = load_posterior(word, variable0);
  let message0 = select(messages[word_place(word, place0, MESSAGE_ELEMENTS)], 0u, first);
  let posterior1 = load_posterior(word, variable1);
  let message1 = select(messages[word_place(word, place1, MESSAGE_ELEMENTS)], 0u, first);
  let posterior2 = load_posterior(word, variable2);
  let message2 = select(messages[word_place(word, place2, MESSAGE_ELEMENTS)], 0u, first);
  let posterior3 = load_posterior(word, variable3);
  let message3 = select(messages[word_place(word, place3, MESSAGE_ELEMENTS)], 0u, first);
  let posterior4 = load_posterior(word, variable4);
  let message4 = select(messages[word_place(word, place4, MESSAGE_ELEMENTS)], 0u, first);
  let posterior5 = load_posterior(word, variable5);
  let message5 = select(messages[word_place(word, place5, MESSAGE_ELEMENTS)], 0u, first);
  let posterior6 = load_posterior(word, variable6);
  let message6 = select(messages[word_place(word, place6, MESSAGE_ELEMENTS)], 0u, first);
  let posterior7 = load_posterior(word, variable7);
  let message7 = select(messages[word_place(word, place7, MESSAGE_ELEMENTS)], 0u, first);
  let posterior8 = load_posterior(word, variable8);
  let message8 = select(messages[word_place(word, place8, MESSAGE_ELEMENTS)], 0u, first);
  let posterior9 = load_posterior(word, variable9);
  let message9 = select(messages[word_place(word, place9, MESSAGE_ELEMENTS)], 0u, first);
  let posterior10 = load_posterior(word, variable10);
  let message10 = select(messages[word_place(word, place10, MESSAGE_ELEMENTS)], 0u, first);
  let posterior11 = load_posterior(word, variable11);
  let message11 = select(messages[word_place(word, place11, MESSAGE_ELEMENTS)], 0u, first);
  let posterior12 = load_posterior(word, variable12);
  let message12 = select(messages[word_place(word, place12, MESSAGE_ELEMENTS)], 0u, first);
  let posterior13 = load_posterior(word, variable13);
  let message13 = select(messages[word_place(word, place13, MESSAGE_ELEMENTS)], 0u, first);
  let posterior14 = load_posterior(word, variable14);
  let message14 = select(messages[word_place(word, place14, MESSAGE_ELEMENTS)], 0u, first);
  let posterior15 = load_posterior(word, variable15);
  let message15 = select(messages[word_place(word, place15, MESSAGE_ELEMENTS)], 0u, first);
  let posterior16 = load_posterior(word, variable16);
  let message16 = select(messages[word_place(word, place16, MESSAGE_ELEMENTS)], 0u, first);
  let posterior17 = load_posterior(word, variable17);
  let message17 = select(messages[word_place(word, place17, MESSAGE_ELEMENTS)], 0u, first);
  let posterior18 = load_posterior(word, variable18);
  let message18 = select(messages[word_place(word, place18, MESSAGE_ELEMENTS)], 0u, first);
  let posterior19 = load_posterior(word, variable19);
  let message19 = select(messages[word_place(word, place19, MESSAGE_ELEMENTS)], 0u, first);
  let posterior20 = load_posterior(word, variable20);
  let message20 = select(messages[word_place(word, place20, MESSAGE_ELEMENTS)], 0u, first);
  let posterior21 = load_posterior(word, variable21);
  let message21 = select(messages[word_place(word, place21, MESSAGE_ELEMENTS)], 0u, first);
  let posterior22 = load_posterior(word, variable22);
  let message22 = select(messages[word_place(word, place22, MESSAGE_ELEMENTS)], 0u, first);
  let posterior23 = load_posterior(word, variable23);
  let message23 = select(messages[word_place(word, place23, MESSAGE_ELEMENTS)], 0u, first);
  let posterior24 = load_posterior(word, variable24);
  let message24 = select(messages[word_place(word, place24, MESSAGE_ELEMENTS)], 0u, first);
  let posterior25 = load_posterior(word, variable25);
  let message25 = select(messages[word_place(word, place25, MESSAGE_ELEMENTS)], 0u, first);
  let posterior26 = load_posterior(word, variable26);
  let message26 = select(messages[word_place(word, place26, MESSAGE_ELEMENTS)], 0u, first);
  let t0 = if_exists(difference(posterior0, message0), exists(place0));
  let t1 = if_exists(difference(posterior1, message1), exists(place1));
  let t2 = if_exists(difference(posterior2, message2), exists(place2));
  let t3 = if_exists(difference(posterior3, message3), exists(place3));
  let t4 = if_exists(difference(posterior4, message4), exists(place4));
  let t5 = if_exists(difference(posterior5, message5), exists(place5));
  let t6 = if_exists(difference(posterior6, message6), exists(place6));
  let t7 = if_exists(difference(posterior7, message7), exists(place7));
  let t8 = if_exists(difference(posterior8, message8), exists(place8));
  let t9 = if_exists(difference(posterior9, message9), exists(place9));
  let t10 = if_exists(difference(posterior10, message10), exists(place10));
  let t11 = if_exists(difference(posterior11, message11), exists(place11));
  let t12 = if_exists(difference(posterior12, message12), exists(place12));
  let t13 = if_exists(difference(posterior13, message13), exists(place13));
  let t14 = if_exists(difference(posterior14, message14), exists(place14));
  let t15 = if_exists(difference(posterior15, message15), exists(place15));
  let t16 = if_exists(difference(posterior16, message16), exists(place16));
  let t17 = if_exists(difference(posterior17, message17), exists(place17));
  let t18 = if_exists(difference(posterior18, message18), exists(place18));
  let t19 = if_exists(difference(posterior19, message19), exists(place19));
  let t20 = if_exists(difference(posterior20, message20), exists(place20));
  let t21 = if_exists(difference(posterior21, message21), exists(place21));
  let t22 = if_exists(difference(posterior22, message22), exists(place22));
  let t23 = if_exists(difference(posterior23, message23), exists(place23));
  let t24 = if_exists(difference(posterior24, message24), exists(place24));
  let t25 = if_exists(difference(posterior25, message25), exists(place25));
  let t26 = if_exists(difference(posterior26, message26), exists(place26));
  var check = check_begin(signs_from(check_sign(word, group.check + t)));
  let kept0 = check_take(&check, t0);
  let kept1 = check_take(&check, t1);
  let kept2 = check_take(&check, t2);
  let kept3 = check_take(&check, t3);
  let kept4 = check_take(&check, t4);
  let kept5 = check_take(&check, t5);
  let kept6 = check_take(&check, t6);
  let kept7 = check_take(&check, t7);
  let kept8 = check_take(&check, t8);
  let kept9 = check_take(&check, t9);
  let kept10 = check_take(&check, t10);
  let kept11 = check_take(&check, t11);
  let kept12 = check_take(&check, t12);
  let kept13 = check_take(&check, t13);
  let kept14 = check_take(&check, t14);
  let kept15 = check_take(&check, t15);
  let kept16 = check_take(&check, t16);
  let kept17 = check_take(&check, t17);
  let kept18 = check_take(&check, t18);
  let kept19 = check_take(&check, t19);
  let kept20 = check_take(&check, t20);
  let kept21 = check_take(&check, t21);
  let kept22 = check_take(&check, t22);
  let kept23 = check_take(&check, t23);
  let kept24 = check_take(&check, t24);
  let kept25 = check_take(&check, t25);
  let kept26 = check_take(&check, t26);
  check_turn(&check);
  let given26 = check_give(&check, t26, kept26);
  if (exists(place26)) {
    messages[word_place(word, place26, MESSAGE_ELEMENTS)] = given26.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable26, keep(posterior26, given26.posterior, done));
    }
  }
  let given25 = check_give(&check, t25, kept25);
  if (exists(place25)) {
    messages[word_place(word, place25, MESSAGE_ELEMENTS)] = given25.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable25, keep(posterior25, given25.posterior, done));
    }
  }
  let given24 = check_give(&check, t24, kept24);
  if (exists(place24)) {
    messages[word_place(word, place24, MESSAGE_ELEMENTS)] = given24.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable24, keep(posterior24, given24.posterior, done));
    }
  }
  let given23 = check_give(&check, t23, kept23);
  if (exists(place23)) {
    messages[word_place(word, place23, MESSAGE_ELEMENTS)] = given23.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable23, keep(posterior23, given23.posterior, done));
    }
  }
  let given22 = check_give(&check, t22, kept22);
  if (exists(place22)) {
    messages[word_place(word, place22, MESSAGE_ELEMENTS)] = given22.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable22, keep(posterior22, given22.posterior, done));
    }
  }
  let given21 = check_give(&check, t21, kept21);
  if (exists(place21)) {
    messages[word_place(word, place21, MESSAGE_ELEMENTS)] = given21.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable21, keep(posterior21, given21.posterior, done));
    }
  }
  let given20 = check_give(&check, t20, kept20);
  if (exists(place20)) {
    messages[word_place(word, place20, MESSAGE_ELEMENTS)] = given20.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable20, keep(posterior20, given20.posterior, done));
    }
  }
  let given19 = check_give(&check, t19, kept19);
  if (exists(place19)) {
    messages[word_place(word, place19, MESSAGE_ELEMENTS)] = given19.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable19, keep(posterior19, given19.posterior, done));
    }
  }
  let given18 = check_give(&check, t18, kept18);
  if (exists(place18)) {
    messages[word_place(word, place18, MESSAGE_ELEMENTS)] = given18.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable18, keep(posterior18, given18.posterior, done));
    }
  }
  let given17 = check_give(&check, t17, kept17);
  if (exists(place17)) {
    messages[word_place(word, place17, MESSAGE_ELEMENTS)] = given17.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable17, keep(posterior17, given17.posterior, done));
    }
  }
  let given16 = check_give(&check, t16, kept16);
  if (exists(place16)) {
    messages[word_place(word, place16, MESSAGE_ELEMENTS)] = given16.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable16, keep(posterior16, given16.posterior, done));
    }
  }
  let given15 = check_give(&check, t15, kept15);
  if (exists(place15)) {
    messages[word_place(word, place15, MESSAGE_ELEMENTS)] = given15.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable15, keep(posterior15, given15.posterior, done));
    }
  }
  let given14 = check_give(&check, t14, kept14);
  if (exists(place14)) {
    messages[word_place(word, place14, MESSAGE_ELEMENTS)] = given14.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable14, keep(posterior14, given14.posterior, done));
    }
  }
  let given13 = check_give(&check, t13, kept13);
  if (exists(place13)) {
    messages[word_place(word, place13, MESSAGE_ELEMENTS)] = given13.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable13, keep(posterior13, given13.posterior, done));
    }
  }
  let given12 = check_give(&check, t12, kept12);
  if (exists(place12)) {
    messages[word_place(word, place12, MESSAGE_ELEMENTS)] = given12.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable12, keep(posterior12, given12.posterior, done));
    }
  }
  let given11 = check_give(&check, t11, kept11);
  if (exists(place11)) {
    messages[word_place(word, place11, MESSAGE_ELEMENTS)] = given11.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable11, keep(posterior11, given11.posterior, done));
    }
  }
  let given10 = check_give(&check, t10, kept10);
  if (exists(place10)) {
    messages[word_place(word, place10, MESSAGE_ELEMENTS)] = given10.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable10, keep(posterior10, given10.posterior, done));
    }
  }
  let given9 = check_give(&check, t9, kept9);
  if (exists(place9)) {
    messages[word_place(word, place9, MESSAGE_ELEMENTS)] = given9.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable9, keep(posterior9, given9.posterior, done));
    }
  }
  let given8 = check_give(&check, t8, kept8);
  if (exists(place8)) {
    messages[word_place(word, place8, MESSAGE_ELEMENTS)] = given8.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable8, keep(posterior8, given8.posterior, done));
    }
  }
  let given7 = check_give(&check, t7, kept7);
  if (exists(place7)) {
    messages[word_place(word, place7, MESSAGE_ELEMENTS)] = given7.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable7, keep(posterior7, given7.posterior, done));
    }
  }
  let given6 = check_give(&check, t6, kept6);
  if (exists(place6)) {
    messages[word_place(word, place6, MESSAGE_ELEMENTS)] = given6.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable6, keep(posterior6, given6.posterior, done));
    }
  }
  let given5 = check_give(&check, t5, kept5);
  if (exists(place5)) {
    messages[word_place(word, place5, MESSAGE_ELEMENTS)] = given5.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable5, keep(posterior5, given5.posterior, done));
    }
  }
  let given4 = check_give(&check, t4, kept4);
  if (exists(place4)) {
    messages[word_place(word, place4, MESSAGE_ELEMENTS)] = given4.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable4, keep(posterior4, given4.posterior, done));
    }
  }
  let given3 = check_give(&check, t3, kept3);
  if (exists(place3)) {
    messages[word_place(word, place3, MESSAGE_ELEMENTS)] = given3.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable3, keep(posterior3, given3.posterior, done));
    }
  }
  let given2 = check_give(&check, t2, kept2);
  if (exists(place2)) {
    messages[word_place(word, place2, MESSAGE_ELEMENTS)] = given2.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable2, keep(posterior2, given2.posterior, done));
    }
  }
  let given1 = check_give(&check, t1, kept1);
  if (exists(place1)) {
    messages[word_place(word, place1, MESSAGE_ELEMENTS)] = given1.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable1, keep(posterior1, given1.posterior, done));
    }
  }
  let given0 = check_give(&check, t0, kept0);
  if (exists(place0)) {
    messages[word_place(word, place0, MESSAGE_ELEMENTS)] = given0.message;
    if (LAYERED == 1u) {
      store_posterior(word, variable0, keep(posterior0, given0.posterior, done));
    }
  }
  }
}

// Updates check t of a group for the words first_word … last_word − 1.
fn update_check(group: CheckGroup, t: u32, first_word: u32, last_word: u32, first: bool) {
  switch (2u * group.degree + (group.flags & HAS_LEAF)) {
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
  if (FRAMES_PER_WORD == 1u || STOP == 0u) { return after; }
  return (before & done) | (after & ~done);
}


fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_place(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_place(word, variable, N)] = value; }

fn leaves_count() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

// Which words a dispatch works on where frames are fastest: those that kernel list-words listed, all where nothing ends early
// and in iteration 0. Twin: src/kernel/open-words.ts. The kernel declares `progress`, the buffer open_words of list-words, and imports run and lanes.
const ENDS: bool = STOP == 1u;

fn open_count() -> u32 {
  if (!ENDS || run.iteration == 0u) { return word_count(); }
  return progress[run.iteration & 1u];
}

fn open_word(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return place; }
  return progress[2u + 2u * place];
}

// Lanes of the word whose frames are done, or that have none: all ones.
fn open_done(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return 0u; }
  return progress[3u + 2u * place];
}


var<private> done: u32;
fn done_of(word: u32) -> u32 { return done; }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let place = id.y * GROUP + item;
  if (place >= open_count()) { return; }
  let word = open_word(place);
  done = open_done(place);
  let last = min((id.x + 1u) * CHECKS_PER_GROUP, layer[1]);
  for (var c = id.x * CHECKS_PER_GROUP; c < last; c++) {
    let check = layer[0] + c;
    let group = groups[graph[CHECK_GROUP_AT + check]];
    update_check(group, check - group.check, word, word + 1u, run.iteration == 0u);
  }
}
