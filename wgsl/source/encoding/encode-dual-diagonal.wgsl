// source/encoding/encode-dual-diagonal: core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows
// (802.16e, 802.11n, 5G). Adding all core rows leaves the first parity block alone, shifted once; each core row then gives
// the next parity block, bit by bit. Richardson and Urbanke, "Efficient encoding of
// low-density parity-check codes", IEEE Trans. Inf. Theory 47(2), 2001, with a gap of one block.
// With INTERLEAVE frames to a word (1 or 32) a word is a bit of each, and "frame" below is a word of frames.
// in   parity_blocks [block row] (first symbol of its parity block, step), row_start [block row + 1] and circulants
//      (source/encoding/circulants): of core rows the first parity block's entries;
//      parity_sums [frame][M]          of the information bits
// i/o  codeword [frame][N]             information bits in, core parity bits out
// map  one workgroup per frame (workgroup y), WORKGROUP_SIZE invocations share the bits of a block
// exact: exclusive or
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot

#in parity_blocks: vec2u, row_start: u32, circulants: u32, parity_sums: u32
#out codeword: u32

#import source/encoding/circulants, source/encoding/parity-blocks

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  if (slot * INTERLEAVE >= run.frames) { return; }
  for (var i = invocation; i < LIFTING_SIZE; i += WORKGROUP_SIZE) {
    var sum = 0u;
    for (var r = 0u; r < CORE_ROWS; r++) { sum ^= parity_sums[slot * M + r * LIFTING_SIZE + i]; }
    store(slot, 0u, (i + REMAINING_SHIFT) % LIFTING_SIZE, sum);
  }
  storageBarrier();
  // Parity blocks after the first have shift 0, so bit i of a block follows from bit i of the block before.
  for (var i = invocation; i < LIFTING_SIZE; i += WORKGROUP_SIZE) {
    var bit = 0u;
    for (var r = 0u; r + 1u < CORE_ROWS; r++) {
      bit ^= row_sum(slot, r, i);
      store(slot, r + 1u, i, bit);
    }
  }
}
