// symbol-llr: LLR vectors of symbols from the bits' channel outputs: L(a) = ln P(s)/P(a) ≥ 0 with s the most likely
// symbol, which is the sum of |LLR| over the bits where a differs from s.
// in   received [frame][N·p] i32       grid steps
// out  channel_llr [frame][N][q] f32   natural logarithm
// map  one work item per field element, VARIABLES_PER_GROUP variables per workgroup; workgroup y = frame
// exact: integer sums and one multiplication
#import shared/run

@group(0) @binding(1) var<storage, read> received: array<i32>;
@group(0) @binding(2) var<storage, read_write> channel_llr: array<f32>;

@compute @workgroup_size(VARIABLES_PER_GROUP * Q)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let slot = group.y;
  let n = group.x * VARIABLES_PER_GROUP + item / Q;
  if (n >= N) { return; }
  let a = item % Q;
  var sum = 0;
  for (var b = 0u; b < P; b++) {
    let v = received[(slot * N + n) * P + b];
    sum += select(0, abs(v), ((a >> b) & 1u) != u32(v < 0));
  }
  channel_llr[(slot * N + n) * Q + a] = f32(sum) * run.llr_scale;
}
