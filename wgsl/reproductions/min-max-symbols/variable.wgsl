// reproductions/min-max-symbols/variable: Q'_{m,n}(a) = L_n(a) + Σ_{m' ∈ M(n)∖m} R_{m',n}(a) (nonbinary paper, Algorithm 1, variable node processing).
// in   variable_start [N + 1], variable_edges [edge] (base, stride) in variable-major order
//      channel_llr [frame][N][q], check_to_variable [frame][message]
//      unsatisfied [iteration][frame]: frames whose previous iteration left it 0 are done
// out  variable_to_check [frame][message], not normalised
// map  one invocation per field element, VARIABLES_PER_WORKGROUP variables per workgroup; workgroup y = frame
// exact: additions in the order of the variable's edges
#import common/run, common/workgroup-slot

#in variable_start: u32, variable_edges: vec2u, channel_llr: f32, check_to_variable: f32, unsatisfied: u32
#out variable_to_check: f32

#import common/active-frames/done

@compute @workgroup_size(VARIABLES_PER_WORKGROUP * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  let n = workgroup.x * VARIABLES_PER_WORKGROUP + invocation / Q;
  if (n >= N || slot >= run.frames || frame_done(slot)) { return; }
  let a = invocation % Q;
  let frame = slot * MESSAGES;
  let llr = channel_llr[(slot * N + n) * Q + a];
  let first = variable_start[n];
  let last = variable_start[n + 1u];
  for (var k = first; k < last; k++) {
    var sum = llr;
    for (var other = first; other < last; other++) {
      if (other != k) {
        let edge = variable_edges[other];
        sum += check_to_variable[frame + edge.x + a * edge.y];
      }
    }
    let edge = variable_edges[k];
    variable_to_check[frame + edge.x + a * edge.y] = sum;
  }
}
