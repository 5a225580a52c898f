// The search over patterns of flips of ordered statistics decoding, by their number of flips, then in lexicographic order. A pattern is
// skipped if its information positions alone cost more than the best word so far, as are all later patterns that cost no less. The
// invocations of a frame share the last flip of a pattern; each keeps its best pattern, and among equal costs the first pattern wins.
// Patterns of more than SIZE_MAXIMUM flips are in osd/exhaustive.
// A kernel declares NONE, a number that is no flip, EXCLUSIVE, whether flips can have one place, and
//   fn cost_at(frame: u32, flip: u32) -> i32: cost of a flip, ascending
//   fn place_of(frame: u32, flip: u32) -> u32: its information position; flips of one position exclude each other
//   fn errors_of_prefix(frame: u32, word: u32, prefix: vec4u) -> u32: a word of the parity places that a prefix changes
//   fn try_last(frame: u32, last: u32, prefix: vec4u, taken: vec4u, head: u32, before: i32, best: i32): calls `keep` if the pattern's word
//     costs at most `best`; `taken` has the places of the prefix, `head` its errors in word 0, `before` the information positions' cost
#import osd/exhaustive
const NO_NUMBER: u32 = 0xffffffffu;
// Most flips of a prefix and a last flip.
const SIZE_MAXIMUM: u32 = 5u;
const NO_COST: i32 = 0x7fffffff;

// A pattern: its flips but the last in ascending order, followed by NONE; the last flip; the cost of its word; the number of its prefix
// in the order of the search.
struct Candidate { prefix: vec4u, last: u32, cost: i32, number: u32 }

var<workgroup> least: atomic<i32>;
var<workgroup> least_cost: i32;
var<workgroup> earliest: atomic<u32>;
var<workgroup> lowest: atomic<u32>;
// The flips of the best pattern, then NONE.
const FLIPPED: u32 = max(ORDER, SIZE_MAXIMUM);
var<workgroup> flipped: array<u32, FLIPPED>;

// The best pattern of an invocation, and the number of prefixes so far.
var<private> own: Candidate;
var<private> prefixes: u32;

// Begins a frame's search. All invocations pass a barrier. @param none cost of the word without a pattern.
fn start_search(invocation: u32, none: i32) {
  own = Candidate(vec4u(NONE), NONE, none, 0u);
  prefixes = 0u;
  if (invocation == 0u) {
    atomicStore(&least, none);
    atomicStore(&earliest, NO_NUMBER);
    atomicStore(&lowest, NO_NUMBER);
  }
  workgroupBarrier();
}

// The invocation's best pattern becomes this one if its word costs less.
fn keep(prefix: vec4u, last: u32, cost: i32) {
  if (cost < own.cost) { own = Candidate(prefix, last, cost, prefixes); }
}

// Tries every last flip from `begin` on after a prefix.
fn try_prefix(frame: u32, invocation: u32, free: u32, prefix: vec4u, begin: u32, before: i32, best: i32) {
  prefixes++;
  let head = errors_of_prefix(frame, 0u, prefix);
  let taken = vec4u(place_of(frame, prefix.x), place_of(frame, prefix.y), place_of(frame, prefix.z), place_of(frame, prefix.w));
  for (var base = begin; base < free; base += INVOCATIONS) {
    if (before + cost_at(frame, base) > best) { break; }
    let i = base + invocation;
    if (i < free) { try_last(frame, i, prefix, taken, head, before + cost_at(frame, i), best); }
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
    let last = select(free, 0u, place_c == place_a || place_c == place_b);
    if (length == 3u) { try_prefix(frame, invocation, last, vec4u(a, b, c, NONE), c + 1u, before + cost_c, best); }
    if (ORDER < 5u || length == 3u) { continue; }
    for (var d = c + 1u; d < last; d++) {
      let cost_d = cost_at(frame, d);
      if (before + cost_c + cost_d * 2 > best) { break; }
      let place_d = place_of(frame, d);
      let last_d = select(free, 0u, place_d == place_a || place_d == place_b || place_d == place_c);
      try_prefix(frame, invocation, last_d, vec4u(a, b, c, d), d + 1u, before + cost_c + cost_d, best);
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

// Tries all patterns. Loops over flips beyond the length have one turn. @param free number of flips, of which the first REACH are in
// patterns of two or more. @param before cost of the information positions without a pattern. @param none cost of the word without one.
fn search(frame: u32, invocation: u32, free: u32, before: i32, none: i32) -> i32 {
  let reach = min(free, REACH);
  var best = none;
  for (var length = 0u; length < min(min(ORDER, SIZE_MAXIMUM), free); length++) {
    for (var a = 0u; a < select(1u, reach, length > 0u); a++) {
      let cost_a = select(0, cost_at(frame, a), length > 0u);
      if (before + cost_a * i32(length + 1u) > best) { break; }
      for (var b = select(0u, a + 1u, length > 1u); b < select(1u, reach, length > 1u); b++) {
        let cost_b = select(0, cost_at(frame, b), length > 1u);
        if (before + cost_a + cost_b * i32(length) > best) { break; }
        // No flip follows two of one place.
        let last = select(select(free, reach, length > 0u), 0u, length > 1u && place_of(frame, a) == place_of(frame, b));
        try_prefixes(frame, invocation, last, length, a, b, before + cost_a + cost_b, best);
        best = shared_best(invocation);
      }
    }
  }
  if (ORDER > SIZE_MAXIMUM) { best = search_masks(frame, invocation, free, before, best); }
  return best;
}

// Among the invocations with the best cost, the first in the order of patterns writes its pattern to `flipped`.
fn choose(invocation: u32, best: i32, reach: u32) {
  if (own.cost == best) { atomicMin(&earliest, own.number); }
  workgroupBarrier();
  let is_early = own.cost == best && own.number == atomicLoad(&earliest);
  if (is_early) { atomicMin(&lowest, own.last); }
  workgroupBarrier();
  if (is_early && own.last == atomicLoad(&lowest)) {
    let is_mask = own.number >= MASKS;
    for (var f = 0u; f < FLIPPED; f++) { flipped[f] = NONE; }
    if (is_mask) {
      var f = 0u;
      for (var bits = own.last; bits != 0u; bits &= bits - 1u) {
        flipped[f] = reach - 1u - firstTrailingBit(bits);
        f++;
      }
    } else {
      flipped[0] = own.prefix.x;
      flipped[1] = own.prefix.y;
      flipped[2] = own.prefix.z;
      flipped[3] = own.prefix.w;
      flipped[4] = own.last;
    }
  }
  workgroupBarrier();
}
