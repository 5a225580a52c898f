// osd/take-failed: the inputs of ordered statistics decoding for the frames of a round: the channel's LLRs, the LLRs that order positions,
// and the syndrome. A missing frame is the zero word without noise.
// in   failed (reprocess/failed-frames), symbol [variable], posteriors [word][N] (binary/decide; FRAME_INTERLEAVED: the word last),
//      channel_llr [frame][N], syndrome [frame][CHECKS] (SYNDROME only)
// out  round_llr [frame of the round][N]; ordering_llr the same of the posteriors, in any unit, but for certain positions (POSTERIOR
//      only; DECISIONS: of posteriors 1 or −1, by the channel's magnitudes); round_syndrome [frame of the round][CHECKS] (SYNDROME only)
// map  one invocation per variable, then per check; workgroup y = frame of the round
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound, <lanes>, binary/formats/lane-number

#in failed: u32, symbol: u32, posteriors: u32, channel_llr: f32, syndrome: u32
#out round_llr: f32, ordering_llr: f32, round_syndrome: u32

#import reprocess/failed-frames

// The posterior of a variable in a frame of the run, in the unit of the number format.
fn posterior_of(slot: u32, variable: u32) -> f32 {
  let word = slot / INTERLEAVE;
  let words = (failed[2] + INTERLEAVE - 1u) / INTERLEAVE;
  return number_of(posteriors[select(word * N + variable, variable * words + word, FRAME_INTERLEAVED == 1u)], slot % INTERLEAVE);
}

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  let missing = is_missing(frame);
  if (id.x < N) {
    let n = symbol[id.x];
    var llr = LLR_BOUND;
    var ordering = LLR_BOUND;
    if (!missing) {
      let slot = slot_of(frame);
      llr = channel_llr[slot * N + n];
      ordering = llr;
#if DECISIONS: if (POSTERIOR == 1u) { ordering = abs(llr) * posterior_of(slot, id.x); }
#else: if (POSTERIOR == 1u && abs(llr) < LLR_BOUND) { ordering = posterior_of(slot, id.x); }
    }
    round_llr[frame * N + n] = llr;
    if (POSTERIOR == 1u) { ordering_llr[frame * N + n] = ordering; }
    return;
  }
  if (SYNDROME == 0u || id.x >= N + CHECKS) { return; }
  let m = id.x - N;
  var bit = 0u;
  if (!missing) { bit = syndrome[slot_of(frame) * CHECKS + m]; }
  round_syndrome[frame * CHECKS + m] = bit;
}
