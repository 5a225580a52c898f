// Flips the variables of a mask (hard-decisions/flips/bounds) of which half of the checks, rounded up, and ABOVE more fail. MASK: 0 black, 1 gray.
struct Frames {
  unused: u32,
}

fn frames_of(_word: u32, _clears: bool) -> Frames { return Frames(0u); }

fn flips_of(_frames: ptr<function, Frames>, n: u32, word: u32) -> u32 {
  var energy = energy_of(n, word);
  let degree = variable_start[n + 1u] - variable_start[n];
  return at_least(&energy, min((degree + 1u) / 2u + ABOVE, (1u << COUNT_BITS) - 1u)) & masks[(MASK * N + n) * word_count() + word];
}
