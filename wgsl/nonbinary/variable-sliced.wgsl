// nonbinary/variable-sliced: variable nodes of bit-sliced integers (nonbinary/formats/sliced): V_k(a) = C(a) + FACTOR·Σ_{others} R(a), in units of
// 2^−SHIFT of a message's, to the check (V_k(a) − min V_k)·2^−SHIFT, to the nearest, at most 2^BITS − 1; decision argmin_a C(a) +
// FACTOR·Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][q] = h·a
//      channel [variable][word of frames][plane][symbol], CHANNEL_BITS planes
//      check_to_variable [edge][word of slots][plane][symbol x = h·a], lists
// out  variable_to_check [edge][word of slots][plane][symbol x], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each.
//      Messages are read twice, the second time from caches.
// exact: integers
const WORKGROUP_SIZE: u32 = max(32u, Q / 4u);
#import common/run, nonbinary/formats/sliced, common/workgroup-slot, nonbinary/formats/sliced-sums

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: vec4u, check_to_variable: u32
#in active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots

alias Least = array<u32, SUM_BITS>;
alias Symbols = array<u32, P>;

// Values that the invocations of a word exchange, in two halves alternately, so that one barrier per exchange is
// enough. Half and row are dimensions of their own, because devices check each index that is not constant.
var<workgroup> exchanged: array<array<array<u32, WORKGROUP_SIZE>, SUM_BITS + P>, 2>;
var<private> half: u32;
var<private> invocation: u32;
// Whether no check has processed the frames yet.
var<private> knows_nothing: bool;
// The symbol of the least sum, if requested.
var<private> likeliest: Symbols;

fn less(a: ptr<function, Least>, b: ptr<function, Least>) -> u32 {
  var result = 0u;
#for p in 0..SUM_BITS: result = less_word((*a)[$p], (*b)[$p], result);
  return result;
}

// The minimum of a and b, with the lanes where b is less.
fn lesser(a: ptr<function, Least>, b: ptr<function, Least>, takes_b: u32) -> Least {
  var result: Least;
#for p in 0..SUM_BITS: result[$p] = merged_words((*a)[$p], (*b)[$p], takes_b);
  return result;
}

// The least over all symbols; with `indexed` also its symbol, in `likeliest`.
fn least_of(sums: ptr<function, Sums>, indexed: bool) -> Least {
#for c in 0..4
  var symbol_$c: Least;
#for p in 0..SUM_BITS: symbol_$c[$p] = (*sums)[$p][$c];
#end
  let takes_1 = less(&symbol_1, &symbol_0);
  let takes_3 = less(&symbol_3, &symbol_2);
  var low = lesser(&symbol_0, &symbol_1, takes_1);
  var high = lesser(&symbol_2, &symbol_3, takes_3);
  let takes_high = less(&high, &low);
  var least = lesser(&low, &high, takes_high);
  var index: Symbols;
  index[0] = merged_words(takes_1, takes_3, takes_high);
  index[1] = takes_high;
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    let is_upper = 0u - u32(other < invocation);
#for p in 0..SUM_BITS: exchanged[half][$p][invocation] = least[$p];
    if (indexed) {
#for b in 0..P: exchanged[half][SUM_BITS + $bu][invocation] = index[$b];
    }
    workgroupBarrier();
    var others: Least;
#for p in 0..SUM_BITS: others[$p] = exchanged[half][$p][other];
    // Among equals the lower symbol wins.
    let takes_other = merged_words(less(&others, &least), ~less(&least, &others), is_upper);
    least = lesser(&least, &others, takes_other);
    if (indexed) {
#for b in 0..P
      index[$b] = merged_words(index[$b], exchanged[half][SUM_BITS + $bu][other], takes_other);
      index[$b] = select(index[$b], takes_other ^ is_upper, s == $bu);
#end
    }
    half ^= 1u;
  }
  if (indexed) { likeliest = index; }
  return least;
}

// An edge's message, in the order of the variable's symbols and with the width of the sums.
fn message(e: u32, x: vec4u, words: u32, word: u32) -> Sums {
  var wide: Sums;
  if (knows_nothing) { return wide; }
#for p in 0..BITS
  {
    let at = ((e * words + word) * BITS + $pu) * Q;
    wide[$p] = vec4u(
      check_to_variable[at + x.x],
      check_to_variable[at + x.y],
      check_to_variable[at + x.z],
      check_to_variable[at + x.w],
    );
  }
#end
  return wide;
}

// Adds FACTOR times a message.
fn add_message(sums: ptr<function, Sums>, heard: ptr<function, Sums>) {
#for b in FACTOR_BITS
  {
    var carry = vec4u(0u);
#for p in $b..SUM_BITS
    {
      let had = (*sums)[$p];
      (*sums)[$p] = had ^ (*heard)[$pu - $bu] ^ carry;
      carry = majority(had, (*heard)[$pu - $bu], carry);
    }
#end
  }
#end
}

// Subtracts FACTOR times a message from a sum that includes it.
fn take_message(sums: ptr<function, Sums>, heard: ptr<function, Sums>) {
#for b in FACTOR_BITS
  {
    var borrow = vec4u(0u);
#for p in $b..SUM_BITS
    {
      let had = (*sums)[$p];
      (*sums)[$p] = had ^ (*heard)[$pu - $bu] ^ borrow;
      borrow = majority(~had, (*heard)[$pu - $bu], borrow);
    }
#end
  }
#end
}

fn take_least(sums: ptr<function, Sums>, least: Least) {
  var borrow = vec4u(0u);
#for p in 0..SUM_BITS
  {
    let had = (*sums)[$p];
    (*sums)[$p] = had ^ vec4u(least[$p]) ^ borrow;
    borrow = majority(~had, vec4u(least[$p]), borrow);
  }
#end
}

// Writes this invocation's share of the likeliest symbols of a word's frames.
fn put_symbols(n: u32, word: u32, own_word: u32, block: u32, is_there: bool) {
  // Done frames continue only with the other frames of their word.
  let done = done_frames(word);
  for (var lane = block; lane < SLICED_FRAMES && is_there; lane += BLOCKS) {
    let frame = own_word * SLICED_FRAMES + lane;
    var symbol = 0u;
#for b in 0..P: symbol |= ((likeliest[$b] >> lane) & 1u) << $bu;
    if (frame < run.frames && ((done >> lane) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol; }
  }
}

fn put_message(e: u32, x: vec4u, words: u32, word: u32, numbers: Numbers) {
#for p in 0..BITS
  {
    let at = ((e * words + word) * BITS + $pu) * Q;
    variable_to_check[at + x.x] = numbers[$p].x;
    variable_to_check[at + x.y] = numbers[$p].y;
    variable_to_check[at + x.z] = numbers[$p].z;
    variable_to_check[at + x.w] = numbers[$p].w;
  }
#end
}

#main workgroup: workgroup_id, own_invocation: local_invocation_index {
  invocation = own_invocation;
  let words = message_slots();
  let occupied_words = (occupied_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= occupied_words) { return; }
  // Invocations without a word repeat the last word, and write nothing.
  var is_there = begin + invocation / BLOCKS < occupied_words;
  let word = min(begin + invocation / BLOCKS, occupied_words - 1u);
  knows_nothing = is_refilled(word);
  let own_word = entry_slot(entry_at(word));
  let block = invocation % BLOCKS;
  let n = workgroup.x;
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  // With REFILLS the words of a workgroup have had different numbers of iterations.
  let all_last = REFILLS == 1u && run.iteration + 1u == ITERATIONS;
  let last = !knows_nothing && iteration_at(word) + 1u == ITERATIONS;

  var total: Sums;
#for p in 0..CHANNEL_BITS: total[$p] = channel[((n * run_slots() + own_word) * CHANNEL_BITS + $pu) * BLOCKS + block];
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    var heard = message(edge.x, products[edge.y * BLOCKS + block], words, word);
    add_message(&total, &heard);
  }

  if (COMPACTS || all_last) {
    _ = least_of(&total, true);
    put_symbols(n, word, own_word, block, is_there && !knows_nothing);
  }
  if (all_last) { return; }
  is_there = is_there && !last;

  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    let x = products[edge.y * BLOCKS + block];
    var heard = message(edge.x, x, words, word);
    var others = total;
    take_message(&others, &heard);
    let least = least_of(&others, false);
    take_least(&others, least);
    let numbers = message_of(&others);
    if (is_there) { put_message(edge.x, x, words, word, numbers); }
  }
}
