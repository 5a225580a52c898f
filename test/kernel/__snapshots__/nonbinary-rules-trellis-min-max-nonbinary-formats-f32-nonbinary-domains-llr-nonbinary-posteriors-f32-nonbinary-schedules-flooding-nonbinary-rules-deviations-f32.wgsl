const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const TILE: u32 = 4u;
const TILE_QUADS: u32 = 1u;
const QUAD: u32 = 4u;
const ONE_TILE: u32 = 1u;
const SIXTEENTHS: u32 = 6u;
const PER_WORD: u32 = 1u;
const TILE_WORDS: u32 = 4u;
const TILE_BITS: u32 = 2u;
const QUAD_WORDS: u32 = 4u;
const PAIRS: u32 = 4u;
const PAIRS_QUADS: u32 = 1u;
const DEGREE: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/rules/trellis-min-max: trellis Min-Max check nodes (Lacruz, García-Herrero, Declercq and Valls 2015), one invocation for a
// whole check of one frame, frame-interleaved. With z_i the likeliest symbol of edge i, β = s ⊕ ⨁ z_i and
// ΔQ_i(η) = Q_i(η ⊕ z_i), the check keeps for each deviation η ≠ 0 the least and the second ΔQ over its edges and the edge
// of the least. The extra column E(a) is the least of one deviation or two that add up to a, with the edges it takes:
// R_i(x) = SCALE · Δ(a), a = x ⊕ β ⊕ z_i, Δ = 0 of a = 0, else E(a) where edge i is not among its edges, else the least
// ΔQ_k(a), k ≠ i. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame. Flooding, each message is read once and
//      each written once. z_i differs by frame, so symbols are permuted by it in registers: log2(q) selections of each word.
//      About 25 operations for each symbol of an edge (16 to read f16, of which 4 permute it, 8 to write) and 4·q² for pairs:
//      at degree 27, q = 32 some 3 million a frame and iteration of nb837-gf32, which take an H200 as long as 0.8 MB.
// private bytes: 4·degree and 28·q, which devices keep in registers or their caches
// exact: minima, maxima, one subtraction and one product
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

// Flooding: a check reads its variables' messages, not normalised, and writes its own to the same frame's place. The
// kernel declares `variable_words` [edge][word of symbols][slot of the iteration before], symbols in the order x of the
// check where a word holds one, else a, and `check_to_variable` [edge][word of symbols x][slot].
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

const COMPACTS_MESSAGES: bool = true;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> f32 {
  let word = select(a / SYMBOLS_PER_WORD, x, SYMBOLS_PER_WORD == 1u);
  return symbol_value(variable_words[(e * WORDS + word) * message_slots() + before], a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: vec4f, input: vec4f, slot: u32) {
  put_message(e, x, shift, values, slot);
}

// Deviations of a trellis, messages f32: numbers that are not negative, ordered as their bits are. Twin of this and
// deviations-f16: wgsl/nonbinary/rules/trellis-min-max.ts.
const WORST: u32 = 0x7f000000u;   // bits of a number greater than any message

// Of one deviation over the edges so far: the least message and its edge, the first of equals, and the second.
struct Least { first: u32, second: u32, position: u32 }
const NONE_YET = Least(0x49800000u, 0x49800000u, 0u);   // LLR_BOUND

fn taken(least: Least, message: u32, i: u32) -> Least {
  return Least(
    min(least.first, message),
    min(least.second, max(least.first, message)),
    select(least.position, i, message < least.first),
  );
}
fn first_of(least: Least) -> u32 { return least.first; }
fn second_of(least: Least) -> u32 { return least.second; }
fn position_of(least: Least) -> u32 { return least.position; }
fn value_of(bits: u32) -> f32 { return bitcast<f32>(bits); }

// Normalised values as messages.
fn message_words(values: vec4f) -> vec4u { return bitcast<vec4u>(min(values, vec4f(LLR_BOUND))); }
fn element(word: u32, u: u32) -> u32 { return word; }
// A word with element u of another.
fn joined(word: u32, other: u32, u: u32) -> u32 { return other; }
fn permuted_word(word: u32, permutation: u32) -> u32 { return word; }


const LARGEST: f32 = 3.0e38;   // greater than any message
const SCALE: f32 = f32(SIXTEENTHS) / 16.0;
const NO_EDGES: u32 = 0xffffffffu;

alias Words = array<u32, WORDS>;
alias TileWords = array<u32, TILE_WORDS>;
alias Pairs = array<u32, PAIRS>;

var<private> likeliest: array<u32, DEGREE>;

// Of each deviation the least message and its edge, and the second.
var<private> firsts: array<u32, Q>;
var<private> positions: array<u32, Q>;
var<private> seconds: array<u32, Q>;

// What is said to an edge, by deviation a, in words as they are stored.
var<private> extra: Words;            // E
var<private> unowned: Words;          // the least message
var<private> owned: Words;            // to the first of the edges of E: the second message if it has the least
var<private> owners: array<u32, Q>;   // the edges of E: the first, 2^16 · the other

// The message of an edge, normalised.
fn load_message(e: u32, slot: u32, before: u32, to: ptr<function, Words>) {
  let edge = check_edges[e];
  var values: array<f32, Q>;
  var least = LARGEST;
  { const block = 0u;
    {
      let x = block + 4u * 0u;
      let a = quotients[edge.y * ROW + x / 4u];
      let value_0 = raw_value(e, edge, a[0], x + 0u, slot, before);
      least = min(least, value_0);
      values[x + 0u] = value_0;
      let value_1 = raw_value(e, edge, a[1], x + 1u, slot, before);
      least = min(least, value_1);
      values[x + 1u] = value_1;
      let value_2 = raw_value(e, edge, a[2], x + 2u, slot, before);
      least = min(least, value_2);
      values[x + 2u] = value_2;
      let value_3 = raw_value(e, edge, a[3], x + 3u, slot, before);
      least = min(least, value_3);
      values[x + 3u] = value_3;
    }
  }
  { const block = 0u;
    {
      var four: vec4f;
      four[0] = values[block + 4u * 0u + 0u] - least;
      four[1] = values[block + 4u * 0u + 1u] - least;
      four[2] = values[block + 4u * 0u + 2u] - least;
      four[3] = values[block + 4u * 0u + 3u] - least;
      let words = message_words(four);
      (*to)[block / PER_WORD + QUAD_WORDS * 0u + 0u] = words[0];
      (*to)[block / PER_WORD + QUAD_WORDS * 0u + 1u] = words[1];
      (*to)[block / PER_WORD + QUAD_WORDS * 0u + 2u] = words[2];
      (*to)[block / PER_WORD + QUAD_WORDS * 0u + 3u] = words[3];
    }
  }
}

// The symbol of least message, the lowest of equals.
fn likeliest_of(message: ptr<function, Words>) -> u32 {
  var symbol = 0u;
  { const block = 0u;
    symbol = select(symbol, PER_WORD * (block + 3u) + 0u, element((*message)[block + 3u], 0u) == 0u);
    symbol = select(symbol, PER_WORD * (block + 2u) + 0u, element((*message)[block + 2u], 0u) == 0u);
    symbol = select(symbol, PER_WORD * (block + 1u) + 0u, element((*message)[block + 1u], 0u) == 0u);
    symbol = select(symbol, PER_WORD * (block + 0u) + 0u, element((*message)[block + 0u], 0u) == 0u);
  }
  return symbol;
}

// Which tile of words has those that turning brings to this one.
fn permuted_block(block: u32, permutation: u32) -> u32 { return block ^ ((permutation / PER_WORD) & (WORDS - TILE_WORDS)); }

// Symbol x of what is returned is symbol x ⊕ permutation of that tile.
fn permuted(tile: TileWords, permutation: u32) -> TileWords {
  var words = tile;
  words[0] = permuted_word(words[0], permutation);
  words[1] = permuted_word(words[1], permutation);
  words[2] = permuted_word(words[2], permutation);
  words[3] = permuted_word(words[3], permutation);
  {
    let was = words;
    let swap = (permutation & (PER_WORD << 0u)) != 0u;
    words[0] = select(was[0], was[0u ^ (1u << 0u)], swap);
    words[1] = select(was[1], was[1u ^ (1u << 0u)], swap);
    words[2] = select(was[2], was[2u ^ (1u << 0u)], swap);
    words[3] = select(was[3], was[3u ^ (1u << 0u)], swap);
  }
  {
    let was = words;
    let swap = (permutation & (PER_WORD << 1u)) != 0u;
    words[0] = select(was[0], was[0u ^ (1u << 1u)], swap);
    words[1] = select(was[1], was[1u ^ (1u << 1u)], swap);
    words[2] = select(was[2], was[2u ^ (1u << 1u)], swap);
    words[3] = select(was[3], was[3u ^ (1u << 1u)], swap);
  }
  return words;
}

// The extra column and what goes with it, PAIRS deviations at a time with PAIRS of the others: vectors in memory, as all
// pairs unrolled would be three times what a GPU's instruction cache holds.
fn make_column() {
  // Pairs with deviation 0 are none.
  firsts[0] = WORST;
  for (var block = 0u; block < Q; block += PAIRS) {
    var best: Pairs;
    var edges: Pairs;
    best[0] = firsts[block + 0u];
    edges[0] = positions[block + 0u] * 0x10001u;
    best[1] = firsts[block + 1u];
    edges[1] = positions[block + 1u] * 0x10001u;
    best[2] = firsts[block + 2u];
    edges[2] = positions[block + 2u] * 0x10001u;
    best[3] = firsts[block + 3u];
    edges[3] = positions[block + 3u] * 0x10001u;
    // Deviations x of other and y of partner add up to one of block; of equals the pair of the lowest x counts.
    for (var other = 0u; other < Q; other += PAIRS) {
      let partner = other ^ block;
      if (other > partner) { continue; }
      var x: Pairs;
      var y: Pairs;
      var x_edge: Pairs;
      var y_edge: Pairs;
      x[0] = firsts[other + 0u];
      y[0] = firsts[partner + 0u];
      x_edge[0] = positions[other + 0u];
      y_edge[0] = positions[partner + 0u];
      x[1] = firsts[other + 1u];
      y[1] = firsts[partner + 1u];
      x_edge[1] = positions[other + 1u];
      y_edge[1] = positions[partner + 1u];
      x[2] = firsts[other + 2u];
      y[2] = firsts[partner + 2u];
      x_edge[2] = positions[other + 2u];
      y_edge[2] = positions[partner + 2u];
      x[3] = firsts[other + 3u];
      y[3] = firsts[partner + 3u];
      x_edge[3] = positions[other + 3u];
      y_edge[3] = positions[partner + 3u];
      {
        let value = max(x[0], y[0u ^ 0u]);
        let better = (value < best[0]) & (x_edge[0] != y_edge[0u ^ 0u]);
        best[0] = select(best[0], value, better);
        edges[0] = select(edges[0], x_edge[0] | (y_edge[0u ^ 0u] << 16u), better);
      }
      {
        let value = max(x[0], y[1u ^ 0u]);
        let better = (value < best[1]) & (x_edge[0] != y_edge[1u ^ 0u]);
        best[1] = select(best[1], value, better);
        edges[1] = select(edges[1], x_edge[0] | (y_edge[1u ^ 0u] << 16u), better);
      }
      {
        let value = max(x[0], y[2u ^ 0u]);
        let better = (value < best[2]) & (x_edge[0] != y_edge[2u ^ 0u]);
        best[2] = select(best[2], value, better);
        edges[2] = select(edges[2], x_edge[0] | (y_edge[2u ^ 0u] << 16u), better);
      }
      {
        let value = max(x[0], y[3u ^ 0u]);
        let better = (value < best[3]) & (x_edge[0] != y_edge[3u ^ 0u]);
        best[3] = select(best[3], value, better);
        edges[3] = select(edges[3], x_edge[0] | (y_edge[3u ^ 0u] << 16u), better);
      }
      {
        let value = max(x[1], y[0u ^ 1u]);
        let better = (value < best[0]) & (x_edge[1] != y_edge[0u ^ 1u]);
        best[0] = select(best[0], value, better);
        edges[0] = select(edges[0], x_edge[1] | (y_edge[0u ^ 1u] << 16u), better);
      }
      {
        let value = max(x[1], y[1u ^ 1u]);
        let better = (value < best[1]) & (x_edge[1] != y_edge[1u ^ 1u]);
        best[1] = select(best[1], value, better);
        edges[1] = select(edges[1], x_edge[1] | (y_edge[1u ^ 1u] << 16u), better);
      }
      {
        let value = max(x[1], y[2u ^ 1u]);
        let better = (value < best[2]) & (x_edge[1] != y_edge[2u ^ 1u]);
        best[2] = select(best[2], value, better);
        edges[2] = select(edges[2], x_edge[1] | (y_edge[2u ^ 1u] << 16u), better);
      }
      {
        let value = max(x[1], y[3u ^ 1u]);
        let better = (value < best[3]) & (x_edge[1] != y_edge[3u ^ 1u]);
        best[3] = select(best[3], value, better);
        edges[3] = select(edges[3], x_edge[1] | (y_edge[3u ^ 1u] << 16u), better);
      }
      {
        let value = max(x[2], y[0u ^ 2u]);
        let better = (value < best[0]) & (x_edge[2] != y_edge[0u ^ 2u]);
        best[0] = select(best[0], value, better);
        edges[0] = select(edges[0], x_edge[2] | (y_edge[0u ^ 2u] << 16u), better);
      }
      {
        let value = max(x[2], y[1u ^ 2u]);
        let better = (value < best[1]) & (x_edge[2] != y_edge[1u ^ 2u]);
        best[1] = select(best[1], value, better);
        edges[1] = select(edges[1], x_edge[2] | (y_edge[1u ^ 2u] << 16u), better);
      }
      {
        let value = max(x[2], y[2u ^ 2u]);
        let better = (value < best[2]) & (x_edge[2] != y_edge[2u ^ 2u]);
        best[2] = select(best[2], value, better);
        edges[2] = select(edges[2], x_edge[2] | (y_edge[2u ^ 2u] << 16u), better);
      }
      {
        let value = max(x[2], y[3u ^ 2u]);
        let better = (value < best[3]) & (x_edge[2] != y_edge[3u ^ 2u]);
        best[3] = select(best[3], value, better);
        edges[3] = select(edges[3], x_edge[2] | (y_edge[3u ^ 2u] << 16u), better);
      }
      {
        let value = max(x[3], y[0u ^ 3u]);
        let better = (value < best[0]) & (x_edge[3] != y_edge[0u ^ 3u]);
        best[0] = select(best[0], value, better);
        edges[0] = select(edges[0], x_edge[3] | (y_edge[0u ^ 3u] << 16u), better);
      }
      {
        let value = max(x[3], y[1u ^ 3u]);
        let better = (value < best[1]) & (x_edge[3] != y_edge[1u ^ 3u]);
        best[1] = select(best[1], value, better);
        edges[1] = select(edges[1], x_edge[3] | (y_edge[1u ^ 3u] << 16u), better);
      }
      {
        let value = max(x[3], y[2u ^ 3u]);
        let better = (value < best[2]) & (x_edge[3] != y_edge[2u ^ 3u]);
        best[2] = select(best[2], value, better);
        edges[2] = select(edges[2], x_edge[3] | (y_edge[2u ^ 3u] << 16u), better);
      }
      {
        let value = max(x[3], y[3u ^ 3u]);
        let better = (value < best[3]) & (x_edge[3] != y_edge[3u ^ 3u]);
        best[3] = select(best[3], value, better);
        edges[3] = select(edges[3], x_edge[3] | (y_edge[3u ^ 3u] << 16u), better);
      }
    }
    if (block == 0u) {
      best[0] = 0u;
      edges[0] = NO_EDGES;
    }
    {
      var one: vec4f;
      var two: vec4f;
      var three: vec4f;
      {
        const c = 4u * 0u + 0u;
        let first = edges[c] & 0xffffu;
        let second = edges[c] >> 16u;
        let position = positions[block + c];
        let least = firsts[block + c];
        let has_least = (first == position) | (second == position);
        owners[block + c] = select(edges[c], (first << 16u) | second, second == position);
        one[0] = SCALE * value_of(best[c]);
        two[0] = SCALE * value_of(least);
        three[0] = SCALE * value_of(select(least, seconds[block + c], has_least));
      }
      {
        const c = 4u * 0u + 1u;
        let first = edges[c] & 0xffffu;
        let second = edges[c] >> 16u;
        let position = positions[block + c];
        let least = firsts[block + c];
        let has_least = (first == position) | (second == position);
        owners[block + c] = select(edges[c], (first << 16u) | second, second == position);
        one[1] = SCALE * value_of(best[c]);
        two[1] = SCALE * value_of(least);
        three[1] = SCALE * value_of(select(least, seconds[block + c], has_least));
      }
      {
        const c = 4u * 0u + 2u;
        let first = edges[c] & 0xffffu;
        let second = edges[c] >> 16u;
        let position = positions[block + c];
        let least = firsts[block + c];
        let has_least = (first == position) | (second == position);
        owners[block + c] = select(edges[c], (first << 16u) | second, second == position);
        one[2] = SCALE * value_of(best[c]);
        two[2] = SCALE * value_of(least);
        three[2] = SCALE * value_of(select(least, seconds[block + c], has_least));
      }
      {
        const c = 4u * 0u + 3u;
        let first = edges[c] & 0xffffu;
        let second = edges[c] >> 16u;
        let position = positions[block + c];
        let least = firsts[block + c];
        let has_least = (first == position) | (second == position);
        owners[block + c] = select(edges[c], (first << 16u) | second, second == position);
        one[3] = SCALE * value_of(best[c]);
        two[3] = SCALE * value_of(least);
        three[3] = SCALE * value_of(select(least, seconds[block + c], has_least));
      }
      let one_words = words_of(one);
      let two_words = words_of(two);
      let three_words = words_of(three);
      {
        let at = block / PER_WORD + QUAD_WORDS * 0u + 0u;
        extra[at] = one_words[0];
        unowned[at] = two_words[0];
        owned[at] = three_words[0];
      }
      {
        let at = block / PER_WORD + QUAD_WORDS * 0u + 1u;
        extra[at] = one_words[1];
        unowned[at] = two_words[1];
        owned[at] = three_words[1];
      }
      {
        let at = block / PER_WORD + QUAD_WORDS * 0u + 2u;
        extra[at] = one_words[2];
        unowned[at] = two_words[2];
        owned[at] = three_words[2];
      }
      {
        let at = block / PER_WORD + QUAD_WORDS * 0u + 3u;
        extra[at] = one_words[3];
        unowned[at] = two_words[3];
        owned[at] = three_words[3];
      }
    }
  }
}

// The column in registers where it has one tile: in private memory every edge would read all of it again.
struct Column {
  extra: Words,
  unowned: Words,
  owned: Words,
  owners: array<u32, Q>,
}
fn read_column(column: ptr<function, Column>) {
  (*column).extra[0] = extra[0];
  (*column).unowned[0] = unowned[0];
  (*column).owned[0] = owned[0];
  (*column).extra[1] = extra[1];
  (*column).unowned[1] = unowned[1];
  (*column).owned[1] = owned[1];
  (*column).extra[2] = extra[2];
  (*column).unowned[2] = unowned[2];
  (*column).owned[2] = owned[2];
  (*column).extra[3] = extra[3];
  (*column).unowned[3] = unowned[3];
  (*column).owned[3] = owned[3];
  (*column).owners[0] = owners[0];
  (*column).owners[1] = owners[1];
  (*column).owners[2] = owners[2];
  (*column).owners[3] = owners[3];
}

// What the column says to edge i, a tile of words by deviation.
fn said(i: u32, column: ptr<function, Column>) -> TileWords {
  var words: TileWords;
  {
    let edges = (*column).owners[PER_WORD * 0u + 0u];
    let other = select((*column).extra[0], (*column).unowned[0], (edges >> 16u) == i);
    words[0] = joined(words[0], select(other, (*column).owned[0], (edges & 0xffffu) == i), 0u);
  }
  {
    let edges = (*column).owners[PER_WORD * 1u + 0u];
    let other = select((*column).extra[1], (*column).unowned[1], (edges >> 16u) == i);
    words[1] = joined(words[1], select(other, (*column).owned[1], (edges & 0xffffu) == i), 0u);
  }
  {
    let edges = (*column).owners[PER_WORD * 2u + 0u];
    let other = select((*column).extra[2], (*column).unowned[2], (edges >> 16u) == i);
    words[2] = joined(words[2], select(other, (*column).owned[2], (edges & 0xffffu) == i), 0u);
  }
  {
    let edges = (*column).owners[PER_WORD * 3u + 0u];
    let other = select((*column).extra[3], (*column).unowned[3], (edges >> 16u) == i);
    words[3] = joined(words[3], select(other, (*column).owned[3], (edges & 0xffffu) == i), 0u);
  }
  return words;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
  let slot = select(frame, at, COMPACTS_MESSAGES);
  let before = slot_before(at);
  let m = checks[workgroup.x];
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  var sum = 0u;
  if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }

  var message: Words;
  var least: array<Least, Q>;
  { const block = 0u;
    least[block + 0u] = NONE_YET;
    least[block + 1u] = NONE_YET;
    least[block + 2u] = NONE_YET;
    least[block + 3u] = NONE_YET;
  }
  for (var i = 0u; i < degree; i++) {
    load_message(first + i, slot, before, &message);
    let z = likeliest_of(&message);
    likeliest[i] = z;
    sum ^= z;
    { const block = 0u;
      let source = permuted_block(block, z);
      var tile: TileWords;
      tile[0] = message[source + 0u];
      tile[1] = message[source + 1u];
      tile[2] = message[source + 2u];
      tile[3] = message[source + 3u];
      tile = permuted(tile, z);
      {
        let deviation = PER_WORD * (block + 0u) + 0u;
        least[deviation] = taken(least[deviation], element(tile[0], 0u), i);
      }
      {
        let deviation = PER_WORD * (block + 1u) + 0u;
        least[deviation] = taken(least[deviation], element(tile[1], 0u), i);
      }
      {
        let deviation = PER_WORD * (block + 2u) + 0u;
        least[deviation] = taken(least[deviation], element(tile[2], 0u), i);
      }
      {
        let deviation = PER_WORD * (block + 3u) + 0u;
        least[deviation] = taken(least[deviation], element(tile[3], 0u), i);
      }
    }
  }

  { const block = 0u;
    firsts[block + 0u] = first_of(least[block + 0u]);
    positions[block + 0u] = position_of(least[block + 0u]);
    seconds[block + 0u] = second_of(least[block + 0u]);
    firsts[block + 1u] = first_of(least[block + 1u]);
    positions[block + 1u] = position_of(least[block + 1u]);
    seconds[block + 1u] = second_of(least[block + 1u]);
    firsts[block + 2u] = first_of(least[block + 2u]);
    positions[block + 2u] = position_of(least[block + 2u]);
    seconds[block + 2u] = second_of(least[block + 2u]);
    firsts[block + 3u] = first_of(least[block + 3u]);
    positions[block + 3u] = position_of(least[block + 3u]);
    seconds[block + 3u] = second_of(least[block + 3u]);
  }
  make_column();
  var column: Column;
  read_column(&column);
  for (var i = 0u; i < degree; i++) {
    let e = first + i;
    let permutation = sum ^ likeliest[i];
    if (!COMPACTS_MESSAGES) { load_message(e, slot, before, &message); }
    { const block = 0u;
      let words = permuted(said(i, &column), permutation);
      if (COMPACTS_MESSAGES) {
        check_to_variable[(e * WORDS + block + 0u) * message_slots() + slot] = words[0];
        check_to_variable[(e * WORDS + block + 1u) * message_slots() + slot] = words[1];
        check_to_variable[(e * WORDS + block + 2u) * message_slots() + slot] = words[2];
        check_to_variable[(e * WORDS + block + 3u) * message_slots() + slot] = words[3];
      } else {
        let edge = check_edges[e];
        {
          var four: vec4f;
          var had: vec4f;
          four[0] = symbol_value(words[QUAD_WORDS * 0u + 0u / PER_WORD], 0u);
          had[0] = symbol_value(message[block + QUAD_WORDS * 0u + 0u / PER_WORD], 0u);
          four[1] = symbol_value(words[QUAD_WORDS * 0u + 1u / PER_WORD], 1u);
          had[1] = symbol_value(message[block + QUAD_WORDS * 0u + 1u / PER_WORD], 1u);
          four[2] = symbol_value(words[QUAD_WORDS * 0u + 2u / PER_WORD], 2u);
          had[2] = symbol_value(message[block + QUAD_WORDS * 0u + 2u / PER_WORD], 2u);
          four[3] = symbol_value(words[QUAD_WORDS * 0u + 3u / PER_WORD], 3u);
          had[3] = symbol_value(message[block + QUAD_WORDS * 0u + 3u / PER_WORD], 3u);
          put(e, edge, PER_WORD * block + 4u * 0u, 0u, four, had, slot);
        }
      }
    }
  }
}
