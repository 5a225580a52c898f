// channel/received-llr: LLR vectors from received symbols of the q-ary symmetric channel or the q-ary erasure channel:
// L(a) = ln P(r)/P(a), 0 for the received symbol r and equal for all other symbols; for an erased symbol 0 everywhere.
// in   received [frame][N]             field elements; q or more if erased
// out  channel_llr [frame][N][q] f32   natural logarithm: 0 or run.llr_scale
// map  one invocation per two field elements of a variable; workgroup y = frame
// bound by the 4·N·q bytes written per frame
// exact: nothing is computed
#import common/run, common/workgroup-slot

#in received: u32
#out channel_llr: vec2f

const PAIRS: u32 = Q / 2u;

#main id: global_invocation_id {
  let n = id.x / PAIRS;
  let slot = workgroup_slot(id);
  if (n >= N || slot >= run.frames) { return; }
  let first = 2u * (id.x % PAIRS);
  let symbol = received[slot * N + n];
  let others = vec2u(first, first + 1u) != vec2u(symbol);
  let scale = select(0.0, run.llr_scale, symbol < Q);
  channel_llr[slot * N * PAIRS + id.x] = select(vec2f(0.0), vec2f(scale), others);
}
