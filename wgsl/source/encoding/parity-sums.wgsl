// source/encoding/parity-sums: sums of the information bits of a quasi-cyclic binary code in every check, from its base matrix.
// With INTERLEAVE frames to a word (1 or 32) a word is a bit of each, and "frame" below is a word of frames.
// in   row_start [block row + 1], circulants of the information part (source/encoding/circulants), codeword [frame][N]
// out  parity_sums [frame][M]          0 or 1; row i of block row r at r·Z + i
// map  one invocation per check; workgroup y = frame
// exact: exclusive or
#import common/run, common/workgroup-slot

#in row_start: u32, circulants: u32, codeword: u32
#out parity_sums: u32

#import source/encoding/circulants

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= M || slot * INTERLEAVE >= run.frames) { return; }
  let r = id.x / LIFTING_SIZE;
  let i = id.x % LIFTING_SIZE;
  var sum = 0u;
  for (var entry = row_start[r]; entry < row_start[r + 1u]; entry++) {
    sum ^= codeword[slot * N + circulant_symbol(entry, i)];
  }
  parity_sums[slot * M + id.x] = sum;
}
