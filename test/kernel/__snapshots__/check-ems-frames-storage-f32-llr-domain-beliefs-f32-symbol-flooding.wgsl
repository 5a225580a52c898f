const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const NM: u32 = 2u;
const OFFSET_SIXTEENTHS: u32 = 8u;
const TILE: u32 = 4u;
const TILE_FOURS: u32 = 1u;
const SOME: u32 = 4u;
const ONE_TILE: u32 = 1u;
const HALVES: u32 = 0u;
const HALF_TILE: u32 = 2u;
const DEGREE: u32 = 4u;
const GROUP: u32 = 64u;
// check-ems-frames: extended min-sum check nodes by the forward-backward algorithm (Voicila, Declercq et al. 2010), one work
// item for a whole check of one frame, frames fastest. Messages are cut to their NM least, of equals the lower x = h·a; so
// is the result of each trellis step C(c) = min_x A(x) + B(c ⊕ x). Vectors stay full, with ABSENT for what was cut. What is
// absent of an outgoing message gets its largest present value + OFFSET. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: shared/symbol-flooding, shared/symbol-layered
// map  one workgroup per check (x) and GROUP places (y), one work item per frame
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: minima, comparisons, additions of two numbers, one subtraction
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

// Stands for certainty; no message is larger. Twin: src/kernel/llr-bound.ts.
const LLR_BOUND: f32 = 1048576.0;

// Vectors over GF(q) stored as f32: one symbol of one frame to a word. Twin: src/kernel/storage/f32.ts.
const SYMBOLS_PER_WORD: u32 = 1u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>(word); }
// The words of four symbols in a row, in the first 4 / SYMBOLS_PER_WORD components.
fn words_of(values: vec4f) -> vec4u { return bitcast<vec4u>(values); }
// A value as it is after it was stored.
fn rounded(value: f32) -> f32 { return value; }

// Costs: LLRs that add up, of which the least is the likeliest. Twin: src/kernel/domain/llr.ts.
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
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. With REFILLS above 1 messages have room for that part of the run's frames only, and frames that wait take
// the places behind those that moved up: these enter, which is a variable's first message, and their checks come one iteration of the
// run later. The kernel declares `lists` [LIST_HEAD + 2·LIST_ROWS·frames]: shared/listed-place, shared/list-rows. Without early
// termination, and in iteration 0, place i is frame i.
// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, where a place has more
// frames than an entry has bits for a bit for each of its frames that is done, and with REFILLS above 1 the iteration of the run in
// which its frames entered. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = 2u + u32(PLACE_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Places of all frames of the run, and places that messages have room for.
fn run_places() -> u32 { return (run.frames + PLACE_FRAMES - 1u) / PLACE_FRAMES; }
fn message_places() -> u32 { return (run.frames + REFILLS * PLACE_FRAMES - 1u) / (REFILLS * PLACE_FRAMES); }

// The buffer `lists`, written by list-frames: how many places are left, in even and in odd iterations; with REFILLS above 1 how
// many there are with those whose frames enter, in even and in odd ones, and how many of the run have entered. Then a list for even
// and one for odd iterations. An entry: a place of PLACE_FRAMES frames, and which of them are done, which go on for the sake of the
// others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }


const MOVES: bool = STOP == 1u;

// Frames that checks have messages of, at the first places.
fn frames_left() -> u32 {
  if (!MOVES) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

// These, and behind them frames that enter.
fn frames_here() -> u32 {
  if (REFILLS == 1u) { return frames_left(); }
  if (run.iteration == 0u) { return message_places() * PLACE_FRAMES; }
  return lists[2u + (run.iteration & 1u)] * PLACE_FRAMES;
}

fn enters(place: u32) -> bool { return REFILLS > 1u && place * PLACE_FRAMES >= frames_left(); }

// The iteration that a place's frames are in; of those that enter none.
fn iteration_at(place: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - lists[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + place];
}

// What is at a place of PLACE_FRAMES frames: shared/listed-place.
fn entry_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + place];
}

fn frame_at(place: u32) -> u32 {
  return listed_place(entry_at(place / PLACE_FRAMES)) * PLACE_FRAMES + place % PLACE_FRAMES;
}

// A bit for each frame of a place that is done.
fn done_frames(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return 0u; }
  if (PLACE_FRAMES <= ENTRY_FRAMES) { return listed_done(entry_at(place)); }
  return lists[list_of(run.iteration) + 2u * run.frames + place];
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}

// Flooding: a check reads its variables' messages, not normalised, and writes its own to the same frame's place. The
// kernel declares `variable_words` [edge][word of symbols][place of the iteration before], symbols in the order x of the
// check where a word holds one, else a, and `check_to_variable` [edge][word of symbols x][place].
// Messages of a check over GF(q) in its own order: symbol x = h·a of an edge, of the first edge x ⊕ s, which takes the
// syndrome s into account. The kernel declares the buffers and imports storage and run.
const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

fn quotient(h: u32, x: u32) -> u32 { return quotients[h * ROW + x / 4u][x % 4u]; }

// Four symbols x … x + 3 (two over GF(2)).
fn put_message(e: u32, x: u32, shift: u32, values: vec4f, place: u32) {
  var at = x;
  var turned = values;
  if (SYNDROME == 1u) {
    let low = shift & 3u;
    at = x ^ (shift & ~3u);
    turned = vec4f(values[low], values[1u ^ low], values[2u ^ low], values[3u ^ low]);
  }
  let words = words_of(turned);
  for (var w = 0u; w < SOME / SYMBOLS_PER_WORD; w++) {
    check_to_variable[(e * WORDS + at / SYMBOLS_PER_WORD + w) * message_places() + place] = words[w];
  }
}

const MOVES_MESSAGES: bool = true;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, place: u32, before: u32) -> f32 {
  let word = select(a / SYMBOLS_PER_WORD, x, SYMBOLS_PER_WORD == 1u);
  return symbol_value(variable_words[(e * WORDS + word) * message_places() + before], a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: vec4f, input: vec4f, place: u32) {
  put_message(e, x, shift, values, place);
}


alias Metric = f32;
const WORST: Metric = 3.0e38;   // greater than any sum
const ABSENT: f32 = 1.0e30;     // greater than any sum of what is present
const OFFSET: f32 = f32(OFFSET_SIXTEENTHS) / 16.0;
fn closer(least: Metric, a: Metric, b: Metric) -> Metric { return min(least, a + b); }

// This work item's check and frame.
var<private> first_edge: u32;
var<private> sum: u32;         // s
var<private> place: u32;
var<private> before: u32;

// The trellis step C(c) = min_x max(A(x), B(c ⊕ x)) of one work item that has whole vectors, TILE × TILE pairs at a time in
// registers, and the forward metrics of shared/forward-backward, which the kernel imports after it.
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

// The forward-backward algorithm of a check (nonbinary paper, Algorithm 2), in the work items that have the whole check:
// F_i = F_{i−1} * Q_i, B_i = Q_i * B_{i+1}, R_i = F_{i−1} * B_{i+1}, where A * B is the trellis step.
// The kernel declares alias Vector, step(left, right, to), store_forward(i, values) and load_forward(i, to) of F_0 … F_{degree − 3},
// force(vector), what a check of degree 1 says (shared/trellis-step has these), load_input(i, to), and put_vector(i, values, input),
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


// The message of edge e, normalised, at most LLR_BOUND; at x that of symbol x ⊕ shift.
fn load_normalised(e: u32, shift: u32, to: ptr<function, Vector>) {
  let edge = check_edges[e];
  var least = WORST;
  for (var block = 0u; block < Q; block += TILE) {
    {
      let x = (block + 0u) ^ shift;
      let value = raw_value(e, edge, quotient(edge.y, x), x, place, before);
      least = min(least, value);
      (*to)[block + 0u] = value;
    }
    {
      let x = (block + 1u) ^ shift;
      let value = raw_value(e, edge, quotient(edge.y, x), x, place, before);
      least = min(least, value);
      (*to)[block + 1u] = value;
    }
    {
      let x = (block + 2u) ^ shift;
      let value = raw_value(e, edge, quotient(edge.y, x), x, place, before);
      least = min(least, value);
      (*to)[block + 2u] = value;
    }
    {
      let x = (block + 3u) ^ shift;
      let value = raw_value(e, edge, quotient(edge.y, x), x, place, before);
      least = min(least, value);
      (*to)[block + 3u] = value;
    }
  }
  for (var block = 0u; block < Q; block += TILE) {
    (*to)[block + 0u] = rounded(min((*to)[block + 0u] - least, LLR_BOUND));
    (*to)[block + 1u] = rounded(min((*to)[block + 1u] - least, LLR_BOUND));
    (*to)[block + 2u] = rounded(min((*to)[block + 2u] - least, LLR_BOUND));
    (*to)[block + 3u] = rounded(min((*to)[block + 3u] - least, LLR_BOUND));
  }
}

// Keeps the NM least, of equals those at lower places: a place is kept if fewer than NM are before it. The others are read
// from a copy in memory, so that the code, which is copied to every call, stays short and the vector in registers.
fn forced(x: u32) -> Metric { return select(LLR_BOUND, 0.0, x == 0u); }
fn settle(vector: ptr<function, Vector>) {
  if (NM == Q) { return; }
  var copied = *vector;
  for (var block = 0u; block < Q; block += TILE) {
    var own: Tile;
    var before_it: array<u32, TILE>;
    own[0] = (*vector)[block + 0u];
    before_it[0] = 0u;
    own[1] = (*vector)[block + 1u];
    before_it[1] = 0u;
    own[2] = (*vector)[block + 2u];
    before_it[2] = 0u;
    own[3] = (*vector)[block + 3u];
    before_it[3] = 0u;
    for (var other = 0u; other < Q; other++) {
      let value = copied[other];
      before_it[0] += u32((value < own[0]) | ((value == own[0]) & (other < block + 0u)));
      before_it[1] += u32((value < own[1]) | ((value == own[1]) & (other < block + 1u)));
      before_it[2] += u32((value < own[2]) | ((value == own[2]) & (other < block + 2u)));
      before_it[3] += u32((value < own[3]) | ((value == own[3]) & (other < block + 3u)));
    }
    (*vector)[block + 0u] = select(ABSENT, own[0], before_it[0] < NM);
    (*vector)[block + 1u] = select(ABSENT, own[1], before_it[1] < NM);
    (*vector)[block + 2u] = select(ABSENT, own[2], before_it[2] < NM);
    (*vector)[block + 3u] = select(ABSENT, own[3], before_it[3] < NM);
  }
}

fn load_input(i: u32, to: ptr<function, Vector>) {
  load_normalised(first_edge + i, 0u, to);
  settle(to);
}

// `values` at x are of symbol x ⊕ s.
fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  let edge = check_edges[e];
  // What was heard, not cut, which layered schedules add to.
  var heard: Vector;
  if (LAYERED == 1u) { load_normalised(e, sum, &heard); }
  var largest = 0.0;
  for (var block = 0u; block < Q; block += TILE) {
    {
      let value = (*values)[block + 0u];
      largest = max(largest, select(value, 0.0, value >= ABSENT));
    }
    {
      let value = (*values)[block + 1u];
      largest = max(largest, select(value, 0.0, value >= ABSENT));
    }
    {
      let value = (*values)[block + 2u];
      largest = max(largest, select(value, 0.0, value >= ABSENT));
    }
    {
      let value = (*values)[block + 3u];
      largest = max(largest, select(value, 0.0, value >= ABSENT));
    }
  }
  let saturation = largest + OFFSET;
  for (var block = 0u; block < Q; block += TILE) {
    {
      var four: vec4f;
      var had: vec4f;
      {
        let value = (*values)[block + 4u * 0u + 0u];
        four[0] = select(value, saturation, value >= ABSENT);
        had[0] = heard[block + 4u * 0u + 0u];
      }
      {
        let value = (*values)[block + 4u * 0u + 1u];
        four[1] = select(value, saturation, value >= ABSENT);
        had[1] = heard[block + 4u * 0u + 1u];
      }
      {
        let value = (*values)[block + 4u * 0u + 2u];
        four[2] = select(value, saturation, value >= ABSENT);
        had[2] = heard[block + 4u * 0u + 2u];
      }
      {
        let value = (*values)[block + 4u * 0u + 3u];
        four[3] = select(value, saturation, value >= ABSENT);
        had[3] = heard[block + 4u * 0u + 3u];
      }
      put(e, edge, block + 4u * 0u, sum, four, had, place);
    }
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let at = group.y * GROUP + item;
  if (at >= frames_left()) { return; }
  let frame = frame_at(at);
  let m = checks[group.x];
  place = select(frame, at, MOVES_MESSAGES);
  before = place_before(at);
  first_edge = check_start[m];
  sum = 0u;
  if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }
  let degree = check_start[m + 1u] - first_edge;
  forward_backward(degree);
}
