// nonbinary/tree/decide: the decisions of the last iteration of a frame, and where that is the decoder's last, whether they
// satisfy the checks.
// in   check_start [M + 1]; edges, multiples, messages: nonbinary/tree/sums; channel_llr [frame][N][q], syndrome [frame][M]
//      (SYNDROME only)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails after the last iteration
// out  decision [frame][N], of a variable by the check of its first edge
// map  one workgroup per check (x) and frame (y, z); ROWS rows of q invocations, each for an edge at a time
// exact: additions in the order of the variable's edges
#import common/run, common/workgroup-slot

#in check_start: u32, edges: u32, multiples: u32, channel_llr: f32, syndrome: u32, messages: f32
#out unsatisfied: atomic<u32>, decision: u32

#import nonbinary/tree/sums, common/check-sum

// The first iteration whose decision satisfied all checks, or the last. A frame that is done has no mark in later iterations.
fn last_iteration(slot: u32) -> u32 {
  if (STOP == 0u) { return ITERATIONS - 1u; }
  var low = 0u;
  var high = ITERATIONS - 1u;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (atomicLoad(&unsatisfied[middle * run.frames + slot]) == 0u) { high = middle; } else { low = middle + 1u; }
  }
  return low;
}

@compute @workgroup_size(ROWS * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let m = workgroup.x;
  let row = invocation / Q;
  let x = invocation % Q;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  let iteration = last_iteration(slot);
  let heard = messages_of(slot, iteration);
  for (var begin = 0u; begin < degree; begin += ROWS) {
    let i = begin + row;
    let e = first + i;
    if (i < degree) { totals[row * Q + x] = sums_of(e, x, slot, true, heard).y; }
    workgroupBarrier();
    if (i < degree && x < GROUPS) { find_likeliest(row, x); }
    workgroupBarrier();
    if (i < degree && x == 0u) {
      let symbol = decision_of(row);
      if (edges[e * EDGE_WORDS + 2u] == e) { decision[slot * N + edges[e * EDGE_WORDS]] = symbol; }
      atomicXor(&sum_of_products, product_of(edges[e * EDGE_WORDS + 1u], symbol));
    }
    workgroupBarrier();
  }
  if (invocation == 0u && iteration + 1u == ITERATIONS && atomicLoad(&sum_of_products) != check_sum(slot, m)) {
    atomicStore(&unsatisfied[iteration * run.frames + slot], 1u);
  }
}
