// osd/symbols/costs: the cost of each symbol of each position as a whole number, the likeliest symbol, and the cost of the second
// likeliest, which is the position's reliability. The LLRs of a frame are scaled by a power of two, so that the largest below certainty
// has RELIABILITY_BITS bits, and cut to whole numbers. Sums over a frame are exact, and every device orders positions and words alike.
// in   llr [frame][N][Q] ln P(s)/P(a)
// out  costs [frame][N][Q] relative to the likeliest symbol, CERTAIN of an impossible one (COSTS only); likeliest [frame][N], of equals
//      the lowest symbol; reliability [frame][N], CERTAIN where all other symbols are impossible. Without COSTS positions that are
//      certain already keep their symbols.
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the positions
// exact: scales are powers of two, sums are of integers
#import common/run, common/workgroup-slot, common/bound, osd/certain, osd/scale

#in llr: f32
#out costs: i32, likeliest: u32, reliability: u32

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  let scale = frame_scale(frame * Q, N * Q, invocation);
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let n = base + invocation;
    if (n < N) {
      let first = (frame + n) * Q;
      var least = llr[first];
      var symbol = 0u;
      for (var a = 1u; a < Q; a++) {
        let other = llr[first + a];
        symbol = select(symbol, a, other < least);
        least = min(least, other);
      }
      let lowest = whole(least, scale);
      var second = CERTAIN;
      for (var a = 0u; a < Q; a++) {
        let number = whole(llr[first + a], scale);
        let cost = select(number - lowest, CERTAIN, number == CERTAIN);
        if (COSTS == 1u) { costs[first + a] = i32(cost); }
        second = select(second, min(second, cost), a != symbol);
      }
      if (COSTS == 1u || reliability[frame + n] != CERTAIN) {
        likeliest[frame + n] = symbol;
        reliability[frame + n] = second;
      }
    }
  }
}
