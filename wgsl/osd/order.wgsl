// osd/order: the positions of each frame from the least to the most reliable. Among equally reliable positions the lower comes first.
// in   reliability [frame][N] (osd/reliability)
// out  order [frame][N] positions
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the positions
// exact: comparisons only
#import common/run, common/workgroup-slot

#in reliability: u32
#out order: u32

// Room for a position beside its reliability.
const POSITION_BITS: u32 = 14u;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let n = base + invocation;
    if (n < N) {
      let key = (reliability[frame + n] << POSITION_BITS) | n;
      var place = 0u;
      for (var other = 0u; other < N; other++) { place += u32(((reliability[frame + other] << POSITION_BITS) | other) < key); }
      order[frame + place] = n;
    }
  }
}
