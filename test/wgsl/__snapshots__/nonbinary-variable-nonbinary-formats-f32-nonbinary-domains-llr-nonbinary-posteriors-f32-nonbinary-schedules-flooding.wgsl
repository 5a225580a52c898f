const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const UNROLLED_DEGREE: u32 = 2u;
const REGULAR: u32 = 0u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/variable: a variable node's messages, each from the channel and all other checks, not normalised, and its
// decision from all messages: V_k(a) = L(a) + Σ_{k' ≠ k} R_k'(a), c = argmin_a L(a) + Σ R(a) (nonbinary paper,
// Algorithm 1), or products of probabilities (domain). A decision is the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][max(q, 4)] = h·a
//      channel [variable][word of symbols][word of frames], check_to_variable [edge][word of symbols x = h·a][slot], lists
// out  variable_to_check [edge][word of symbols][slot], but after the last iteration: symbols in the order of the check,
//      x = h·a, where a word holds one, else a
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
//      The messages of UNROLLED_DEGREE edges are kept in registers; with 0 they are read again for every edge.
// exact: in the LLR domain: additions in the order of the variable's edges
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

// Vectors over GF(q) stored as f32: one symbol of one frame per word.
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

const SYMBOLS_PER_WORD: u32 = 1u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>(word); }
// The words of four consecutive symbols, in the first 4 / SYMBOLS_PER_WORD components.
fn words_of(values: vec4f) -> vec4u { return bitcast<vec4u>(values); }
// The value after a store and a load.
fn rounded(value: f32) -> f32 { return value; }

// Costs: LLRs, which are added; the least cost is the likeliest symbol.
// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;

const MESSAGE_BOUND: f32 = LLR_BOUND;
const INPUT_BOUND: f32 = LLR_BOUND;
const NOTHING_KNOWN: f32 = 0.0;
fn channel_value(llr: f32) -> f32 { return llr; }
fn together(a: f32, b: f32) -> f32 { return a + b; }
fn likelier(a: f32, b: f32) -> bool { return a < b; }
fn without(all: f32, part: f32) -> f32 { return all - part; }


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

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


const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
const QUAD: u32 = min(Q, 4u); // symbols processed at once

// Whether no check has processed the frames yet.
var<private> knows_nothing: bool;

fn message(edge: u32, x: u32, slot: u32) -> Value {
  return symbol_value(check_to_variable[(edge * WORDS + x / SYMBOLS_PER_WORD) * message_slots() + slot], x);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(occupied_frames())) { return; }
  knows_nothing = is_refilled(slot);
  let word = entry_slot(entry_at(slot));
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = !knows_nothing && iteration_at(slot) + 1u == ITERATIONS;
  var best: Symbols;
  var best_value: Value;
  var edge_0 = vec2u(0u);
  if (0u < degree) { edge_0 = variable_edges[first + 0u]; }
  var edge_1 = vec2u(0u);
  if (1u < degree) { edge_1 = variable_edges[first + 1u]; }
  for (var a = 0u; a < Q; a += QUAD) {
    var own: Four;
    for (var u = 0u; u < QUAD; u++) {
      own[u] = symbol_value(channel[(n * WORDS + (a + u) / SYMBOLS_PER_WORD) * run_slots() + word], a + u);
    }
    var all = own;
    var r_0 = nothing_known_4();
    if (0u < degree && !knows_nothing) {
      let x = products[edge_0.y * ROW + a / 4u];
      for (var u = 0u; u < QUAD; u++) { r_0[u] = message(edge_0.x, x[u], slot); }
    }
    all = together_4(all, r_0);
    var r_1 = nothing_known_4();
    if (1u < degree && !knows_nothing) {
      let x = products[edge_1.y * ROW + a / 4u];
      for (var u = 0u; u < QUAD; u++) { r_1[u] = message(edge_1.x, x[u], slot); }
    }
    all = together_4(all, r_1);
    if (UNROLLED_DEGREE == 0u) {
      for (var k = 0u; k < degree; k++) { all = together_4(all, messages_4(variable_edges[first + k], a, slot)); }
    }
    if (!last) {
      if (0u < degree) {
        var sum = own;
        if (0 != 0) { sum = together_4(sum, r_0); }
        if (1 != 0) { sum = together_4(sum, r_1); }
        put(edge_0, a, sum, slot);
      }
      if (1u < degree) {
        var sum = own;
        if (0 != 1) { sum = together_4(sum, r_0); }
        if (1 != 1) { sum = together_4(sum, r_1); }
        put(edge_1, a, sum, slot);
      }
      if (UNROLLED_DEGREE == 0u) {
        for (var k = 0u; k < degree; k++) {
          var sum = own;
          for (var j = 0u; j < degree; j++) {
            if (j != k) { sum = together_4(sum, messages_4(variable_edges[first + j], a, slot)); }
          }
          put(variable_edges[first + k], a, sum, slot);
        }
      }
    }
    for (var u = 0u; u < QUAD; u++) {
      if (a == 0u && u == 0u) {
        best_value = all[u];
      } else {
        let isLikelier = likelier(all[u], best_value);
        best = choose_symbols(best, same_symbol(a + u), isLikelier);
        best_value = choose_value(best_value, all[u], isLikelier);
      }
    }
  }
  if ((COMPACTS || last) && !knows_nothing) {
    let done = done_frames(slot);
    for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
      // Done frames continue only with the other frames of their word.
      let frame = word * SLOT_FRAMES + lane;
      if (frame < run.frames && ((done >> lane) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol_in(best, lane); }
    }
  }
}

fn nothing_known_4() -> Four {
  let value = as_value(NOTHING_KNOWN);
  return Four(value, value, value, value);
}

fn together_4(a: Four, b: Four) -> Four {
  return Four(together(a[0], b[0]), together(a[1], b[1]), together(a[2], b[2]), together(a[3], b[3]));
}

// Messages of an edge for the symbols a … a + 3.
fn messages_4(edge: vec2u, a: u32, slot: u32) -> Four {
  if (knows_nothing) { return nothing_known_4(); }
  let x = products[edge.y * ROW + a / 4u];
  var values: Four;
  for (var u = 0u; u < QUAD; u++) { values[u] = message(edge.x, x[u], slot); }
  return values;
}

fn put(edge: vec2u, a: u32, values: Four, slot: u32) {
  let words = words_of(values);
  let x = products[edge.y * ROW + a / 4u];
  for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
    let word = select(a / SYMBOLS_PER_WORD + w, x[w], SYMBOLS_PER_WORD == 1u);
    variable_to_check[(edge.x * WORDS + word) * message_slots() + slot] = words[w];
  }
}
