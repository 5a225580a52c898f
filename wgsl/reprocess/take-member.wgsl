// reprocess/take-member: the input of a member of an ensemble, run.iteration of them before it: channel LLRs and syndromes of the frames of the
// round. A slot without work gets the zero word without noise, which is done after one iteration: no frame waits, or the frame has as many words as
// are WANTED.
// in   failed (reprocess/failed-frames), found [frame of the round] (reprocess/keep-member), channel_llr [frame][N] ln P(0)/P(1), or with
//      <symbols> N = n·Q numbers L(a), syndrome [frame][CHECKS] (SYNDROME only)
// out  test_llr [frame of the round][N], test_syndrome [frame of the round][CHECKS] (SYNDROME only)
// map  one invocation per symbol, then per check; workgroup y = frame of the round
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound

#in failed: u32, found: u32, channel_llr: f32, syndrome: u32
#out test_llr: f32, test_syndrome: u32

#import reprocess/member

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames || id.x >= N + SYNDROME * CHECKS) { return; }
  let works = has_work(frame);
  if (id.x < N) {
    var llr = LLR_BOUND;
#if <symbols>: if (id.x % Q == 0u) { llr = 0.0; }
    if (works) { llr = channel_llr[slot_of(frame) * N + id.x]; }
    test_llr[frame * N + id.x] = llr;
    return;
  }
  let m = id.x - N;
  var bit = 0u;
  if (works) { bit = syndrome[slot_of(frame) * CHECKS + m]; }
  test_syndrome[frame * CHECKS + m] = bit;
}
