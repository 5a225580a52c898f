// reconciliation/block-word: Alice's word of each block: her sifted bits, private random bits at punctured positions, 0 at shortened ones.
// in   position_use [N] (state, index) 0 sifted bit, 1 punctured, 2 shortened; the index among positions of this state
//      block_bits [frame]              sifted bits of the block: all later positions are shortened
//      sifted_bits [frame], private_bits [frame] packed, KEY_BITS and PRIVATE_BITS a frame (reconciliation/packed-bits)
// out  codeword [frame][N]             0 or 1
// map  one invocation per position; workgroup y = frame
// bound by the 4·N bytes written per frame
// exact: nothing is computed
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in position_use: vec2u, block_bits: u32, sifted_bits: u32, private_bits: u32
#out codeword: u32

const SIFTED: u32 = 0u;
const PUNCTURED: u32 = 1u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let position = position_use[id.x];
  var bit = 0u;
  if (position.x == SIFTED && position.y < block_bits[slot]) {
    let i = slot * 8u * packed_bytes(KEY_BITS) + position.y;
    bit = bit_of(sifted_bits[i / 32u], i);
  } else if (position.x == PUNCTURED) {
    let i = slot * 8u * packed_bytes(PRIVATE_BITS) + position.y;
    bit = bit_of(private_bits[i / 32u], i);
  }
  codeword[slot * N + id.x] = bit;
}
