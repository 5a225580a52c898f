// nonbinary/syndrome: marks the frame of every check Σ_n h_{m,n}·c_n ≠ s_m (nonbinary paper, Algorithm 1, stopping test).
// in   check_start [M + 1], check_edges [edge] (variable, h), products [h][max(q, 4)] = h·a, symbols [variable][frame]
//      syndrome [frame][M] (SYNDROME only), lists
// i/o  unsatisfied [iteration of the frame][frame]: 1 where a check of the frame fails in this iteration
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
#import common/run

@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> symbols: array<u32>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> unsatisfied: array<atomic<u32>>;

#import common/active-frames/slots
#import common/active-frames/done-atomic

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
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
