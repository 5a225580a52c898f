// reconciliation/block-llr: channel LLRs of Bob's blocks over a binary symmetric channel: ln P(0)/P(1).
// in   position_use [N] (state, index) 0 sifted bit, 1 punctured, 2 shortened, 3 sifted bit that both ends know; the index among positions
//                                  of this state, those of 0 and 3 together
//      block_bits [frame]              sifted bits of the block: all later positions are shortened
//      sifted_bits [frame]             packed, KEY_BITS a frame (reconciliation/packed-bits)
// out  channel_llr [frame][N] f32      natural logarithm: ±run.llr_scale; 0 if punctured, LLR_BOUND if shortened, ±LLR_BOUND if known
// map  one invocation per position; workgroup y = frame
// bound by the 4·N bytes written per frame
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound, reconciliation/packed-bits

#in position_use: vec2u, block_bits: u32, sifted_bits: u32
#out channel_llr: f32

const SIFTED: u32 = 0u;
const PUNCTURED: u32 = 1u;
const KNOWN: u32 = 3u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let position = position_use[id.x];
  var llr = LLR_BOUND;
  if ((position.x == SIFTED || position.x == KNOWN) && position.y < block_bits[slot]) {
    let i = slot * 8u * packed_bytes(KEY_BITS) + position.y;
    let magnitude = select(run.llr_scale, LLR_BOUND, position.x == KNOWN);
    llr = select(magnitude, -magnitude, bit_of(sifted_bits[i / 32u], i) == 1u);
  } else if (position.x == PUNCTURED) {
    llr = 0.0;
  }
  channel_llr[slot * N + id.x] = llr;
}
