// osd/symbols/split-llr: LLRs of the bits of symbols: the cost of the likeliest symbol with the bit 1 less that with the bit 0. They are
// exact where the bits of a symbol are sent one by one.
// in   llr [frame][N][Q] ln P(s)/P(a)
// out  bit_llr [frame][N][P] ln P(0)/P(1), least significant bit first; certain if all symbols with the other bit are impossible
// map  one invocation per bit; workgroup y = frame
// exact: minima and one subtraction
#import common/run, common/workgroup-slot, common/bound

#in llr: f32
#out bit_llr: f32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N * P || slot >= run.frames) { return; }
  let first = (slot * N + id.x / P) * Q;
  let bit = id.x % P;
  var zero = LLR_BOUND;
  var one = LLR_BOUND;
  for (var a = 0u; a < Q; a++) {
    let cost = llr[first + a];
    let is_one = ((a >> bit) & 1u) == 1u;
    zero = select(min(zero, cost), zero, is_one);
    one = select(one, min(one, cost), is_one);
  }
  var value = one - zero;
  if (one >= LLR_BOUND) { value = LLR_BOUND; }
  if (zero >= LLR_BOUND) { value = -LLR_BOUND; }
  bit_llr[slot * N * P + id.x] = value;
}
