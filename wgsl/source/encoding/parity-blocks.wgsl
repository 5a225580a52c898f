// Parity bits of a block row. The kernel declares parity_blocks, row_start, parity_sums and codeword, and imports source/encoding/circulants.
fn store(slot: u32, block: u32, i: u32, bit: u32) {
  codeword[slot * N + parity_blocks[block].x + i * parity_blocks[block].y] = bit;
}

// The row's sum so far: of its information bits and of the parity bits in `circulants`.
fn row_sum(slot: u32, r: u32, i: u32) -> u32 {
  var sum = parity_sums[slot * M + r * LIFTING_SIZE + i];
  for (var entry = row_start[r]; entry < row_start[r + 1u]; entry++) {
    sum ^= codeword[slot * N + circulant_symbol(entry, i)];
  }
  return sum;
}
