const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 1u;
const TILE: u32 = 4u;
const TILE_QUADS: u32 = 1u;
const QUAD: u32 = 4u;
const ONE_TILE: u32 = 1u;
const HALVES: u32 = 0u;
const HALF_TILE: u32 = 2u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/min-max: Min-Max check nodes by the forward-backward algorithm (nonbinary paper, Algorithm 2), one invocation
// for a whole check of one frame: memory is frame-interleaved, so the graph and the permutations by h are the same for
// all invocations of a workgroup, and a trellis step C(c) = min_x max(A(x), B(c ⊕ x)) is done in registers, TILE × TILE
// pairs at a time. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: minima, maxima and one subtraction
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

// Stands for certainty; no message is larger. Twin: wgsl/common/bound.ts.
const LLR_BOUND: f32 = 1048576.0;

// Vectors over GF(q) stored as f32: one symbol of one frame to a word. Twin: wgsl/nonbinary/formats/f32.ts.
const SYMBOLS_PER_WORD: u32 = 1u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>(word); }
// The words of four symbols in a row, in the first 4 / SYMBOLS_PER_WORD components.
fn words_of(values: vec4f) -> vec4u { return bitcast<vec4u>(values); }
// A value as it is after it was stored.
fn rounded(value: f32) -> f32 { return value; }

// Costs: LLRs that add up, of which the least is the likeliest. Twin: domain.ts.
const NOTHING_KNOWN: f32 = 0.0;
fn channel_value(llr: f32) -> f32 { return llr; }
fn together(a: f32, b: f32) -> f32 { return a + b; }
fn likelier(a: f32, b: f32) -> bool { return a < b; }
fn without(all: f32, part: f32) -> f32 { return all - part; }


@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

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

// Layered: a check takes its last message from the posteriors, and adds its new one to what it had without it. The kernel
// declares `variable_words` [variable][symbol a][frame], posteriors as f32, and `check_to_variable`
// [edge][word of symbols x][frame].
// Messages of a check over GF(q) in its own order: symbol x = h·a of an edge, of the first edge x ⊕ s, which takes the
// syndrome s into account. The kernel declares the buffers and imports storage and run.
const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

fn quotient(h: u32, x: u32) -> u32 { return quotients[h * ROW + x / 4u][x % 4u]; }

// Four symbols x … x + 3 (two over GF(2)).
fn put_message(e: u32, x: u32, shift: u32, values: vec4f, slot: u32) {
  var at = x;
  var permuted = values;
  if (SYNDROME == 1u) {
    let low = shift & 3u;
    at = x ^ (shift & ~3u);
    permuted = vec4f(values[low], values[1u ^ low], values[2u ^ low], values[3u ^ low]);
  }
  let words = words_of(permuted);
  for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
    check_to_variable[(e * WORDS + at / SYMBOLS_PER_WORD + w) * message_slots() + slot] = words[w];
  }
}

// Posteriors and messages stay where they are.
const COMPACTS_MESSAGES: bool = false;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, frame: u32, before: u32) -> f32 {
  let posterior = bitcast<f32>(variable_words[(edge.x * Q + a) * run.frames + frame]);
  if (run.iteration == 0u) { return posterior; }
  let message = symbol_value(check_to_variable[(e * WORDS + x / SYMBOLS_PER_WORD) * run.frames + frame], x);
  return without(posterior, message);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: vec4f, input: vec4f, frame: u32) {
  put_message(e, x, shift, values, frame);
  for (var u = 0u; u < QUAD; u++) {
    let a = quotient(edge.y, (x + u) ^ shift);
    variable_words[(edge.x * Q + a) * run.frames + frame] = bitcast<u32>(together(input[u], rounded(values[u])));
  }
}


alias Metric = f32;
const WORST: Metric = 3.0e38;   // greater than any message
fn closer(least: Metric, a: Metric, b: Metric) -> Metric { return min(least, max(a, b)); }
fn forced(x: u32) -> Metric { return select(rounded(LLR_BOUND), 0.0, x == 0u); }
fn settle(vector: ptr<function, Vector>) {}

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;

// The trellis step C(c) = min_x max(A(x), B(c ⊕ x)) of one invocation that has whole vectors, TILE × TILE pairs at a time in
// registers, and the forward metrics of nonbinary/rules/forward-backward, which the kernel imports after it.
// The kernel declares alias Metric, WORST (the neutral element of min), closer(least, a, b) = min(least, max(a, b)), forced(x),
// what a check of degree 1 says of a symbol, and settle(vector), what becomes of a step's result.
//
// HALVES does a tile's symbols x in two halves where a pair takes two instructions: a GPU runs 16 KB of instructions from its
// cache, and straight-line code of several times that at a third of the speed.
alias Vector = array<Metric, Q>;
alias Tile = array<Metric, TILE>;

// F_0 … F_{degree − 3}; what is used next stays in registers where q = TILE. LAYERED: inputs up to place degree − 2. No more than
// that: a shader sets all of it to zero.
const FORWARDS: u32 = max(DEGREE, 3u) - select(2u, 1u, LAYERED == 1u);
var<private> forward: array<Metric, FORWARDS * Q>;

fn step(left: ptr<function, Vector>, right: ptr<function, Vector>, to: ptr<function, Vector>) {
  { const block = 0u;
    var least: Tile;
    least[0] = WORST;
    least[1] = WORST;
    least[2] = WORST;
    least[3] = WORST;
    { const other = 0u;
      var a: Tile;
      var b: Tile;
      a[0] = (*left)[other + 0u];
      b[0] = (*right)[(block ^ other) + 0u];
      a[1] = (*left)[other + 1u];
      b[1] = (*right)[(block ^ other) + 1u];
      a[2] = (*left)[other + 2u];
      b[2] = (*right)[(block ^ other) + 2u];
      a[3] = (*left)[other + 3u];
      b[3] = (*right)[(block ^ other) + 3u];
      least[0] = closer(least[0], a[0], b[0u ^ 0u]);
      least[1] = closer(least[1], a[0], b[1u ^ 0u]);
      least[2] = closer(least[2], a[0], b[2u ^ 0u]);
      least[3] = closer(least[3], a[0], b[3u ^ 0u]);
      least[0] = closer(least[0], a[1], b[0u ^ 1u]);
      least[1] = closer(least[1], a[1], b[1u ^ 1u]);
      least[2] = closer(least[2], a[1], b[2u ^ 1u]);
      least[3] = closer(least[3], a[1], b[3u ^ 1u]);
      least[0] = closer(least[0], a[2], b[0u ^ 2u]);
      least[1] = closer(least[1], a[2], b[1u ^ 2u]);
      least[2] = closer(least[2], a[2], b[2u ^ 2u]);
      least[3] = closer(least[3], a[2], b[3u ^ 2u]);
      least[0] = closer(least[0], a[3], b[0u ^ 3u]);
      least[1] = closer(least[1], a[3], b[1u ^ 3u]);
      least[2] = closer(least[2], a[3], b[2u ^ 3u]);
      least[3] = closer(least[3], a[3], b[3u ^ 3u]);
    }
    (*to)[block + 0u] = least[0];
    (*to)[block + 1u] = least[1];
    (*to)[block + 2u] = least[2];
    (*to)[block + 3u] = least[3];
  }
  settle(to);
}

fn load_forward(i: u32, to: ptr<function, Vector>) {
  { const block = 0u;
    (*to)[block + 0u] = forward[i * Q + block + 0u];
    (*to)[block + 1u] = forward[i * Q + block + 1u];
    (*to)[block + 2u] = forward[i * Q + block + 2u];
    (*to)[block + 3u] = forward[i * Q + block + 3u];
  }
}

fn store_forward(i: u32, values: ptr<function, Vector>) {
  { const block = 0u;
    forward[i * Q + block + 0u] = (*values)[block + 0u];
    forward[i * Q + block + 1u] = (*values)[block + 1u];
    forward[i * Q + block + 2u] = (*values)[block + 2u];
    forward[i * Q + block + 3u] = (*values)[block + 3u];
  }
}

fn force(vector: ptr<function, Vector>) {
  { const block = 0u;
    (*vector)[block + 0u] = forced(block + 0u);
    (*vector)[block + 1u] = forced(block + 1u);
    (*vector)[block + 2u] = forced(block + 2u);
    (*vector)[block + 3u] = forced(block + 3u);
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


// The message of an edge, normalised, at most LLR_BOUND.
fn load_input(i: u32, to: ptr<function, Vector>) {
  let e = first_edge + i;
  let shift = select(0u, first_shift, i == 0u);
  let edge = check_edges[e];
  var least = WORST;
  { const block = 0u;
    {
      let x = block + 4u * 0u;
      var a = quotients[edge.y * ROW + x / 4u];
      if (SYNDROME == 1u) {
        for (var u = 0u; u < QUAD; u++) { a[u] = quotient(edge.y, (x + u) ^ shift); }
      }
      let value_0 = raw_value(e, edge, a[0], (x + 0u) ^ shift, slot, before);
      least = min(least, value_0);
      (*to)[x + 0u] = value_0;
      let value_1 = raw_value(e, edge, a[1], (x + 1u) ^ shift, slot, before);
      least = min(least, value_1);
      (*to)[x + 1u] = value_1;
      let value_2 = raw_value(e, edge, a[2], (x + 2u) ^ shift, slot, before);
      least = min(least, value_2);
      (*to)[x + 2u] = value_2;
      let value_3 = raw_value(e, edge, a[3], (x + 3u) ^ shift, slot, before);
      least = min(least, value_3);
      (*to)[x + 3u] = value_3;
    }
  }
  { const block = 0u;
    (*to)[block + 0u] = rounded(min((*to)[block + 0u] - least, LLR_BOUND));
    (*to)[block + 1u] = rounded(min((*to)[block + 1u] - least, LLR_BOUND));
    (*to)[block + 2u] = rounded(min((*to)[block + 2u] - least, LLR_BOUND));
    (*to)[block + 3u] = rounded(min((*to)[block + 3u] - least, LLR_BOUND));
  }
}

fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  let shift = select(0u, first_shift, i == 0u);
  let edge = check_edges[e];
  { const block = 0u;
    {
      var four: vec4f;
      var had: vec4f;
      four[0] = (*values)[block + 4u * 0u + 0u];
      had[0] = (*input)[block + 4u * 0u + 0u];
      four[1] = (*values)[block + 4u * 0u + 1u];
      had[1] = (*input)[block + 4u * 0u + 1u];
      four[2] = (*values)[block + 4u * 0u + 2u];
      had[2] = (*input)[block + 4u * 0u + 2u];
      four[3] = (*values)[block + 4u * 0u + 3u];
      had[3] = (*input)[block + 4u * 0u + 3u];
      put(e, edge, block + 4u * 0u, shift, four, had, slot);
    }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
  let m = checks[workgroup.x];
  slot = select(frame, at, COMPACTS_MESSAGES);
  before = slot_before(at);
  first_edge = check_start[m];
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }
  let degree = check_start[m + 1u] - first_edge;
  forward_backward(degree);
}
