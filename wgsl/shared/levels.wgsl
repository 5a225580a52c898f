// Integers in lanes of LEVELS bits, FRAMES_PER_WORD = 32 / LEVELS frames to a word: messages of level-sliced Min-Max, 0 … LEVELS,
// and channel values and posteriors, as wide as the lane. Twin: src/kernel/levels.ts.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);
const LANES: u32 = 0xffffffffu / LANE;   // 1 in each lane

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

fn at_most(limit: u32, values: u32) -> u32 {
  var result = 0u;
#for l in 0..FRAMES_PER_WORD
  result |= min(lane_of(values, $lu), limit) << ($lu * LEVELS);
#end
  return result;
}

// Least of each lane, found one value after the other.
alias Leasts = array<u32, FRAMES_PER_WORD>;
fn with_value(leasts: ptr<function, Leasts>, values: u32) {
#for l in 0..FRAMES_PER_WORD
  // Of a number the lane is the highest part, so what is below it decides nothing that counts.
  (*leasts)[$l] = min((*leasts)[$l], values & (0xffffffffu >> (32u - LEVELS * $lu - LEVELS)));
#end
}
fn least_values(leasts: ptr<function, Leasts>) -> u32 {
  var word = 0u;
#for l in 0..FRAMES_PER_WORD
  word |= (*leasts)[$l] & (LANE << ($lu * LEVELS));
#end
  return word;
}
fn no_values() -> Leasts {
  var leasts: Leasts;
#for l in 0..FRAMES_PER_WORD
  leasts[$l] = 0xffffffffu;
#end
  return leasts;
}
