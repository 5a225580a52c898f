const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 1u;
const LLR_CLIP_BITS: u32 = 1097859072u;
const TILE: u32 = 4u;
const TILE_QUADS: u32 = 1u;
const QUAD: u32 = 4u;
const ONE_TILE: u32 = 1u;
const KEEPS: u32 = 0u;
const FLOOR_BITS: u32 = 871475934u;
const IN_REGISTERS: u32 = 1u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/qspa: q-ary sum-product check nodes by Walsh-Hadamard transforms, in the probability domain: R_i = W⁻¹ Π_{k≠i} W Q_k over
// x = h·a (Barnault and Declercq 2003). One invocation for a whole check of one frame. The product over the other edges is the product of
// all edges before times the product of all edges after, or, IN_REGISTERS, the product of the other half times the others of the own half.
// Messages are read and transformed again, because private memory for their spectra would exceed a GPU's caches; KEEPS: it holds the
// spectra. The code has each transform once (the reason is in nonbinary/check-node/forward-backward.wgsl).
// Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of products, none if IN_REGISTERS; KEEPS: as many of spectra and, LAYERED, of inputs
// range: inputs are scaled to sum 1, so outputs sum to 1. Values below FLOOR become FLOOR: differences of f32 numbers near 1
//      have errors of 1e-7, so a smaller or negative probability would be noise
// not exact: sums and products of f32, whose order a device chooses within the rules of WGSL
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

// Vectors over GF(q) stored as bfloat16: a word holds two symbols of one frame, the upper halves of f32 numbers.
// Kernels compute in f32. For values that may be small but not negative, such as probabilities.
// The properties of a number format of vectors over GF(q) with one frame per word: kernels compute in f32. Posteriors
// of layered decoders are f32 words. The kernel has SLOT_FRAMES = 1. nonbinary/formats/int12 has two frames per word.
alias Value = f32;
alias Four = vec4f;
const GREATEST: Value = 3.0e38;
// Values that are not negative as integers, which have the same order: GPUs have an instruction for the minimum of
// three integers.
alias Ranked = i32;
const GREATEST_RANK: Ranked = 0x7f000000;
fn ranked(value: Value) -> Ranked { return bitcast<i32>(value); }
fn unranked(rank: Ranked) -> Value { return bitcast<f32>(rank); }
// The least of `least` and of the greater values of two pairs.
fn closest_ranks(least: Ranked, a: Ranked, b: Ranked, c: Ranked, d: Ranked) -> Ranked { return min(least, min(max(a, b), max(c, d))); }
alias Symbols = u32;    // a symbol of each frame
alias Choice = bool;
// Operations on values that are numbers or vectors of WGSL, and on the symbols of the frames of a word. The storage declares Value,
// Symbols, and Choice, a boolean for each frame.
fn value_sum(a: Value, b: Value) -> Value { return a + b; }
fn value_difference(a: Value, b: Value) -> Value { return a - b; }
fn value_least(a: Value, b: Value) -> Value { return min(a, b); }
fn value_less(a: Value, b: Value) -> Choice { return a < b; }
fn choose_value(no: Value, yes: Value, choice: Choice) -> Value { return select(no, yes, choice); }
fn choose_symbols(no: Symbols, yes: Symbols, choice: Choice) -> Symbols { return select(no, yes, choice); }
fn same_symbol(symbol: u32) -> Symbols { return Symbols(symbol); }
fn has_bit(symbols: Symbols, bit: u32) -> Choice { return (symbols & Symbols(bit)) != Symbols(0u); }


fn as_value(number: f32) -> Value { return number; }
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return numbers[0]; }
fn symbols_from(symbols: array<u32, SLOT_FRAMES>) -> Symbols { return symbols[0]; }
fn symbol_in(symbols: Symbols, lane: u32) -> u32 { return symbols; }
fn frame_number(value: Value, lane: u32) -> f32 { return value; }
fn posterior_of(word: u32) -> Value { return bitcast<f32>(word); }
fn posterior_word(value: Value) -> u32 { return bitcast<u32>(value); }

const SYMBOLS_PER_WORD: u32 = 2u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>((word >> ((symbol & 1u) * 16u)) << 16u); }
// To the nearest, ties to even.
fn upper_half(values: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(values);
  return (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
}
fn words_of(values: vec4f) -> vec4u {
  let upper = upper_half(values);
  return vec4u(upper.x | (upper.y << 16u), upper.z | (upper.w << 16u), 0u, 0u);
}
fn rounded(value: f32) -> f32 { return bitcast<f32>(upper_half(vec4f(value)).x << 16u); }

// Probabilities up to a factor, which are multiplied; the greatest belongs to the likeliest symbol. A product is at
// least 1e-36, so that it never becomes 0.
// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;

const NOTHING_KNOWN: f32 = 1.0;
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// Channel LLRs are at most LLR_CLIP, except those of known symbols.
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, select(LLR_CLIP, 60.0, llr >= LLR_BOUND))); }
fn together(a: f32, b: f32) -> f32 { return max(a * b, 1.0e-36); }
fn likelier(a: f32, b: f32) -> bool { return a > b; }
fn without(all: f32, part: f32) -> f32 { return all / part; }


@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

// The frames of a dispatch. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel
// common/active-frames/compact) moves the other frames up, so that no invocation idles beside a frame that takes
// longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above 1 messages have slots for only that part
// of the run's frames, and frames that have not started refill the slots behind the active
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Numbers of slots for all frames of the run, and for messages.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }

// The buffer `active_list`: counters by name, then the lists of compaction.
// Of a counter with two words, the first belongs to even iterations, the second to odd ones (counter_at).
// - ACTIVE: active slots. A slot is a word of memory: SLOT_FRAMES frames share it and are active together;
// - OCCUPIED: with slot refill, the number of active and of just refilled slots;
// - STARTED: with slot refill, the number of slots of the run that have started.
// An entry of kernel common/active-frames/compact holds a slot of the run and, if it has at most 4 frames, a done bit
// for each frame. A done frame stays in a slot with active frames, with common/active-frames/fill also while most slots are
// active. The done bits of more frames have a row of their own.
const ACTIVE: u32 = 0u;
const OCCUPIED: u32 = 2u;
const STARTED: u32 = 4u;
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn counter_at(counter: u32, iteration: u32) -> u32 { return counter + (iteration & 1u); }
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }


const COMPACTS: bool = STOP == 1u;

// Number of active frames with messages to checks: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[counter_at(ACTIVE, run.iteration)] * SLOT_FRAMES;
}

// The number of active frames, and of frames that refill a slot behind them.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[counter_at(OCCUPIED, run.iteration)] * SLOT_FRAMES;
}

// Slots that hold the first frames.
fn slots_of(frames: u32) -> u32 { return (frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration of a slot's frames; undefined for a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + slot];
}
fn entry_at(slot: u32) -> u32 { return entry_in(slot, run.iteration); }

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each done frame of a slot.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// Active slots in an iteration, for kernels that work on words of frames and may need another iteration than the run's.
fn active_slots_in(iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return run_slots(); }
  return active_list[counter_at(ACTIVE, iteration)];
}

fn slot_before_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + run.frames + slot];
}

// Layered: a check subtracts its last message from the posteriors, and adds its new message to the difference. The
// kernel declares `variable_words` [variable][symbol a][word of slots], posteriors, and `check_to_variable`
// [edge][word of symbols x][word of slots].
// Layered schedules: a check adds its new message to the output of load_input, the posterior less its last message.
// Messages of a check over GF(q) in its own order: symbol x = h·a of an edge, and x ⊕ s for the first edge, which
// accounts for the syndrome s. The kernel declares the buffers and imports storage and run.
const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

fn quotient(h: u32, x: u32) -> u32 { return quotients[h * ROW + x / 4u][x % 4u]; }

// Four symbols x … x + 3 (two over GF(2)).
fn put_message(e: u32, x: u32, shift: u32, values: Four, slot: u32) {
  var at = x;
  var permuted = values;
  if (SYNDROME == 1u) {
    let low = shift & 3u;
    at = x ^ (shift & ~3u);
    permuted = Four(values[low], values[1u ^ low], values[2u ^ low], values[3u ^ low]);
  }
  let words = words_of(permuted);
  for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
    check_to_variable[(e * WORDS + at / SYMBOLS_PER_WORD + w) * message_slots() + slot] = words[w];
  }
}

const CHANGES_POSTERIORS: bool = true;

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
  put_message(e, x, shift, values, slot);
  for (var u = 0u; u < QUAD; u++) {
    let a = quotient(edge.y, (x + u) ^ shift);
    variable_words[(edge.x * Q + a) * run_slots() + slot] = posterior_word(together(input[u], rounded(values[u])));
  }
}


fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  let posterior = posterior_of(variable_words[(edge.x * Q + a) * run_slots() + slot]);
  // The first iteration has no message, but reads one: loads under conditions would wait for each other.
  let message = symbol_value(check_to_variable[(e * WORDS + x / SYMBOLS_PER_WORD) * run_slots() + slot], x);
  return select(without(posterior, message), posterior, run.iteration == 0u);
}


const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
alias Vector = array<f32, Q>;

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;
// Products of the spectra before an edge.

// An incoming message is scaled to sum 1; an outgoing message is the inverse transform's result, at least FLOOR.
const SHIFTS: bool = SYNDROME == 1u;
const NOTHING_YET: f32 = 0.0;
fn gathered(sum: f32, value: f32) -> f32 { return sum + value; }
fn normaliser(sum: f32) -> f32 { return 1.0 / sum; }
fn normalised(value: f32, scale: f32) -> f32 { return value * scale; }
fn outgoing(value: f32, by: f32) -> f32 { return max(value * (1.0 / f32(Q)), FLOOR); }

// nonbinary/check-node/edge-vectors with messages that are normalised on reading and converted on writing. Besides the
// functions of edge-vectors the kernel declares
// - normaliser(found) and normalised(value, by): a value in the rule's form, where `found` is the statistic of read_vector;
// - outgoing(value, by): a value in the form of a message.
// An edge's messages in an invocation with whole vectors, read and written in the order x ⊕ shift, one tile of symbols
// at a time: in registers if a vector is one tile. The kernel imports nonbinary/schedules/edges by <messages> and
// declares
// - NOTHING_YET and gathered(so_far, value): a statistic of the message, its least value or its sum, gathered during
// the read;
// - SHIFTS: whether the order of any edge is shifted.
fn read_vector(e: u32, shift: u32, slot: u32, before: u32, to: ptr<function, array<Value, Q>>) -> Value {
  let edge = check_edges[e];
  var found = NOTHING_YET;
  { const block = 0u;
    {
      let x = block + 4u * 0u;
      var a = quotients[edge.y * ROW + x / 4u];
      if (SHIFTS) {
        for (var u = 0u; u < QUAD; u++) { a[u] = quotient(edge.y, (x + u) ^ shift); }
      }
      let value_0 = raw_value(e, edge, a[0], (x + 0u) ^ shift, slot, before);
      found = gathered(found, value_0);
      (*to)[x + 0u] = value_0;
      let value_1 = raw_value(e, edge, a[1], (x + 1u) ^ shift, slot, before);
      found = gathered(found, value_1);
      (*to)[x + 1u] = value_1;
      let value_2 = raw_value(e, edge, a[2], (x + 2u) ^ shift, slot, before);
      found = gathered(found, value_2);
      (*to)[x + 2u] = value_2;
      let value_3 = raw_value(e, edge, a[3], (x + 3u) ^ shift, slot, before);
      found = gathered(found, value_3);
      (*to)[x + 3u] = value_3;
    }
  }
  return found;
}


fn load_vector(e: u32, shift: u32, slot: u32, before: u32, to: ptr<function, array<Value, Q>>) {
  let by = normaliser(read_vector(e, shift, slot, before, to));
  { const block = 0u;
    (*to)[block + 0u] = normalised((*to)[block + 0u], by);
    (*to)[block + 1u] = normalised((*to)[block + 1u], by);
    (*to)[block + 2u] = normalised((*to)[block + 2u], by);
    (*to)[block + 3u] = normalised((*to)[block + 3u], by);
  }
}

// @param input the output of load_vector for the edge, to which layered schedules add.
fn send_vector(
  e: u32, shift: u32, slot: u32, by: Value, values: ptr<function, array<Value, Q>>, input: ptr<function, array<Value, Q>>,
) {
  let edge = check_edges[e];
  { const block = 0u;
    {
      var four: Four;
      var had: Four;
      four[0] = outgoing((*values)[block + 4u * 0u + 0u], by);
      had[0] = (*input)[block + 4u * 0u + 0u];
      four[1] = outgoing((*values)[block + 4u * 0u + 1u], by);
      had[1] = (*input)[block + 4u * 0u + 1u];
      four[2] = outgoing((*values)[block + 4u * 0u + 2u], by);
      had[2] = (*input)[block + 4u * 0u + 2u];
      four[3] = outgoing((*values)[block + 4u * 0u + 3u], by);
      had[3] = (*input)[block + 4u * 0u + 3u];
      put(e, edge, block + 4u * 0u, shift, four, had, slot);
    }
  }
}


fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }
fn load_input(i: u32, to: ptr<function, Vector>) { load_vector(first_edge + i, shift_of(i), slot, before, to); }

// Walsh-Hadamard transform in place: q·log2 q additions.
fn transform(vector: ptr<function, Vector>) {
  { const block = 0u;
    var t: array<f32, TILE>;
    t[0] = (*vector)[block + 0u];
    t[1] = (*vector)[block + 1u];
    t[2] = (*vector)[block + 2u];
    t[3] = (*vector)[block + 3u];
    if ((0u & 1u) == 0u) {
      let sum = t[0] + t[0u | 1u];
      t[0u | 1u] = t[0] - t[0u | 1u];
      t[0] = sum;
    }
    if ((1u & 1u) == 0u) {
      let sum = t[1] + t[1u | 1u];
      t[1u | 1u] = t[1] - t[1u | 1u];
      t[1] = sum;
    }
    if ((2u & 1u) == 0u) {
      let sum = t[2] + t[2u | 1u];
      t[2u | 1u] = t[2] - t[2u | 1u];
      t[2] = sum;
    }
    if ((3u & 1u) == 0u) {
      let sum = t[3] + t[3u | 1u];
      t[3u | 1u] = t[3] - t[3u | 1u];
      t[3] = sum;
    }
    if ((0u & 2u) == 0u) {
      let sum = t[0] + t[0u | 2u];
      t[0u | 2u] = t[0] - t[0u | 2u];
      t[0] = sum;
    }
    if ((1u & 2u) == 0u) {
      let sum = t[1] + t[1u | 2u];
      t[1u | 2u] = t[1] - t[1u | 2u];
      t[1] = sum;
    }
    if ((2u & 2u) == 0u) {
      let sum = t[2] + t[2u | 2u];
      t[2u | 2u] = t[2] - t[2u | 2u];
      t[2] = sum;
    }
    if ((3u & 2u) == 0u) {
      let sum = t[3] + t[3u | 2u];
      t[3u | 2u] = t[3] - t[3u | 2u];
      t[3] = sum;
    }
    (*vector)[block + 0u] = t[0];
    (*vector)[block + 1u] = t[1];
    (*vector)[block + 2u] = t[2];
    (*vector)[block + 3u] = t[3];
  }
}

fn put_vector(i: u32, values: ptr<function, Vector>) {
  var input: Vector;
  if (LAYERED == 1u) { load_input(i, &input); }
  send_vector(first_edge + i, shift_of(i), slot, 0.0, values, &input);
}

// The edges form two halves of at most three. Registers have the product of one half, three spectra of the other half and a result. There
// are three passes: the second half's product, the first half's messages and product, the second half's messages. The three spectra form a
// ring, so that the code has each transform once.
fn update_check(degree: u32) {
  let half = (degree + 1u) / 2u;
  var ring_0: Vector;
  var ring_1: Vector;
  var ring_2: Vector;
  var product: Vector;
  var others: Vector;
  for (var pass_number = 0u; pass_number < 3u; pass_number++) {
    let first = select(half, 0u, pass_number == 1u);
    let count = select(degree - half, half, pass_number == 1u);
    ring_1[0] = 1.0;
    ring_2[0] = 1.0;
    ring_1[1] = 1.0;
    ring_2[1] = 1.0;
    ring_1[2] = 1.0;
    ring_2[2] = 1.0;
    ring_1[3] = 1.0;
    ring_2[3] = 1.0;
    for (var i = 0u; i < count; i++) {
      ring_0 = ring_1;
      ring_1 = ring_2;
      load_input(first + i, &ring_2);
      transform(&ring_2);
    }
    if (count < 3u) {
      ring_0[0] = 1.0;
      ring_0[1] = 1.0;
      ring_0[2] = 1.0;
      ring_0[3] = 1.0;
    }
    for (var i = select(0u, count, pass_number > 0u); i > 0u; i--) {
      others[0] = product[0] * ring_0[0] * ring_1[0];
      others[1] = product[1] * ring_0[1] * ring_1[1];
      others[2] = product[2] * ring_0[2] * ring_1[2];
      others[3] = product[3] * ring_0[3] * ring_1[3];
      transform(&others);
      put_vector(first + i - 1u, &others);
      others = ring_2;
      ring_2 = ring_1;
      ring_1 = ring_0;
      ring_0 = others;
    }
    product[0] = ring_0[0] * ring_1[0] * ring_2[0];
    product[1] = ring_0[1] * ring_1[1] * ring_2[1];
    product[2] = ring_0[2] * ring_1[2] * ring_2[2];
    product[3] = ring_0[3] * ring_1[3] * ring_2[3];
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
  let m = checks[workgroup.x];
  slot = at;
  before = slot_before(at);
  first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }

  if (degree == 1u) {
    // A check of one edge forces its variable to its syndrome, which is symbol 0 of the first edge's order.
    var forced: Vector;
    for (var x = 0u; x < Q; x++) { forced[x] = select(0.0, f32(Q), x == 0u); }
    put_vector(0u, &forced);
    return;
  }
  update_check(degree);
}
