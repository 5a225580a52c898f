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
#import common/run, nonbinary/formats/levels, nonbinary/formats/level-messages

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: u32, check_to_variable: u32, active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots

const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;
// Excess of numbers in lanes of 8 bits, which are the message plus one; wider lanes hold their sum unchanged.
const EXCESS: u32 = select(0u, LANES, LEVELS == 8u);
const CHANNEL_VALUES: u32 = LANES * (0xffffffffu >> (32u - CHANNEL_BITS));

// A word of a message without information: all numbers are 1.
const NOTHING: u32 = LANES * (((1u << (SYMBOLS_PER_LANE * SYMBOL_BITS)) - 1u) / ((1u << SYMBOL_BITS) - 1u));

// Whether no check has processed the frames yet.
var<private> knows_nothing: bool;

#if IN_REGISTERS
fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }
#import nonbinary/formats/permute-symbols
#else
// The numbers of a message, symbols x.
fn load_message(e: u32, words: u32, word: u32, to: ptr<function, Vector>) {
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
    var packed: PartWords;
#for w in 0..PART_WORDS
    packed[$w] = NOTHING;
    if (!knows_nothing) { packed[$w] = check_to_variable[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word]; }
#end
    unpack(&packed, block, to);
  }
}
#end

fn store_message(e: u32, words: u32, word: u32, numbers: ptr<function, Vector>) {
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
    let packed = pack(numbers, block);
#for w in 0..PART_WORDS: variable_to_check[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word] = packed[$w];
  }
}

// The lowest symbol of the least sum in each lane, and its sum above it.
alias Bests = array<u32, INTERLEAVE>;
fn decide(sums: ptr<function, Vector>) -> Bests {
  var bests: Bests;
#for l in 0..INTERLEAVE: bests[$l] = 0xffffffffu;
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for a in 0..PART
#for l in 0..INTERLEAVE: bests[$l] = min(bests[$l], summed((*sums)[block + $au], $lu) | (block + $au));
#end
  }
  return bests;
}

// A lane's sum above the bits of a symbol: sums of 32 bits are below 2^24.
fn summed(sums: u32, lane: u32) -> u32 {
  if (LEVELS == 32u) { return sums << 8u; }
  return on_top(sums, lane) & TOP;
}

fn put_symbols(n: u32, own_word: u32, done: u32, bests: Bests) {
#for l in 0..INTERLEAVE
  {
    // Done frames continue only with the other frames of their word.
    let frame = own_word * INTERLEAVE + $lu;
    if (frame < run.frames && ((done >> $lu) & 1u) == 0u) { symbols[n * run.frames + frame] = bests[$l] & 0xffu; }
  }
#end
}

// The channel's values of a variable.
fn read_channel(n: u32, own_word: u32, to: ptr<function, Vector>) {
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for w in 0..PART_CHANNEL_WORDS
    let channel_$w = channel[((n * Q + block) / CHANNEL_PER_LANE + $wu) * run_slots() + own_word];
#for u in 0..CHANNEL_PER_LANE
    (*to)[block + $wu * CHANNEL_PER_LANE + $uu] = (channel_$w >> ($uu * CHANNEL_BITS)) & CHANNEL_VALUES;
#end
#end
  }
}

#if IN_REGISTERS
fn update_variable(n: u32, first: u32, degree: u32, word: u32, own_word: u32, last: bool) {
  let words = message_slots();
  // Loads all messages together, so that the loads overlap, and each once.
#for k in 0..UNROLLED_DEGREE
  var edge_$k = vec2u(0u);
  var packed_$k: PartWords;
  if ($ku < degree) {
    edge_$k = variable_edges[first + $ku];
#for w in 0..PART_WORDS: packed_$k[$w] = NOTHING;
    if (!knows_nothing) {
#for w in 0..PART_WORDS: packed_$k[$w] = check_to_variable[(edge_$k.x * MESSAGE_WORDS + $wu) * words + word];
    }
  }
#end
  var sums: Vector;
  read_channel(n, own_word, &sums);
  var heard: Vector;
  var order = logarithm(edge_0.y);
  // Forward and backward; a variable without edges has its decision already.
  for (var step_number = 0u; step_number < max(2u * degree, 2u) - 1u; step_number++) {
    let back = step_number >= degree;
    let k = select(step_number, 2u * degree - 2u - step_number, back);
    var edge = edge_0;
    var packed = packed_0;
#for k in 1..UNROLLED_DEGREE
    if (k == $ku) {
      edge = edge_$k;
      packed = packed_$k;
    }
#end
    let next = logarithm(edge.y);
    reorder(&sums, order, next);
    order = next;
    unpack(&packed, 0u, &heard);
    if (!back) {
#for a in 0..PART: sums[$a] += heard[$a] - EXCESS;
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
#for a in 0..PART
    heard[$a] = sums[$a] + EXCESS - heard[$a];
    with_value(&leasts, heard[$a]);
#end
    let least = least_values(&leasts);
#for a in 0..PART: heard[$a] = at_most(MOST, heard[$a] - least) + LANES;
    store_message(edge.x, words, word, &heard);
  }
}
#else
fn update_variable(n: u32, first: u32, degree: u32, word: u32, own_word: u32, last: bool) {
  let words = message_slots();
  var sums: Vector;
  read_channel(n, own_word, &sums);
  var heard: Vector;
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    load_message(edge.x, words, word, &heard);
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for k in 0..PART_QUADS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..QUAD: sums[block + 4u * $ku + $uu] += heard[x[$u]] - EXCESS;
      }
#end
    }
  }
  if ((COMPACTS || last) && !knows_nothing) {
    let bests = decide(&sums);
    put_symbols(n, own_word, done_frames(word), bests);
  }
  if (last) { return; }
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    load_message(edge.x, words, word, &heard);
    var leasts = no_values();
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for k in 0..PART_QUADS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..QUAD
        heard[x[$u]] = sums[block + 4u * $ku + $uu] + EXCESS - heard[x[$u]];
        with_value(&leasts, heard[x[$u]]);
#end
      }
#end
    }
    let least = least_values(&leasts);
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for x in 0..PART: heard[block + $xu] = at_most(MOST, heard[block + $xu] - least) + LANES;
    }
    store_message(edge.x, words, word, &heard);
  }
}
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let n = workgroup.x;
  let word = workgroup.y * WORKGROUP_SIZE + invocation;
  if (word * INTERLEAVE >= occupied_frames()) { return; }
  knows_nothing = is_refilled(word);
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = !knows_nothing && iteration_at(word) + 1u == ITERATIONS;
  let own_word = entry_slot(entry_at(word));
  update_variable(n, first, degree, word, own_word, last);
}
