// osd/symbols/take-failed: the inputs of ordered statistics decoding over GF(q) for the frames of a round: the channel's LLRs, the LLRs
// that order positions, and the syndrome. A missing frame is the zero word without noise.
// in   failed (reprocess/failed-frames), channel_llr [frame][N][Q], posterior_llr the same (POSTERIOR only), syndrome [frame][CHECKS]
//      (SYNDROME only)
// out  round_llr [frame of the round][N][Q]; ordering_llr the same of the posteriors (POSTERIOR only); round_syndrome [frame of the
//      round][CHECKS] (SYNDROME only)
// map  one invocation per symbol of a variable, then per check; workgroup y = frame of the round
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound

#in failed: u32, channel_llr: f32, posterior_llr: f32, syndrome: u32
#out round_llr: f32, ordering_llr: f32, round_syndrome: u32

#import reprocess/failed-frames

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  let missing = is_missing(frame);
  if (id.x < N * Q) {
    var llr = select(LLR_BOUND, 0.0, id.x % Q == 0u);
    var ordering = llr;
    if (!missing) {
      let from_slot = slot_of(frame) * N * Q + id.x;
      llr = channel_llr[from_slot];
      if (POSTERIOR == 1u) { ordering = posterior_llr[from_slot]; }
    }
    round_llr[frame * N * Q + id.x] = llr;
    if (POSTERIOR == 1u) { ordering_llr[frame * N * Q + id.x] = ordering; }
    return;
  }
  if (SYNDROME == 0u || id.x >= N * Q + CHECKS) { return; }
  let m = id.x - N * Q;
  var symbol = 0u;
  if (!missing) { symbol = syndrome[slot_of(frame) * CHECKS + m]; }
  round_syndrome[frame * CHECKS + m] = symbol;
}
