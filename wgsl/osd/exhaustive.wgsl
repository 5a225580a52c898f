// Patterns of more than SIZE_MAXIMUM flips of ordered statistics decoding, all among the first REACH ≤ REACH_MAXIMUM flips, in the order
// of osd/patterns: bit REACH − 1 − i of a mask is flip i, so that of two masks of one size the larger comes first.
// A kernel declares, beside the names of osd/patterns,
//   fn errors_of(frame: u32, word: u32, flip: u32) -> u32: a word of the parity places that a flip changes
//   fn parity_cost(frame: u32, word: u32, errors: u32, before: i32, limit: i32) -> i32: adds the costs of a word of parity places to a
//     cost until it exceeds the limit
//   const PARITY_WORDS: u32
const REACH_MAXIMUM: u32 = 16u;
// Numbers from here on belong to masks.
const MASKS: u32 = 0x80000000u;

// Whether two flips of a mask have one place.
fn excludes(frame: u32, mask: u32, flip: u32, reach: u32) -> bool {
  let place = place_of(frame, flip);
  var found = false;
  for (var bits = mask; bits != 0u; bits &= bits - 1u) {
    let other = reach - 1u - firstTrailingBit(bits);
    found = found || (other != flip && place_of(frame, other) == place);
  }
  return found;
}

fn errors_of_mask(frame: u32, word: u32, mask: u32, reach: u32) -> u32 {
  var errors = errors_of_prefix(frame, word, vec4u(NONE));
  for (var bits = mask; bits != 0u; bits &= bits - 1u) { errors ^= errors_of(frame, word, reach - 1u - firstTrailingBit(bits)); }
  return errors;
}

fn try_mask(frame: u32, mask: u32, size: u32, reach: u32, before: i32) {
  var cost = before;
  var is_possible = true;
  for (var bits = mask; bits != 0u; bits &= bits - 1u) {
    let flip = reach - 1u - firstTrailingBit(bits);
    cost += cost_at(frame, flip);
    if (EXCLUSIVE) { is_possible = is_possible && !excludes(frame, mask, flip, reach); }
  }
  if (!is_possible) { return; }
  for (var word = 0u; word < PARITY_WORDS && cost <= own.cost; word++) {
    cost = parity_cost(frame, word, errors_of_mask(frame, word, mask, reach), cost, own.cost);
  }
  let number = MASKS + (size << REACH_MAXIMUM) + (1u << REACH_MAXIMUM) - 1u - mask;
  if (cost < own.cost || (cost == own.cost && number < own.number)) { own = Candidate(vec4u(NONE), mask, cost, number); }
}

// Tries the masks. @param best least cost of the patterns before. Returns the least cost.
fn search_masks(frame: u32, invocation: u32, free: u32, before: i32, best: i32) -> i32 {
  let reach = min(free, REACH);
  for (var base = 0u; base < (1u << reach); base += INVOCATIONS) {
    let mask = base + invocation;
    let size = countOneBits(mask);
    if (mask < (1u << reach) && size > SIZE_MAXIMUM && size <= ORDER) { try_mask(frame, mask, size, reach, before); }
  }
  return shared_best(invocation);
}
