// osd/symbols/flips: the flips of information symbols in the order of the search. A flip is an information place and an error, the sum of the new symbol and the ordering's likeliest one. It costs the channel's cost of the new
// symbol less that of the old, so it is negative towards the channel's likeliest symbol. Flips are ordered by cost; of equals those of
// the less reliable place come first, then the smaller error. A flip to an impossible symbol costs NEVER and comes last.
// in   basis [frame][N + 2·RANK] (osd/symbols/reduce); costs [frame][N][Q], likeliest [frame][N] (osd/symbols/costs)
// out  flips [frame][FLIPS] place·256 + error; flip_costs [frame][FLIPS]
// tmp  sorted [frame][K][Q − 1] flips of a place by cost
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the flips
// exact: integers
#import common/run, common/workgroup-slot, osd/certain, osd/symbols/never

#in basis: u32, costs: i32, likeliest: u32
#out sorted: u32, flips: u32, flip_costs: i32

const K: u32 = N - RANK;
const ERRORS: u32 = Q - 1u;
const FLIPS: u32 = K * ERRORS;
// A key is (cost + OFFSET)·256 + error.
const OFFSET: i32 = i32(CERTAIN);

// The key of a flip of a position.
fn key_of(position: u32, error: u32) -> u32 {
  let old = likeliest[position];
  let cost = costs[position * Q + (old ^ error)];
  let relative = select(cost - costs[position * Q + old], NEVER, cost == OFFSET);
  return (u32(relative + OFFSET) << 8u) | error;
}

// Number of keys of a place below a limit.
fn keys_below(first: u32, limit: u32) -> u32 {
  var low = 0u;
  var high = ERRORS;
  for (var step = 0u; step < P; step++) {
    let middle = (low + high) / 2u;
    let below = low < high && sorted[first + min(middle, ERRORS - 1u)] < limit;
    high = select(middle, high, below || low == high);
    low = select(low, middle + 1u, below);
  }
  return low;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  let taken = slot * (N + 2u * RANK);
  let first = slot * FLIPS;
  for (var base = 0u; base < FLIPS; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < FLIPS) {
      let position = frame + basis[taken + RANK + i / ERRORS];
      let key = key_of(position, 1u + i % ERRORS);
      var rank = 0u;
      for (var error = 1u; error < Q; error++) { rank += u32(key_of(position, error) < key); }
      sorted[first + i / ERRORS * ERRORS + rank] = key;
    }
  }
  storageBarrier();
  for (var base = 0u; base < FLIPS; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < FLIPS) {
      let place = i / ERRORS;
      let key = sorted[first + i];
      let cost = key >> 8u;
      var rank = i % ERRORS;
      for (var other = 0u; other < K; other++) {
        if (other != place) { rank += keys_below(first + other * ERRORS, (cost + u32(other < place)) << 8u); }
      }
      flips[first + rank] = (place << 8u) | (key & 0xffu);
      flip_costs[first + rank] = i32(cost) - OFFSET;
    }
  }
}
