// channel/points/group-llr: LLR vectors of symbols that are sent in PARTS uses of BITS bits each, the least significant bits first:
// L(a) = ln P(s)/P(a) ≥ 0 with s the most likely symbol.
// in   costs [frame][N·PARTS][2^BITS] i32  as channel/points/costs
// out  channel_llr [frame][N][q] f32   natural logarithm
// map  one invocation per field element of a variable; workgroup y = frame
// bound by the 4·N·q bytes written per frame
// exact: integer sums and one multiplication
#import common/run, common/workgroup-slot, channel/points/exact-f32

#in costs: i32
#out channel_llr: f32

const LABELS: u32 = 1u << BITS;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N * Q || slot >= run.frames) { return; }
  let symbol = slot * N + id.x / Q;
  let a = id.x % Q;
  var sum = 0;
  for (var i = 0u; i < PARTS; i++) {
    sum += costs[(symbol * PARTS + i) * LABELS + ((a >> (i * BITS)) & (LABELS - 1u))];
  }
  channel_llr[symbol * Q + a] = exact_f32(sum) * run.llr_scale;
}
