// reproductions/min-max-symbols/init: first variable-to-check messages: Q_{m,n}(a) = L_n(a) (nonbinary paper, Algorithm 1, Initialization), at most
// LLR_BOUND as every message.
// in   variable_start [N + 1], variable_edges [edge] (base, stride) in variable-major order
//      channel_llr [frame][N][q]
// out  variable_to_check [frame][message]: symbol a of an edge is at base + a·stride
// map  one invocation per field element, VARIABLES_PER_WORKGROUP variables per workgroup; workgroup y = frame
#import common/run, common/workgroup-slot, common/bound

#in variable_start: u32, variable_edges: vec2u, channel_llr: f32
#out variable_to_check: f32

@compute @workgroup_size(VARIABLES_PER_WORKGROUP * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let n = workgroup.x * VARIABLES_PER_WORKGROUP + invocation / Q;
  if (n >= N || slot >= run.frames) { return; }
  let a = invocation % Q;
  let llr = min(channel_llr[(slot * N + n) * Q + a], LLR_BOUND);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    variable_to_check[slot * MESSAGES + edge.x + a * edge.y] = llr;
  }
}
