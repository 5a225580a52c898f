const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 2u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const LEVELS: u32 = 16u;
const INTERLEAVE: u32 = 2u;
const CHANNEL_MAX: u32 = 255u;
const TILE: u32 = 4u;
const TILE_QUADS: u32 = 1u;
const QUAD: u32 = 4u;
const ONE_TILE: u32 = 1u;
const HALVES: u32 = 0u;
const HALF_TILE: u32 = 2u;
const SYMBOL_BITS: u32 = 5u;
const SYMBOLS_PER_LANE: u32 = 3u;
const BLOCK_SYMBOLS: u32 = 4u;
const BLOCK_WORDS: u32 = 2u;
const MESSAGE_WORDS: u32 = 2u;
const PART: u32 = 4u;
const PART_QUADS: u32 = 1u;
const PART_WORDS: u32 = 2u;
const ONE_PART: u32 = 1u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/min-max-levels: level-sliced Min-Max check nodes (doc/papers/level-sliced-min-max.md): thermometer codes, max = AND,
// min = OR, so that a pair of a trellis step is one operation for INTERLEAVE frames. One invocation for a whole check
// of one word of frames. Flooding or LAYERED.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  flooding: variable_words [edge][word of symbols x][word of slots before], check_to_variable
//      [edge][word of symbols x][word of slots]
//      LAYERED: variable_words [variable][symbol a][word], posteriors, integers in lanes; check_to_variable
//      [edge][word of symbols x][word]
// map  one workgroup per check (x) and WORKGROUP_SIZE words of slots (y), one invocation per word
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
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

// Integers in lanes of LEVELS bits, INTERLEAVE = 32 / LEVELS frames to a word: what variables of level-sliced Min-Max
// compute with, and posteriors. Twin: wgsl/nonbinary/formats/levels.ts.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);
const LANES: u32 = 0xffffffffu / LANE;   // 1 in each lane
const MOST: u32 = LEVELS - 1u;           // the largest message

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

// Each lane's value where the number has its highest bits. What is below decides nothing in minima.
fn on_top(values: u32, lane: u32) -> u32 { return values << (32u - LEVELS - lane * LEVELS); }
const TOP: u32 = LANE << (32u - LEVELS);

fn at_most(limit: u32, values: u32) -> u32 {
  var result = 0u;
  result |= (min(on_top(values, 0u), (limit << (32u - LEVELS)) | ~TOP) >> (32u - LEVELS)) << (0u * LEVELS);
  result |= (min(on_top(values, 1u), (limit << (32u - LEVELS)) | ~TOP) >> (32u - LEVELS)) << (1u * LEVELS);
  return result;
}

// Least of each lane, found one value after the other.
alias Leasts = array<u32, INTERLEAVE>;
fn with_value(leasts: ptr<function, Leasts>, values: u32) {
  (*leasts)[0] = min((*leasts)[0], on_top(values, 0u));
  (*leasts)[1] = min((*leasts)[1], on_top(values, 1u));
}
fn least_values(leasts: ptr<function, Leasts>) -> u32 {
  var word = 0u;
  word |= ((*leasts)[0] >> (32u - LEVELS)) << (0u * LEVELS);
  word |= ((*leasts)[1] >> (32u - LEVELS)) << (1u * LEVELS);
  return word;
}
fn no_values() -> Leasts {
  var leasts: Leasts;
  leasts[0] = 0xffffffffu;
  leasts[1] = 0xffffffffu;
  return leasts;
}

// Messages of LEVELS levels as they lie in memory: SYMBOLS_PER_LANE symbols to a lane, SYMBOL_BITS each, numbers 1 … LEVELS,
// one more than the message. A thermometer has LEVELS bits for what these say, and memory is
// what decoders wait for. BLOCK_SYMBOLS symbols begin with a word and fill BLOCK_WORDS;
// MESSAGE_WORDS are a message, PART_WORDS those of PART symbols, which are loaded and stored at a time. The kernel imports
// nonbinary/formats/levels and declares alias Vector = array<u32, Q>. Twin: wgsl/nonbinary/formats/levels.ts.
alias PartWords = array<u32, PART_WORDS>;
const NUMBER: u32 = (1u << SYMBOL_BITS) - 1u;

// Where the words of a part that begins with symbol `block` lie in a message.
fn part_start(block: u32) -> u32 { return block / BLOCK_SYMBOLS * BLOCK_WORDS; }

// The numbers of a part's symbols.
fn unpack(words: ptr<function, PartWords>, block: u32, to: ptr<function, Vector>) {
  (*to)[block + 0u] = (NUMBER * LANES) & ((*words)[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 1u] = (NUMBER * LANES) & ((*words)[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 2u] = (NUMBER * LANES) & ((*words)[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 3u] = (NUMBER * LANES) & ((*words)[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
}

fn pack(numbers: ptr<function, Vector>, block: u32) -> PartWords {
  var words: PartWords;
  words[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 0u] << (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 1u] << (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 2u] << (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 3u] << (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  return words;
}


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


alias Metric = u32;
const WORST: Metric = 0u;
fn closer(least: Metric, a: Metric, b: Metric) -> Metric { return least | (a & b); }
fn forced(x: u32) -> Metric { return select(LANES << MOST, 0xffffffffu, x == 0u); }
fn settle(vector: ptr<function, Vector>) {}

const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

// This invocation's check and word of frames.
var<private> first_edge: u32;
var<private> words: u32;
var<private> word: u32;
var<private> word_before: u32;
// For each bit of a symbol: the lanes whose syndrome has it.
var<private> syndrome_bits: array<u32, P>;

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


// Of a value v in each lane, bit t says v ≤ t, so that max is AND and min is OR: the lane is 2^LEVELS − 2^v. The numbers v + 1
// begin at bit `first` of the lanes.
fn thermometers(numbers: u32, first: u32) -> u32 {
  var word = LANES - 1u;
  {
    let number = (numbers >> (first + 0u * LEVELS)) & NUMBER;
    if (0u == 0u) {
      word -= select((1u << number) >> 1u, 1u << ((number - 1u) & 31u), LEVELS == 32u);
    } else {
      word -= (1u << (max(0u * LEVELS, 1u) - 1u)) << number;
    }
  }
  {
    let number = (numbers >> (first + 1u * LEVELS)) & NUMBER;
    if (1u == 0u) {
      word -= select((1u << number) >> 1u, 1u << ((number - 1u) & 31u), LEVELS == 32u);
    } else {
      word -= (1u << (max(1u * LEVELS, 1u) - 1u)) << number;
    }
  }
  return word;
}

fn load_input(i: u32, to: ptr<function, Vector>) {
  let e = first_edge + i;
  if (LAYERED == 1u) { load_difference(e, to); }
  { const block = 0u;
    if (LAYERED == 1u) {
      (*to)[block + 0u] = thermometers(at_most(MOST, (*to)[block + 0u]) + LANES, 0u);
      (*to)[block + 1u] = thermometers(at_most(MOST, (*to)[block + 1u]) + LANES, 0u);
      (*to)[block + 2u] = thermometers(at_most(MOST, (*to)[block + 2u]) + LANES, 0u);
      (*to)[block + 3u] = thermometers(at_most(MOST, (*to)[block + 3u]) + LANES, 0u);
    } else {
      var packed: PartWords;
      packed[0] = variable_words[(e * MESSAGE_WORDS + part_start(block) + 0u) * words + word_before];
      packed[1] = variable_words[(e * MESSAGE_WORDS + part_start(block) + 1u) * words + word_before];
      (*to)[block + 0u] = thermometers(
        packed[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE],
        0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS,
      );
      (*to)[block + 1u] = thermometers(
        packed[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE],
        1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS,
      );
      (*to)[block + 2u] = thermometers(
        packed[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE],
        2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS,
      );
      (*to)[block + 3u] = thermometers(
        packed[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE],
        3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS,
      );
    }
  }
  if (SYNDROME == 1u && i == 0u) { permute_by_syndrome(to); }
}

// LAYERED: posteriors less the check's last message, normalised, at most CHANNEL_MAX, in the order of the check's symbols.
fn load_difference(e: u32, to: ptr<function, Vector>) {
  let edge = check_edges[e];
  var leasts = no_values();
  { const block = 0u;
    // Before the first message: as if it had said the same of all symbols.
    var packed: PartWords;
    if (run.iteration > 0u) {
      packed[0] = check_to_variable[(e * MESSAGE_WORDS + part_start(block) + 0u) * words + word];
      packed[1] = check_to_variable[(e * MESSAGE_WORDS + part_start(block) + 1u) * words + word];
    }
    unpack(&packed, block, to);
    {
      let a = quotients[edge.y * ROW + block / 4u + 0u];
      {
        let x = block + 4u * 0u + 0u;
        // LEVELS more than the difference, which may be negative: other checks have normalised the posterior since.
        let value = variable_words[(edge.x * Q + a[0]) * words + word] + ((LEVELS + 1u) * LANES - (*to)[x]);
        (*to)[x] = value;
        with_value(&leasts, value);
      }
      {
        let x = block + 4u * 0u + 1u;
        // LEVELS more than the difference, which may be negative: other checks have normalised the posterior since.
        let value = variable_words[(edge.x * Q + a[1]) * words + word] + ((LEVELS + 1u) * LANES - (*to)[x]);
        (*to)[x] = value;
        with_value(&leasts, value);
      }
      {
        let x = block + 4u * 0u + 2u;
        // LEVELS more than the difference, which may be negative: other checks have normalised the posterior since.
        let value = variable_words[(edge.x * Q + a[2]) * words + word] + ((LEVELS + 1u) * LANES - (*to)[x]);
        (*to)[x] = value;
        with_value(&leasts, value);
      }
      {
        let x = block + 4u * 0u + 3u;
        // LEVELS more than the difference, which may be negative: other checks have normalised the posterior since.
        let value = variable_words[(edge.x * Q + a[3]) * words + word] + ((LEVELS + 1u) * LANES - (*to)[x]);
        (*to)[x] = value;
        with_value(&leasts, value);
      }
    }
  }
  let least = least_values(&leasts);
  { const block = 0u;
    (*to)[block + 0u] = at_most(CHANNEL_MAX, (*to)[block + 0u] - least);
    (*to)[block + 1u] = at_most(CHANNEL_MAX, (*to)[block + 1u] - least);
    (*to)[block + 2u] = at_most(CHANNEL_MAX, (*to)[block + 2u] - least);
    (*to)[block + 3u] = at_most(CHANNEL_MAX, (*to)[block + 3u] - least);
  }
}

// Numbers of thermometers, LEVELS + 1 less the ones of each lane: counts of the lanes up to each, whose differences a
// multiplication makes, as the next lane's factor is 2^LEVELS times as large.
fn packed_levels(values: ptr<function, Vector>, block: u32) -> PartWords {
  var words: PartWords;
  words[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    ((LEVELS + 1u) * LANES) << (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    ((LEVELS + 1u) * LANES) << (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    ((LEVELS + 1u) * LANES) << (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    ((LEVELS + 1u) * LANES) << (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 0u] << (32u - LEVELS - 0u * LEVELS))
    * ((LANE << (0u * LEVELS)) * (1u << (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 0u] << (32u - LEVELS - 1u * LEVELS))
    * ((LANE << (1u * LEVELS)) * (1u << (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 1u] << (32u - LEVELS - 0u * LEVELS))
    * ((LANE << (0u * LEVELS)) * (1u << (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 1u] << (32u - LEVELS - 1u * LEVELS))
    * ((LANE << (1u * LEVELS)) * (1u << (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 2u] << (32u - LEVELS - 0u * LEVELS))
    * ((LANE << (0u * LEVELS)) * (1u << (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 2u] << (32u - LEVELS - 1u * LEVELS))
    * ((LANE << (1u * LEVELS)) * (1u << (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 3u] << (32u - LEVELS - 0u * LEVELS))
    * ((LANE << (0u * LEVELS)) * (1u << (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  words[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + 3u] << (32u - LEVELS - 1u * LEVELS))
    * ((LANE << (1u * LEVELS)) * (1u << (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
  return words;
}

fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  if (SYNDROME == 1u && i == 0u) { permute_by_syndrome(values); }
  if (LAYERED == 1u) { load_difference(e, input); }
  { const block = 0u;
    var packed = packed_levels(values, block);
    check_to_variable[(e * MESSAGE_WORDS + part_start(block) + 0u) * words + word] = packed[0];
    check_to_variable[(e * MESSAGE_WORDS + part_start(block) + 1u) * words + word] = packed[1];
    if (LAYERED == 1u) {
      unpack(&packed, block, values);
      {
        let edge = check_edges[e];
        let a = quotients[edge.y * ROW + block / 4u + 0u];
        {
          let x = block + 4u * 0u + 0u;
          variable_words[(edge.x * Q + a[0]) * words + word] = (*input)[x] + (*values)[x] - LANES;
        }
        {
          let x = block + 4u * 0u + 1u;
          variable_words[(edge.x * Q + a[1]) * words + word] = (*input)[x] + (*values)[x] - LANES;
        }
        {
          let x = block + 4u * 0u + 2u;
          variable_words[(edge.x * Q + a[2]) * words + word] = (*input)[x] + (*values)[x] - LANES;
        }
        {
          let x = block + 4u * 0u + 3u;
          variable_words[(edge.x * Q + a[3]) * words + word] = (*input)[x] + (*values)[x] - LANES;
        }
      }
    }
  }
}

// The vector in the order x ⊕ s, s each lane's syndrome.
fn permute_by_syndrome(vector: ptr<function, Vector>) {
  for (var bit = 0u; bit < P; bit++) {
    let lanes = syndrome_bits[bit];
    for (var x = 0u; x < Q; x++) {
      let y = x | (1u << bit);
      if (y == x) { continue; }
      let swapped = ((*vector)[x] ^ (*vector)[y]) & lanes;
      (*vector)[x] ^= swapped;
      (*vector)[y] ^= swapped;
    }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  words = message_slots();
  let own = workgroup.y * WORKGROUP_SIZE + invocation;
  if (own * INTERLEAVE >= active_frames()) { return; }
  let m = checks[workgroup.x];
  first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;
  let own_word = entry_slot(entry_at(own));
  word = select(own, own_word, LAYERED == 1u);
  word_before = slot_before(own * INTERLEAVE) / INTERLEAVE;
  if (SYNDROME == 1u) {
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      // A lane without a frame does as another.
      let s = syndrome[min(own_word * INTERLEAVE + lane, run.frames - 1u) * M + m];
      for (var bit = 0u; bit < P; bit++) {
        syndrome_bits[bit] |= select(0u, LANE << (lane * LEVELS), ((s >> bit) & 1u) == 1u);
      }
    }
  }
  forward_backward(degree);
}
