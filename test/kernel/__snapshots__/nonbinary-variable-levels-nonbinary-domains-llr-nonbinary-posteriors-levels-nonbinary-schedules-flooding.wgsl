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
const SYMBOL_BITS: u32 = 5u;
const SYMBOLS_PER_LANE: u32 = 3u;
const BLOCK_SYMBOLS: u32 = 4u;
const BLOCK_WORDS: u32 = 2u;
const MESSAGE_WORDS: u32 = 2u;
const PART: u32 = 4u;
const PART_QUADS: u32 = 1u;
const PART_WORDS: u32 = 2u;
const ONE_PART: u32 = 1u;
const QUAD: u32 = 4u;
const CHANNEL_BITS: u32 = 8u;
const CHANNEL_PER_LANE: u32 = 2u;
const PART_CHANNEL_WORDS: u32 = 2u;
const PERMUTATION_DIGITS: u32 = 1u;
const PERMUTATION_END_0: u32 = 4u;
const PERMUTATION_0_0_0: u32 = 1u;
const PERMUTATION_0_0_1: u32 = 2u;
const PERMUTATION_0_1_0: u32 = 2u;
const PERMUTATION_0_1_1: u32 = 3u;
const PERMUTATION_0_2_0: u32 = 3u;
const PERMUTATION_0_2_1: u32 = 1u;
const PERMUTATION_0_3_0: u32 = 1u;
const PERMUTATION_0_3_1: u32 = 2u;
const IN_REGISTERS: u32 = 1u;
const UNROLLED_DEGREE: u32 = 2u;
const BLOCK: u32 = 4u;
const BLOCK_LOADS: u32 = 4u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/variable-levels: variable nodes of level-sliced Min-Max, in integers: V_k(a) = C(a) + Σ_{others} R(a), to the check
// min(V_k(a) − min V_k, LEVELS − 1); decision argmin_a C(a) + Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order
//      products: IN_REGISTERS [max(q, 4)] = logarithms to the base α, else [h][max(q, 4)] = h·a
//      channel [variable][word of CHANNEL_PER_LANE symbols][word of frames]; IN_REGISTERS: symbols of the variable's first edge, h·a
//      check_to_variable [edge][word of symbols x = h·a][word of slots], lists
// out  variable_to_check [edge][word of symbols x][word of slots], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORKGROUP_SIZE words of slots (y), one invocation per word. IN_REGISTERS: all messages of a variable
//      in registers, where a variable index would be memory; the sum goes from edge to edge, there and back, and is permuted to
//      the order of each by fixed permutations, in one loop, as a GPU is slow to fetch long code. Else messages are read twice.
// numeric range: sums at most CHANNEL_MAX + degree·LEVELS, for 8 levels less by degree, which fits a lane
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


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

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


const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;
// What lanes of 8 bits take off numbers, which are one more than messages; wider ones hold their sum as it is.
const EXCESS: u32 = select(0u, LANES, LEVELS == 8u);
const CHANNEL_VALUES: u32 = LANES * (0xffffffffu >> (32u - CHANNEL_BITS));

// A word of a message that knows nothing: numbers of 1.
const NOTHING: u32 = LANES * (((1u << (SYMBOLS_PER_LANE * SYMBOL_BITS)) - 1u) / ((1u << SYMBOL_BITS) - 1u));

// The frames have had no check yet.
var<private> knows_nothing: bool;

fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }
// A vector over GF(q) in registers in another order of its symbols. In registers a variable index would be memory, so the
// permutation by α^k is made of fixed ones, for each digit of k to the base 4 one of three: PERMUTATION_t_d_i = α^(d·4^t)·x^i. k is the same
// for the whole workgroup. The kernel declares alias Vector = array<u32, Q>.

// Symbol a becomes what symbol α^k·a was.
fn permute(vector: ptr<function, Vector>, k: u32) {
  switch ((k >> (2u * 0u)) & 3u) {
    case 1u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
    }
    case 2u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
    }
    case 3u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
    }
    default: {}
  }
}

// From symbols α^had·a to symbols α^wanted·a.
fn reorder(vector: ptr<function, Vector>, had: u32, wanted: u32) {
  permute(vector, select(had + (Q - 1u) - wanted, had - wanted, had >= wanted));
}



fn store_message(e: u32, words: u32, word: u32, numbers: ptr<function, Vector>) {
  { const block = 0u;
    let packed = pack(numbers, block);
    variable_to_check[(e * MESSAGE_WORDS + part_start(block) + 0u) * words + word] = packed[0];
    variable_to_check[(e * MESSAGE_WORDS + part_start(block) + 1u) * words + word] = packed[1];
  }
}

// The lowest symbol of the least sum in each lane, and its sum above it.
alias Bests = array<u32, INTERLEAVE>;
fn decide(sums: ptr<function, Vector>) -> Bests {
  var bests: Bests;
  bests[0] = 0xffffffffu;
  bests[1] = 0xffffffffu;
  { const block = 0u;
    bests[0] = min(bests[0], summed((*sums)[block + 0u], 0u) | (block + 0u));
    bests[1] = min(bests[1], summed((*sums)[block + 0u], 1u) | (block + 0u));
    bests[0] = min(bests[0], summed((*sums)[block + 1u], 0u) | (block + 1u));
    bests[1] = min(bests[1], summed((*sums)[block + 1u], 1u) | (block + 1u));
    bests[0] = min(bests[0], summed((*sums)[block + 2u], 0u) | (block + 2u));
    bests[1] = min(bests[1], summed((*sums)[block + 2u], 1u) | (block + 2u));
    bests[0] = min(bests[0], summed((*sums)[block + 3u], 0u) | (block + 3u));
    bests[1] = min(bests[1], summed((*sums)[block + 3u], 1u) | (block + 3u));
  }
  return bests;
}

// A lane's sum above the bits of a symbol: sums of 32 bits are below 2^24.
fn summed(sums: u32, lane: u32) -> u32 {
  if (LEVELS == 32u) { return sums << 8u; }
  return on_top(sums, lane) & TOP;
}

fn put_symbols(n: u32, own_word: u32, done: u32, bests: Bests) {
  {
    // Frames that are done go on for the sake of others alone.
    let frame = own_word * INTERLEAVE + 0u;
    if (frame < run.frames && ((done >> 0u) & 1u) == 0u) { symbols[n * run.frames + frame] = bests[0] & 0xffu; }
  }
  {
    // Frames that are done go on for the sake of others alone.
    let frame = own_word * INTERLEAVE + 1u;
    if (frame < run.frames && ((done >> 1u) & 1u) == 0u) { symbols[n * run.frames + frame] = bests[1] & 0xffu; }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let words = message_slots();
  let word = workgroup.y * WORKGROUP_SIZE + invocation;
  if (word * INTERLEAVE >= occupied_frames()) { return; }
  knows_nothing = is_refilled(word);
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = !knows_nothing && iteration_at(word) + 1u == ITERATIONS;
  let own_word = entry_slot(entry_at(word));

  // All messages at once, so that they are under way together, and once only.
  var edge_0 = vec2u(0u);
  var packed_0: PartWords;
  if (0u < degree) {
    edge_0 = variable_edges[first + 0u];
    packed_0[0] = NOTHING;
    packed_0[1] = NOTHING;
    if (!knows_nothing) {
      packed_0[0] = check_to_variable[(edge_0.x * MESSAGE_WORDS + 0u) * words + word];
      packed_0[1] = check_to_variable[(edge_0.x * MESSAGE_WORDS + 1u) * words + word];
    }
  }
  var edge_1 = vec2u(0u);
  var packed_1: PartWords;
  if (1u < degree) {
    edge_1 = variable_edges[first + 1u];
    packed_1[0] = NOTHING;
    packed_1[1] = NOTHING;
    if (!knows_nothing) {
      packed_1[0] = check_to_variable[(edge_1.x * MESSAGE_WORDS + 0u) * words + word];
      packed_1[1] = check_to_variable[(edge_1.x * MESSAGE_WORDS + 1u) * words + word];
    }
  }
  var sums: Vector;
  { const block = 0u;
    let channel_0 = channel[((n * Q + block) / CHANNEL_PER_LANE + 0u) * run_slots() + own_word];
    sums[block + 0u * CHANNEL_PER_LANE + 0u] = (channel_0 >> (0u * CHANNEL_BITS)) & CHANNEL_VALUES;
    sums[block + 0u * CHANNEL_PER_LANE + 1u] = (channel_0 >> (1u * CHANNEL_BITS)) & CHANNEL_VALUES;
    let channel_1 = channel[((n * Q + block) / CHANNEL_PER_LANE + 1u) * run_slots() + own_word];
    sums[block + 1u * CHANNEL_PER_LANE + 0u] = (channel_1 >> (0u * CHANNEL_BITS)) & CHANNEL_VALUES;
    sums[block + 1u * CHANNEL_PER_LANE + 1u] = (channel_1 >> (1u * CHANNEL_BITS)) & CHANNEL_VALUES;
  }
  var heard: Vector;
  var order = logarithm(edge_0.y);
  // There and back; a variable without edges has its decision.
  for (var step_number = 0u; step_number < max(2u * degree, 2u) - 1u; step_number++) {
    let back = step_number >= degree;
    let k = select(step_number, 2u * degree - 2u - step_number, back);
    var edge = edge_0;
    var packed = packed_0;
    if (k == 1u) {
      edge = edge_1;
      packed = packed_1;
    }
    let next = logarithm(edge.y);
    reorder(&sums, order, next);
    order = next;
    unpack(&packed, 0u, &heard);
    if (!back) {
      sums[0] += heard[0] - EXCESS;
      sums[1] += heard[1] - EXCESS;
      sums[2] += heard[2] - EXCESS;
      sums[3] += heard[3] - EXCESS;
    }
    if (step_number + 1u < degree) { continue; }
    if (!back && (COMPACTS || last) && !knows_nothing) {
      var permuted = sums;
      reorder(&permuted, order, 0u);
      let bests = decide(&permuted);
      put_symbols(n, own_word, done_frames(word), bests);
    }
    if (last || degree == 0u) { return; }
    var leasts = no_values();
    heard[0] = sums[0] + EXCESS - heard[0];
    with_value(&leasts, heard[0]);
    heard[1] = sums[1] + EXCESS - heard[1];
    with_value(&leasts, heard[1]);
    heard[2] = sums[2] + EXCESS - heard[2];
    with_value(&leasts, heard[2]);
    heard[3] = sums[3] + EXCESS - heard[3];
    with_value(&leasts, heard[3]);
    let least = least_values(&leasts);
    heard[0] = at_most(MOST, heard[0] - least) + LANES;
    heard[1] = at_most(MOST, heard[1] - least) + LANES;
    heard[2] = at_most(MOST, heard[2] - least) + LANES;
    heard[3] = at_most(MOST, heard[3] - least) + LANES;
    store_message(edge.x, words, word, &heard);
  }
}
