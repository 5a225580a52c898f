// Integers in lanes of LEVELS bits, INTERLEAVE = 32 / LEVELS frames to a word: the numbers of variable nodes of
// level-sliced Min-Max, and posteriors.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);
const LANES: u32 = 0xffffffffu / LANE;   // 1 in each lane
const MOST: u32 = LEVELS - 1u;           // the largest message

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

// Each lane's value in the highest bits of the number. The bits below do not affect minima.
fn on_top(values: u32, lane: u32) -> u32 { return values << (32u - LEVELS - lane * LEVELS); }
const TOP: u32 = LANE << (32u - LEVELS);

fn at_most(limit: u32, values: u32) -> u32 {
  var result = 0u;
#for l in 0..INTERLEAVE
  result |= (min(on_top(values, $lu), (limit << (32u - LEVELS)) | ~TOP) >> (32u - LEVELS)) << ($lu * LEVELS);
#end
  return result;
}

// Least value of each lane, over values that arrive one after the other.
alias Leasts = array<u32, INTERLEAVE>;
fn with_value(leasts: ptr<function, Leasts>, values: u32) {
#for l in 0..INTERLEAVE: (*leasts)[$l] = min((*leasts)[$l], on_top(values, $lu));
}
fn least_values(leasts: ptr<function, Leasts>) -> u32 {
  var word = 0u;
#for l in 0..INTERLEAVE: word |= ((*leasts)[$l] >> (32u - LEVELS)) << ($lu * LEVELS);
  return word;
}
fn no_values() -> Leasts {
  var leasts: Leasts;
#for l in 0..INTERLEAVE: leasts[$l] = 0xffffffffu;
  return leasts;
}
