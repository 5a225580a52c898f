// reproductions/min-max-symbols/decide: c_n = argmin_a L_n(a) + Σ_{m ∈ M(n)} R_{m,n}(a), the lowest a of equals (nonbinary paper, Algorithm 1,
// tentative decoding).
// in   variable_start [N + 1], variable_edges [edge] (base, stride), channel_llr [frame][N][q],
//      check_to_variable [frame][message], unsatisfied [iteration][frame]
// out  decision [frame][N]
// map  one invocation per variable; workgroup y = frame
#import common/run, common/workgroup-slot

#in variable_start: u32, variable_edges: vec2u, channel_llr: f32, check_to_variable: f32, unsatisfied: u32
#out decision: u32

#import common/active-frames/done

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  let n = id.x;
  if (n >= N || slot >= run.frames || frame_done(slot)) { return; }
  var best = 0u;
  var least = 0.0;
  for (var a = 0u; a < Q; a++) {
    var sum = channel_llr[(slot * N + n) * Q + a];
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let edge = variable_edges[k];
      sum += check_to_variable[slot * MESSAGES + edge.x + a * edge.y];
    }
    if (a == 0u || sum < least) {
      best = a;
      least = sum;
    }
  }
  decision[slot * N + n] = best;
}
