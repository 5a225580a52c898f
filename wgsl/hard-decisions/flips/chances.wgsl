// Flips a variable of energy e with probability P_e / 2^RANDOM_BITS; variable_start has P_e from CHANCES_AT on. Larger energies have the last one.
#import hard-decisions/random-bits

struct Frames {
  unused: u32,
}

fn frames_of(_word: u32, _clears: bool) -> Frames { return Frames(0u); }

fn flips_of(_frames: ptr<function, Frames>, n: u32, word: u32) -> u32 {
  var energy = energy_of(n, word);
  var random = random_numbers(n, word);
  var flips = 0u;
  for (var e = 0u; e < LEVELS; e++) { flips |= equals(&energy, e) & chosen(&random, variable_start[CHANCES_AT + e]); }
  return flips;
}
