// source/encoding/encode-extension: parity bits of extension rows (5G, ATSC 3.0): each has a parity bit of its own, the sum of its information and core
// parity bits.
// With INTERLEAVE frames to a word (1 or 32) a word is a bit of each, and "frame" below is a word of frames.
// in   parity_blocks [block row] (first symbol of its parity block, step), row_start [block row + 1] and circulants
//      (source/encoding/circulants): of extension rows the entries of core parity blocks; parity_sums [frame][M] of the information bits
// i/o  codeword [frame][N]             information and core parity bits in, the other parity bits out
// map  one invocation per check of an extension row; workgroup y = frame
// exact: exclusive or
#import common/run, common/workgroup-slot

#in parity_blocks: vec2u, row_start: u32, circulants: u32, parity_sums: u32
#out codeword: u32

#import source/encoding/circulants, source/encoding/parity-blocks

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  let check = CORE_ROWS * LIFTING_SIZE + id.x;
  if (check >= M || slot * INTERLEAVE >= run.frames) { return; }
  let r = check / LIFTING_SIZE;
  let i = check % LIFTING_SIZE;
  store(slot, r, i, row_sum(slot, r, i));
}
