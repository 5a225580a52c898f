// nonbinary/decide: c_n = the likeliest symbol of the posterior (layered decoders), the lowest of equals.
// in   posteriors [variable][symbol][slot or word of slots] (beliefs), lists, unsatisfied [iteration][frame]
// out  symbols [variable][frame], where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per frame
#import common/run, <domain>

#in posteriors: u32, active_list: u32, unsatisfied: u32
#out symbols: u32

#import common/active-frames/slots, common/active-frames/done, <beliefs>

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_frames() || !(COMPACTS || run.iteration + 1u == ITERATIONS)) { return; }
  let frame = frame_at(slot);
  if (frame >= run.frames || frame_done(frame)) { return; }
  let n = workgroup.x;
  var best = 0u;
  var best_value = belief(n * Q, slot);
  for (var a = 1u; a < Q; a++) {
    let value = belief(n * Q + a, slot);
    if (likelier(value, best_value)) {
      best = a;
      best_value = value;
    }
  }
  symbols[n * run.frames + frame] = best;
}
