// reconciliation/block-llr: channel LLRs of Bob's blocks over a binary symmetric channel: ln P(0)/P(1).
// in   position_use [N] (state, index) 0 sifted bit, 1 punctured, 2 shortened; the index among positions of this state
//      block_bits [frame]              sifted bits of the block: all later positions are shortened
//      sifted_bits [frame]             packed, KEY_BITS a frame (reconciliation/packed-bits)
//      told [frame]                    packed, N a frame: 1 where both ends know the bit, which is 0 at punctured positions; only with TOLD 1
// out  channel_llr [frame][N] f32      natural logarithm: ±run.llr_scale, ±LLR_BOUND if told; 0 if punctured, LLR_BOUND if told or shortened
// map  one invocation per position; workgroup y = frame
// bound by the 4·N bytes written per frame
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound, reconciliation/packed-bits

#in position_use: vec2u, block_bits: u32, sifted_bits: u32, told: u32
#out channel_llr: f32

const SIFTED: u32 = 0u;
const PUNCTURED: u32 = 1u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let position = position_use[id.x];
  let t = slot * 8u * packed_bytes(N) + id.x;
  var is_told = false;
  if (TOLD == 1u) { is_told = bit_of(told[t / 32u], t) == 1u; }
  var llr = LLR_BOUND;
  if (position.x == SIFTED && position.y < block_bits[slot]) {
    let i = slot * 8u * packed_bytes(KEY_BITS) + position.y;
    let magnitude = select(run.llr_scale, LLR_BOUND, is_told);
    llr = select(magnitude, -magnitude, bit_of(sifted_bits[i / 32u], i) == 1u);
  } else if (position.x == PUNCTURED && !is_told) {
    llr = 0.0;
  }
  channel_llr[slot * N + id.x] = llr;
}
