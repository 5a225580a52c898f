// osd/search: the likeliest word among all that differ from the ordering's hard decisions in at most ORDER information positions. The cost
// of a word is the sum of the reliabilities of the positions where it differs from the channel's hard decisions, so the least cost is the
// largest correlation. Flips are information positions by their places (osd/patterns). No best word is lost. Patterns of two or more flips
// are among the first REACH information positions.
// in   channel_llr, ordering_llr [frame][N]: the same without SIGNED; places, costs, columns (osd/columns)
// out  decision [frame][N]
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the last flipped position of a pattern
// exact: integers
#import common/run, common/workgroup-slot, osd/certain, osd/patterns

#in channel_llr: f32, ordering_llr: f32, places: u32, costs: i32, columns: u32
#out decision: u32

const PARITY_WORDS: u32 = (RANK + 31u) / 32u;
const K: u32 = N - RANK;
const COLUMNS: u32 = K + 1u;
// No position: the column of the word without a pattern.
const NONE: u32 = K;
const EXCLUSIVE: bool = false;
// The most reliable parity positions rule out most patterns. Each table has the costs of TABLE_BITS of them.
const TABLES: u32 = 2u;
const SUMS: u32 = 1u << TABLE_BITS;

var<workgroup> sums: array<i32, TABLES * SUMS>;

fn errors_of(frame: u32, word: u32, i: u32) -> u32 { return columns[(frame * PARITY_WORDS + word) * COLUMNS + i]; }

fn cost_at(frame: u32, i: u32) -> i32 { return costs[frame * N + RANK + i]; }

fn place_of(frame: u32, i: u32) -> u32 { return i; }

// Parity bits of a prefix's word that differ from the channel's decisions.
fn errors_of_prefix(frame: u32, word: u32, prefix: vec4u) -> u32 {
  var bits = errors_of(frame, word, NONE);
  if (prefix.x != NONE) { bits ^= errors_of(frame, word, prefix.x); }
  if (prefix.y != NONE) { bits ^= errors_of(frame, word, prefix.y); }
  if (prefix.z != NONE) { bits ^= errors_of(frame, word, prefix.z); }
  if (prefix.w != NONE) { bits ^= errors_of(frame, word, prefix.w); }
  return bits;
}

// Sum of the reliabilities of flipped parity positions: bit 0 is position p.
fn sum_of(frame: u32, p: u32, bits: u32, count: u32) -> i32 {
  var sum = 0;
  for (var b = 0u; b < count; b++) { sum += costs[frame * N + min(p + b, RANK - 1u)] & -i32((bits >> b) & 1u); }
  return sum;
}

// Adds the reliabilities of the flipped parity positions of a word to a cost, from a bit on, until it exceeds the limit.
fn with_parity(frame: u32, word: u32, bits: u32, begin: u32, before: i32, limit: i32) -> i32 {
  var cost = before;
  for (var at = begin; at < min(32u, RANK - 32u * word) && cost <= limit; at += 8u) {
    cost += sum_of(frame, 32u * word + at, bits >> at, 8u);
  }
  return cost;
}

fn parity_cost(frame: u32, word: u32, errors: u32, before: i32, limit: i32) -> i32 {
  return with_parity(frame, word, errors, 0u, before, limit);
}

fn try_last(frame: u32, last: u32, prefix: vec4u, taken: vec4u, head: u32, before: i32, best: i32) {
  let bits = head ^ errors_of(frame, 0u, last);
  var cost = before + sums[bits % SUMS];
  if (cost <= best) { cost += sums[SUMS + (bits >> TABLE_BITS) % SUMS]; }
  if (cost <= best) {
    cost = with_parity(frame, 0u, bits, TABLE_BITS * TABLES, cost, best);
    for (var word = 1u; word < PARITY_WORDS && cost <= best; word++) {
      cost = with_parity(frame, word, errors_of_prefix(frame, word, prefix) ^ errors_of(frame, word, last), 0u, cost, best);
    }
    keep(prefix, last, cost);
  }
}

// Number of information positions that may flip. Certain positions are the last.
fn uncertain(frame: u32) -> u32 {
  var free = K;
  while (free > 0u && cost_at(frame, free - 1u) == i32(CERTAIN)) { free--; }
  return free;
}

// Whether place i is flipped.
fn flip_of(frame: u32, i: u32) -> u32 {
  var bit = 0u;
  if (i < RANK) {
    var bits = errors_of(frame, i >> 5u, NONE);
    for (var f = 0u; f < FLIPPED; f++) {
      if (flipped[f] != NONE) { bits ^= errors_of(frame, i >> 5u, flipped[f]); }
    }
    bit = (bits >> (i & 31u)) & 1u;
  } else {
    for (var f = 0u; f < FLIPPED; f++) { bit |= u32(flipped[f] == i - RANK); }
  }
  return bit;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  for (var base = 0u; base < TABLES * SUMS; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < TABLES * SUMS) { sums[i] = sum_of(frame, TABLE_BITS * (base / SUMS), i % SUMS, TABLE_BITS); }
  }
  // Information positions with a negative cost differ from the channel's decisions.
  var before = 0;
  if (SIGNED == 1u) {
    for (var i = 0u; i < K; i++) { before -= min(0, cost_at(frame, i)); }
  }
  var none = before;
  for (var word = 0u; word < PARITY_WORDS; word++) {
    none = with_parity(frame, word, errors_of(frame, word, NONE), 0u, none, NO_COST);
  }
  start_search(invocation, none);
  let free = uncertain(frame);
  choose(invocation, search(frame, invocation, free, before, none), min(free, REACH));
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < N) {
      let position = frame * N + places[frame * N + i];
      let is_negative = select(ordering_llr[position] < 0.0, channel_llr[position] < 0.0, i < RANK);
      decision[position] = u32(is_negative) ^ flip_of(frame, i);
    }
  }
}
