// reproductions/min-max-symbols/normalise: Q_{m,n}(a) = Q'_{m,n}(a) − min_a Q'_{m,n}(a) (nonbinary paper, Algorithm 1, variable node processing), at
// most LLR_BOUND.
// in   check_edges [edge] (variable, value, base, stride); unsatisfied [iteration][frame]
// i/o  variable_to_check [frame][message]
// map  one invocation per edge; workgroup y = frame
#import common/run, common/workgroup-slot, common/bound

#in check_edges: vec4u, unsatisfied: u32
#out variable_to_check: f32

#import common/active-frames/done

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= E || slot >= run.frames || frame_done(slot)) { return; }
  let edge = check_edges[id.x];
  let base = slot * MESSAGES + edge.z;
  var least = variable_to_check[base];
  for (var a = 1u; a < Q; a++) { least = min(least, variable_to_check[base + a * edge.w]); }
  for (var a = 0u; a < Q; a++) {
    let index = base + a * edge.w;
    variable_to_check[index] = min(variable_to_check[index] - least, LLR_BOUND);
  }
}
