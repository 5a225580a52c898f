// reproductions/min-max-symbols/syndrome: marks the frame of every check Σ_n h_{m,n}·c_n ≠ s_m (nonbinary paper, Algorithm 1, stopping test: s = 0).
// in   check_start [M + 1], check_edges [edge] (variable, value, base, stride), galois_tables, decision [frame][N]
//      syndrome [frame][M] of field elements s, only if SYNDROME, else one unused element: s is 0
// i/o  unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per check; workgroup y = frame
#import common/run, common/workgroup-slot, common/arithmetic/galois

#in check_start: u32, check_edges: vec4u, galois_tables: u32, decision: u32, syndrome: u32
#out unsatisfied: atomic<u32>

#import common/active-frames/done-atomic, common/check-sum

#main id: global_invocation_id, invocation: local_invocation_index {
  load_galois_tables(invocation, WORKGROUP_SIZE);
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames || frame_done(slot)) { return; }
  var sum = check_sum(slot, id.x);
  for (var e = check_start[id.x]; e < check_start[id.x + 1u]; e++) {
    sum ^= multiply(check_edges[e].y, decision[slot * N + check_edges[e].x]);
  }
  if (sum != 0u) { atomicStore(&unsatisfied[run.iteration * run.frames + slot], 1u); }
}
