// quantum/correct: the observables that a decision flips.
// in   decision [frame][N/BITS], symbols of BITS bits; corrects [starts N + 1][observables of each bit]
// i/o  wrong [frame][observable words]: observables that the mechanisms flip, then those that the correction leaves flipped
// map  one invocation per bit; workgroup y = frame
#import common/run, common/workgroup-slot

#in decision: u32, corrects: u32
#out wrong: atomic<u32>

#import quantum/flip-observables

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (slot >= run.frames || id.x >= N) { return; }
  if (((decision[slot * (N / BITS) + id.x / BITS] >> (id.x % BITS)) & 1u) == 0u) { return; }
  for (var i = corrects[id.x]; i < corrects[id.x + 1u]; i++) { flip_observable(slot, corrects[N + 1u + i]); }
  put_observables();
}
