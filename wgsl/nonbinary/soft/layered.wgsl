// nonbinary/soft/layered: the posterior of a variable node as costs, L(a) = ln P(s)/P(a) with s the likeliest symbol.
// in   posteriors [variable][symbol][slot or word of slots] (beliefs), lists, unsatisfied [iteration][frame]: as nonbinary/decide
// out  soft [frame][N][q] f32, natural logarithm, where decisions count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per frame
#import common/run, nonbinary/soft/cost

#in posteriors: u32, active_list: u32, unsatisfied: u32
#out soft: f32

#import common/active-frames/slots, common/active-frames/done, <beliefs>

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_frames() || !(COMPACTS || run.iteration + 1u == ITERATIONS)) { return; }
  let frame = frame_at(slot);
  if (frame >= run.frames || frame_done(frame)) { return; }
  let n = workgroup.x;
  var likeliest = belief(n * Q, slot);
  for (var a = 1u; a < Q; a++) {
    let value = belief(n * Q + a, slot);
    likeliest = select(likeliest, value, is_likelier(value, likeliest));
  }
  for (var a = 0u; a < Q; a++) { soft[(frame * N + n) * Q + a] = cost_of(belief(n * Q + a, slot), likeliest); }
}
