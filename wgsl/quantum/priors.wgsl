// quantum/priors: the priors of each column are its channel LLRs in every shot.
// in   priors [N], for bits ln((1 − p)/p), for symbols the LLRs of all their values
// out  channel_llr [frame][N]
// map  one invocation per LLR; workgroup y = frame
#import common/run, common/workgroup-slot

#in priors: f32
#out channel_llr: f32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (slot >= run.frames || id.x >= N) { return; }
  channel_llr[slot * N + id.x] = priors[id.x];
}
