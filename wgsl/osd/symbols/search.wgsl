// osd/symbols/search: the likeliest word among all that differ from the ordering's likeliest symbols in at most ORDER information
// positions. The cost of a word is the sum of the channel's costs of its symbols. Patterns are ordered by their number of flips, then
// lexicographically by the numbers of the flips. Among equal costs the first pattern wins. A pattern is skipped if its information
// symbols alone cost more than the best word so far, as are all later patterns that cost no less. No best word is lost. Patterns of two
// or more flips are among the first REACH flips.
// in   costs [frame][N][Q], likeliest [frame][N] (osd/symbols/costs); places, columns, flips, flip_costs (osd/symbols/flips)
// out  decision [frame][N]
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the last flip of a pattern
// workgroup bytes: 4·(4·Q + 9)
// exact: integers and elements of GF(q)
#import common/run
#import common/workgroup-slot
#import osd/certain
#import osd/symbols/multiply
#import osd/symbols/never

@group(0) @binding(1) var<storage, read> costs: array<i32>;
@group(0) @binding(2) var<storage, read> likeliest: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<u32>;
@group(0) @binding(4) var<storage, read> columns: array<u32>;
@group(0) @binding(5) var<storage, read> flips: array<u32>;
@group(0) @binding(6) var<storage, read> flip_costs: array<i32>;
@group(0) @binding(7) var<storage, read_write> decision: array<u32>;

const PARITY_WORDS: u32 = (RANK + 3u) / 4u;
const K: u32 = N - RANK;
const COLUMNS: u32 = K + 1u;
const FLIPS: u32 = K * (Q - 1u);
// No flip. Its place is K.
const NONE: u32 = FLIPS;
const NO_NUMBER: u32 = 0xffffffffu;
const NO_COST: i32 = 0x7fffffff;
// The most reliable parity positions rule out most patterns: the costs of their errors are in workgroup memory.
const TABLES: u32 = 4u;

// A pattern: its flips but the last in ascending order, followed by NONE; the last flip; the cost of its word; the number of its prefix
// in the order of the search.
struct Candidate { prefix: vec4u, last: u32, cost: i32, number: u32 }

var<workgroup> table: array<i32, TABLES * Q>;
var<workgroup> least: atomic<i32>;
var<workgroup> least_cost: i32;
var<workgroup> earliest: atomic<u32>;
var<workgroup> lowest: atomic<u32>;
var<workgroup> flipped: array<u32, 5>;

// The best pattern of an invocation, and the number of prefixes so far.
var<private> own: Candidate;
var<private> prefixes: u32;

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
fn prefix_errors(frame: u32, word: u32, prefix: vec4u) -> u32 {
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
fn with_parity(frame: u32, word: u32, errors: u32, before: i32, limit: i32) -> i32 {
  var cost = before;
  for (var b = 0u; b < min(4u, RANK - 4u * word) && cost <= limit; b++) {
    cost += cost_of(frame, 4u * word + b, byte_of(errors, b));
  }
  return cost;
}

// Tries every last flip from `begin` on after a prefix.
fn try_prefix(frame: u32, invocation: u32, free: u32, prefix: vec4u, begin: u32, before: i32, best: i32) {
  prefixes++;
  let head = prefix_errors(frame, 0u, prefix);
  let taken = vec4u(place_of(frame, prefix.x), place_of(frame, prefix.y), place_of(frame, prefix.z), place_of(frame, prefix.w));
  for (var base = begin; base < free; base += INVOCATIONS) {
    if (before + cost_at(frame, base) > best) { break; }
    let i = base + invocation;
    if (i < free) {
      let place = place_of(frame, i);
      var cost = before + cost_at(frame, i);
      if (place == taken.x || place == taken.y || place == taken.z || place == taken.w) { cost = NO_COST; }
      if (cost <= best) {
        let errors = head ^ errors_of(frame, 0u, i);
        for (var b = 0u; b < TABLES && cost <= best; b++) { cost += table[b * Q + byte_of(errors, b)]; }
        for (var word = 1u; word < PARITY_WORDS && cost <= best; word++) {
          cost = with_parity(frame, word, prefix_errors(frame, word, prefix) ^ errors_of(frame, word, i), cost, best);
        }
        if (cost < own.cost) { own = Candidate(prefix, i, cost, prefixes); }
      }
    }
  }
}

// Tries all patterns whose prefix has this length. Flips a and b are its first ones, up to the length.
fn try_prefixes(frame: u32, invocation: u32, free: u32, length: u32, a: u32, b: u32, before: i32, best: i32) {
  let first = select(NONE, a, length > 0u);
  let second = select(NONE, b, length > 1u);
  let begin = select(select(0u, a + 1u, length > 0u), b + 1u, length > 1u);
  if (length < 3u) { try_prefix(frame, invocation, free, vec4u(first, second, NONE, NONE), begin, before, best); }
  if (ORDER < 4u || length < 3u) { return; }
  let place_a = place_of(frame, a);
  let place_b = place_of(frame, b);
  for (var c = begin; c < free; c++) {
    let cost_c = cost_at(frame, c);
    if (before + cost_c * i32(length - 1u) > best) { break; }
    let place_c = place_of(frame, c);
    if (place_c == place_a || place_c == place_b) { continue; }
    if (length == 3u) { try_prefix(frame, invocation, free, vec4u(a, b, c, NONE), c + 1u, before + cost_c, best); }
    if (ORDER < 5u || length == 3u) { continue; }
    for (var d = c + 1u; d < free; d++) {
      let cost_d = cost_at(frame, d);
      if (before + cost_c + cost_d * 2 > best) { break; }
      let place_d = place_of(frame, d);
      if (place_d == place_a || place_d == place_b || place_d == place_c) { continue; }
      try_prefix(frame, invocation, free, vec4u(a, b, c, d), d + 1u, before + cost_c + cost_d, best);
    }
  }
}

// The best cost of all invocations.
fn shared_best(invocation: u32) -> i32 {
  atomicMin(&least, own.cost);
  workgroupBarrier();
  if (invocation == 0u) { least_cost = atomicLoad(&least); }
  return workgroupUniformLoad(&least_cost);
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

// Tries all patterns by the length of their prefix, then in lexicographic order. Loops over flips beyond the length have one turn.
// @param before cost of the information symbols without a pattern. @param none cost of the word without a pattern.
fn search(frame: u32, invocation: u32, before: i32, none: i32) -> i32 {
  let free = possible(frame);
  let reach = min(free, REACH);
  var best = none;
  for (var length = 0u; length < min(ORDER, free); length++) {
    for (var a = 0u; a < select(1u, reach, length > 0u); a++) {
      let cost_a = select(0, cost_at(frame, a), length > 0u);
      if (before + cost_a * i32(length + 1u) > best) { break; }
      for (var b = select(0u, a + 1u, length > 1u); b < select(1u, reach, length > 1u); b++) {
        let cost_b = select(0, cost_at(frame, b), length > 1u);
        if (before + cost_a + cost_b * i32(length) > best) { break; }
        if (length > 1u && place_of(frame, a) == place_of(frame, b)) { continue; }
        let last = select(free, reach, length > 0u);
        try_prefixes(frame, invocation, last, length, a, b, before + cost_a + cost_b, best);
        best = shared_best(invocation);
      }
    }
  }
  return best;
}

// Among the invocations with the best cost, the first in the order of patterns writes its pattern.
fn choose(invocation: u32, best: i32) {
  if (own.cost == best) { atomicMin(&earliest, own.number); }
  workgroupBarrier();
  let is_early = own.cost == best && own.number == atomicLoad(&earliest);
  if (is_early) { atomicMin(&lowest, own.last); }
  workgroupBarrier();
  if (is_early && own.last == atomicLoad(&lowest)) {
    flipped[0] = own.prefix.x;
    flipped[1] = own.prefix.y;
    flipped[2] = own.prefix.z;
    flipped[3] = own.prefix.w;
    flipped[4] = own.last;
  }
  workgroupBarrier();
}

// Error of place i.
fn error_of(frame: u32, i: u32) -> u32 {
  var error = 0u;
  if (i < RANK) {
    var errors = columns[(frame * PARITY_WORDS + (i >> 2u)) * COLUMNS + K];
    for (var f = 0u; f < 5u; f++) { errors ^= errors_of(frame, i >> 2u, flipped[f]); }
    error = byte_of(errors, i);
  } else {
    for (var f = 0u; f < 5u; f++) {
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
    none = with_parity(frame, word, columns[(frame * PARITY_WORDS + word) * COLUMNS + K], none, NO_COST);
  }
  own = Candidate(vec4u(NONE), NONE, none, 0u);
  prefixes = 0u;
  if (invocation == 0u) {
    atomicStore(&least, none);
    atomicStore(&earliest, NO_NUMBER);
    atomicStore(&lowest, NO_NUMBER);
  }
  workgroupBarrier();
  choose(invocation, search(frame, invocation, before, none));
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < N) {
      let position = frame * N + places[frame * N + i];
      decision[position] = likeliest[position] ^ error_of(frame, i);
    }
  }
}
