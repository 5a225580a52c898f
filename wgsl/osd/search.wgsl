// osd/search: the likeliest word among all that differ from the ordering's hard decisions in at most ORDER information positions. The cost
// of a word is the sum of the reliabilities of the positions where it differs from the channel's hard decisions, so the least cost is the
// largest correlation. Patterns are ordered by their number of flipped positions, then lexicographically by their places. Among equal costs
// the first pattern wins. A pattern is skipped if its information positions alone cost more than the best word so far, as are all later
// patterns that cost no less. No best word is lost. Patterns of two or more flips are among the first REACH information positions.
// in   channel_llr, ordering_llr [frame][N]: the same without SIGNED; places, costs, columns (osd/columns)
// out  decision [frame][N]
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the last flipped position of a pattern
// workgroup bytes: 4·(TABLES·SUMS + 9)
// exact: integers
#import common/run
#import common/workgroup-slot
#import osd/certain

@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> ordering_llr: array<f32>;
@group(0) @binding(3) var<storage, read> places: array<u32>;
@group(0) @binding(4) var<storage, read> costs: array<i32>;
@group(0) @binding(5) var<storage, read> columns: array<u32>;
@group(0) @binding(6) var<storage, read_write> decision: array<u32>;

const PARITY_WORDS: u32 = (RANK + 31u) / 32u;
const K: u32 = N - RANK;
const COLUMNS: u32 = K + 1u;
// No position: the column of the word without a pattern.
const NONE: u32 = K;
const NO_NUMBER: u32 = 0xffffffffu;
const NO_COST: i32 = 0x7fffffff;
// The most reliable parity positions rule out most patterns. Each table has the costs of eight of them.
const TABLES: u32 = 2u;
const SUMS: u32 = 256u;

// A pattern: the flipped information positions but the last in ascending order, followed by NONE; the last flipped position; the cost of
// its word; the number of its prefix in the order of the search.
struct Candidate { prefix: vec4u, last: u32, cost: i32, number: u32 }

var<workgroup> sums: array<i32, TABLES * SUMS>;
var<workgroup> least: atomic<i32>;
var<workgroup> least_cost: i32;
var<workgroup> earliest: atomic<u32>;
var<workgroup> lowest: atomic<u32>;
var<workgroup> flipped: array<u32, 5>;

// The best pattern of an invocation, and the number of prefixes so far.
var<private> own: Candidate;
var<private> prefixes: u32;

fn parity_word(frame: u32, word: u32, i: u32) -> u32 { return columns[(frame * PARITY_WORDS + word) * COLUMNS + i]; }

fn cost_at(frame: u32, i: u32) -> i32 { return costs[frame * N + RANK + i]; }

// Parity bits of a prefix's word that differ from the channel's decisions.
fn flips_of(frame: u32, word: u32, prefix: vec4u) -> u32 {
  var bits = parity_word(frame, word, NONE);
  if (prefix.x != NONE) { bits ^= parity_word(frame, word, prefix.x); }
  if (prefix.y != NONE) { bits ^= parity_word(frame, word, prefix.y); }
  if (prefix.z != NONE) { bits ^= parity_word(frame, word, prefix.z); }
  if (prefix.w != NONE) { bits ^= parity_word(frame, word, prefix.w); }
  return bits;
}

// Sum of the reliabilities of flipped parity positions among eight: bit 0 is position p.
fn sum_of_eight(frame: u32, p: u32, bits: u32) -> i32 {
  var sum = 0;
  for (var b = 0u; b < 8u; b++) { sum += costs[frame * N + min(p + b, RANK - 1u)] & -i32((bits >> b) & 1u); }
  return sum;
}

// Adds the reliabilities of the flipped parity positions of a word to a cost, from a bit on, until it exceeds the limit.
fn with_parity(frame: u32, word: u32, bits: u32, begin: u32, before: i32, limit: i32) -> i32 {
  var cost = before;
  for (var at = begin; at < min(32u, RANK - 32u * word) && cost <= limit; at += 8u) {
    cost += sum_of_eight(frame, 32u * word + at, bits >> at);
  }
  return cost;
}

// Tries every last position from `begin` on after a prefix.
fn try_prefix(frame: u32, invocation: u32, free: u32, prefix: vec4u, begin: u32, before: i32, best: i32) {
  prefixes++;
  let head = flips_of(frame, 0u, prefix);
  for (var base = begin; base < free; base += INVOCATIONS) {
    if (before + cost_at(frame, base) > best) { break; }
    let i = base + invocation;
    if (i < free) {
      let bits = head ^ parity_word(frame, 0u, i);
      var cost = before + cost_at(frame, i) + sums[bits % SUMS];
      if (cost <= best) { cost += sums[SUMS + (bits >> 8u) % SUMS]; }
      if (cost <= best) {
        cost = with_parity(frame, 0u, bits, 8u * TABLES, cost, best);
        for (var word = 1u; word < PARITY_WORDS && cost <= best; word++) {
          cost = with_parity(frame, word, flips_of(frame, word, prefix) ^ parity_word(frame, word, i), 0u, cost, best);
        }
        if (cost < own.cost) { own = Candidate(prefix, i, cost, prefixes); }
      }
    }
  }
}

// Tries all patterns whose prefix has this length. Positions a and b are its first ones, up to the length.
fn try_prefixes(frame: u32, invocation: u32, free: u32, length: u32, a: u32, b: u32, before: i32, best: i32) {
  let first = select(NONE, a, length > 0u);
  let second = select(NONE, b, length > 1u);
  let begin = select(select(0u, a + 1u, length > 0u), b + 1u, length > 1u);
  if (length < 3u) { try_prefix(frame, invocation, free, vec4u(first, second, NONE, NONE), begin, before, best); }
  if (ORDER < 4u || length < 3u) { return; }
  for (var c = begin; c < free; c++) {
    let cost_c = cost_at(frame, c);
    if (before + cost_c * i32(length - 1u) > best) { break; }
    if (length == 3u) { try_prefix(frame, invocation, free, vec4u(a, b, c, NONE), c + 1u, before + cost_c, best); }
    if (ORDER < 5u || length == 3u) { continue; }
    for (var d = c + 1u; d < free; d++) {
      let cost_d = cost_at(frame, d);
      if (before + cost_c + cost_d * 2 > best) { break; }
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

// Tries all patterns by the length of their prefix, then in lexicographic order. Loops over positions beyond the length have one turn.
// @param before cost of the information positions without a pattern. @param none cost of the word without a pattern.
fn search(frame: u32, invocation: u32, before: i32, none: i32) -> i32 {
  // Certain positions are the last of the information positions.
  var free = K;
  while (free > 0u && cost_at(frame, free - 1u) == i32(CERTAIN)) { free--; }
  let reach = min(free, REACH);
  var best = none;
  for (var length = 0u; length < min(ORDER, free); length++) {
    for (var a = 0u; a < select(1u, reach, length > 0u); a++) {
      let cost_a = select(0, cost_at(frame, a), length > 0u);
      if (before + cost_a * i32(length + 1u) > best) { break; }
      for (var b = select(0u, a + 1u, length > 1u); b < select(1u, reach, length > 1u); b++) {
        let cost_b = select(0, cost_at(frame, b), length > 1u);
        if (before + cost_a + cost_b * i32(length) > best) { break; }
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

// Whether place i is flipped.
fn flip_of(frame: u32, i: u32) -> u32 {
  var bit = 0u;
  if (i < RANK) {
    var bits = parity_word(frame, i >> 5u, NONE);
    for (var f = 0u; f < 5u; f++) {
      if (flipped[f] != NONE) { bits ^= parity_word(frame, i >> 5u, flipped[f]); }
    }
    bit = (bits >> (i & 31u)) & 1u;
  } else {
    for (var f = 0u; f < 5u; f++) { bit |= u32(flipped[f] == i - RANK); }
  }
  return bit;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  for (var base = 0u; base < TABLES * SUMS; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < TABLES * SUMS) { sums[i] = sum_of_eight(frame, 8u * (base / SUMS), i % SUMS); }
  }
  // Information positions with a negative cost differ from the channel's decisions.
  var before = 0;
  if (SIGNED == 1u) {
    for (var i = 0u; i < K; i++) { before -= min(0, cost_at(frame, i)); }
  }
  var none = before;
  for (var word = 0u; word < PARITY_WORDS; word++) {
    none = with_parity(frame, word, parity_word(frame, word, NONE), 0u, none, NO_COST);
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
      let is_negative = select(ordering_llr[position] < 0.0, channel_llr[position] < 0.0, i < RANK);
      decision[position] = u32(is_negative) ^ flip_of(frame, i);
    }
  }
}
