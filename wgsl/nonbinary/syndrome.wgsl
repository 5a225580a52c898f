// nonbinary/syndrome: marks the frame of every check Σ_n h_{m,n}·c_n ≠ s_m (nonbinary paper, Algorithm 1, stopping test).
// in   check_start [M + 1], check_edges [edge] (variable, h), products [h][max(q, 4)] = h·a, symbols [variable][frame]
//      syndrome [frame][M] (SYNDROME only), lists
// i/o  unsatisfied [iteration of the frame][frame]: 1 where a check of the frame fails in this iteration
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
#import common/run

#in check_start: u32, check_edges: vec2u, products: u32, symbols: u32, syndrome: u32, active_list: u32
#out unsatisfied: atomic<u32>

#import common/active-frames/slots, common/active-frames/done-atomic

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_frames()) { return; }
  let frame = frame_at(slot);
  let iteration = iteration_at(slot / SLOT_FRAMES);
  if (frame >= run.frames || frame_done_by(frame, iteration)) { return; }
  let m = workgroup.x;
  var sum = 0u;
  if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }
  for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
    sum ^= products[check_edges[e].y * max(Q, 4u) + symbols[check_edges[e].x * run.frames + frame]];
  }
  if (sum != 0u) { atomicStore(&unsatisfied[iteration * run.frames + frame], 1u); }
}
