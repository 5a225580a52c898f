// channel/symbol-llr: LLR vectors of symbols from the bits' channel outputs: L(a) = ln P(s)/P(a) ≥ 0 with s the most likely
// symbol, which is the sum of |LLR| over the bits where a differs from s.
// in   received [frame][N·p] i32       grid steps
// out  channel_llr [frame][N][q] f32   natural logarithm
// map  one invocation per 2·PAIRS field elements of a variable, which differ in bit 0 and in the bits from FIXED on: it
//      reads the p values once, sums the terms of the bits between once for all its elements, and writes pairs. Invocations of
//      a variable are neighbours, so that their writes join to one run of 8·q/(2·PAIRS) bytes for each pair.
//      workgroup y = frame
// bound by the 4·N·q bytes written per frame: some 10 operations per element
// exact: integer sums and one multiplication
#import common/run, common/workgroup-slot

#in received: i32
#out channel_llr: vec2f

const VARIABLE_INVOCATIONS: u32 = (1u << P) / (2u * PAIRS);

// Costs of a bit for symbols where it is 0 (x) and 1 (y).
fn bit_costs(n: u32, bit: u32) -> vec2i {
  let v = received[n * P + bit];
  return max(vec2i(-v, v), vec2i(0));
}

#main id: global_invocation_id {
  let n = id.x / VARIABLE_INVOCATIONS;
  let slot = workgroup_slot(id);
  if (n >= N || slot >= run.frames) { return; }
  let symbol = slot * N + n;
  let pair = id.x % VARIABLE_INVOCATIONS;
  var lowest = bit_costs(symbol, 0u);
#for b in 1..FIXED
  let costs_$b = bit_costs(symbol, $bu);
  lowest += select(costs_$b.x, costs_$b.y, ((pair >> ($bu - 1u)) & 1u) == 1u);
#end
#for b in FIXED..P: let costs_$b = bit_costs(symbol, $bu);
  let at = symbol * VARIABLE_INVOCATIONS * PAIRS + pair;
#for k in 0..PAIRS
  var sum_$k = lowest;
#for b in FIXED..P: sum_$k += select(costs_$b.x, costs_$b.y, (($ku >> ($bu - FIXED)) & 1u) == 1u);
  channel_llr[at + $ku * VARIABLE_INVOCATIONS] = vec2f(sum_$k) * run.llr_scale;
#end
}
