// Flips the variables of the frame's greatest energy (hard-decisions/levels), each with probability `chance` / 2^RANDOM_BITS. Frames without a failed
// check stay. The next iteration's energies are cleared.
#import hard-decisions/random-bits

struct Frames {
  greatest: Count,
  fail: u32,
}

fn frames_of(word: u32, clears: bool) -> Frames {
  let words = word_count();
  let own = (run.iteration & 1u) * LEVELS * words + word;
  var frames: Frames;
  frames.fail = levels[own];
  var none = 0xffffffffu;
  for (var e = LEVELS - 1u; e > 0u; e--) {
    let is_greatest = none & levels[own + e * words];
    none &= ~is_greatest;
#for p in 0..COUNT_BITS: frames.greatest[$p] |= is_greatest & (0u - ((e >> $pu) & 1u));
  }
  if (clears) {
    let next = ((run.iteration + 1u) & 1u) * LEVELS * words + word;
    for (var e = 0u; e < LEVELS; e++) { levels[next + e * words] = 0u; }
  }
  return frames;
}

fn flips_of(frames: ptr<function, Frames>, n: u32, word: u32) -> u32 {
  let energy = energy_of(n, word);
  var flips = (*frames).fail;
#for p in 0..COUNT_BITS: flips &= ~(energy[$p] ^ (*frames).greatest[$p]);
#if RANDOM_BITS
  if (flips != 0u) {
    var random = random_numbers(n, word);
    flips &= chosen(&random, variable_start[CHANCES_AT]);
  }
#end
  return flips;
}
