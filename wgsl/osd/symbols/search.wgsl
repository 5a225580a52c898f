// osd/symbols/search: the likeliest word among all that differ from the ordering's likeliest symbols in at most ORDER information
// positions. The cost of a word is the sum of the channel's costs of its symbols. Flips are by their numbers (osd/patterns). No best word
// is lost. Patterns of two or more flips are among the first REACH flips.
// in   costs [frame][N][Q], likeliest [frame][N] (osd/symbols/costs); places, columns, flips, flip_costs (osd/symbols/flips)
// out  decision [frame][N]
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the last flip of a pattern
// exact: integers and elements of GF(q)
#import common/run, common/workgroup-slot, osd/certain, osd/patterns, common/arithmetic/packed-galois, osd/symbols/never

#in costs: i32, likeliest: u32, places: u32, columns: u32, flips: u32, flip_costs: i32
#out decision: u32

const PARITY_WORDS: u32 = (RANK + 3u) / 4u;
const K: u32 = N - RANK;
const COLUMNS: u32 = K + 1u;
const FLIPS: u32 = K * (Q - 1u);
// No flip. Its place is K.
const NONE: u32 = FLIPS;
const EXCLUSIVE: bool = true;
// The most reliable parity positions rule out most patterns: the costs of their errors are in workgroup memory.
const TABLES: u32 = 4u;

var<workgroup> table: array<i32, TABLES * Q>;

fn cost_at(frame: u32, flip: u32) -> i32 { return flip_costs[frame * FLIPS + flip]; }

fn place_of(frame: u32, flip: u32) -> u32 {
  if (flip == NONE) { return K; }
  return flips[frame * FLIPS + flip] >> 8u;
}

// Errors of four parity places by a flip.
fn errors_of(frame: u32, word: u32, flip: u32) -> u32 {
  if (flip == NONE) { return 0u; }
  let value = flips[frame * FLIPS + flip];
  return scaled(columns[(frame * PARITY_WORDS + word) * COLUMNS + (value >> 8u)], value & 0xffu);
}

// Errors of four parity places of a prefix's word.
fn errors_of_prefix(frame: u32, word: u32, prefix: vec4u) -> u32 {
  var errors = columns[(frame * PARITY_WORDS + word) * COLUMNS + K];
  errors ^= errors_of(frame, word, prefix.x);
  if (ORDER > 2u) { errors ^= errors_of(frame, word, prefix.y); }
  if (ORDER > 3u) { errors ^= errors_of(frame, word, prefix.z); }
  if (ORDER > 4u) { errors ^= errors_of(frame, word, prefix.w); }
  return errors;
}

// Cost of the symbol of a place with an error.
fn cost_of(frame: u32, place: u32, error: u32) -> i32 {
  let position = frame * N + places[frame * N + place];
  return costs[position * Q + (likeliest[position] ^ error)];
}

// Adds the costs of four parity places to a cost until it exceeds the limit.
fn parity_cost(frame: u32, word: u32, errors: u32, before: i32, limit: i32) -> i32 {
  var cost = before;
  for (var b = 0u; b < min(4u, RANK - 4u * word) && cost <= limit; b++) {
    cost += cost_of(frame, 4u * word + b, byte_of(errors, b));
  }
  return cost;
}

fn try_last(frame: u32, last: u32, prefix: vec4u, taken: vec4u, head: u32, before: i32, best: i32) {
  let place = place_of(frame, last);
  var cost = before;
  if (place == taken.x || place == taken.y || place == taken.z || place == taken.w) { cost = NO_COST; }
  if (cost <= best) {
    let errors = head ^ errors_of(frame, 0u, last);
    for (var b = 0u; b < TABLES && cost <= best; b++) { cost += table[b * Q + byte_of(errors, b)]; }
    for (var word = 1u; word < PARITY_WORDS && cost <= best; word++) {
      cost = parity_cost(frame, word, errors_of_prefix(frame, word, prefix) ^ errors_of(frame, word, last), cost, best);
    }
    keep(prefix, last, cost);
  }
}

// Number of flips to possible symbols, which come first.
fn possible(frame: u32) -> u32 {
  var low = 0u;
  var high = FLIPS;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (cost_at(frame, middle) < NEVER) { low = middle + 1u; } else { high = middle; }
  }
  return low;
}

// Error of place i.
fn error_of(frame: u32, i: u32) -> u32 {
  var error = 0u;
  if (i < RANK) {
    var errors = columns[(frame * PARITY_WORDS + (i >> 2u)) * COLUMNS + K];
    for (var f = 0u; f < FLIPPED; f++) { errors ^= errors_of(frame, i >> 2u, flipped[f]); }
    error = byte_of(errors, i);
  } else {
    for (var f = 0u; f < FLIPPED; f++) {
      if (place_of(frame, flipped[f]) == i - RANK) { error ^= flips[frame * FLIPS + flipped[f]] & 0xffu; }
    }
  }
  return error;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  for (var base = 0u; base < TABLES * Q; base += INVOCATIONS) {
    let i = base + invocation;
    let place = i / Q;
    if (i < TABLES * Q) {
      var cost = 0;
      if (place < RANK) { cost = cost_of(frame, place, i % Q); }
      table[i] = cost;
    }
  }
  var before = 0;
  for (var i = RANK; i < N; i++) { before += cost_of(frame, i, 0u); }
  var none = before;
  for (var word = 0u; word < PARITY_WORDS; word++) {
    none = parity_cost(frame, word, columns[(frame * PARITY_WORDS + word) * COLUMNS + K], none, NO_COST);
  }
  start_search(invocation, none);
  let free = possible(frame);
  choose(invocation, search(frame, invocation, free, before, none), min(free, REACH));
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < N) {
      let position = frame * N + places[frame * N + i];
      decision[position] = likeliest[position] ^ error_of(frame, i);
    }
  }
}
