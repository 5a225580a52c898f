// osd/reliability: the reliability of each position as a whole number. The LLRs of a frame are scaled by a power of two, so that the
// largest below certainty has RELIABILITY_BITS bits, and cut to whole numbers. A sum over a frame is then exact, and every device
// orders positions and words alike.
// in   llr [frame][N] ln P(0)/P(1)
// out  reliability [frame][N], CERTAIN where |LLR| is at least the bound of certainty
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the positions
// exact: scales are powers of two, sums are of integers
#import common/run, common/workgroup-slot, common/bound, osd/certain, osd/scale

#in llr: f32
#out reliability: u32

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  let scale = frame_scale(frame, N, invocation);
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let n = base + invocation;
    if (n < N) { reliability[frame + n] = whole(abs(llr[frame + n]), scale); }
  }
}
