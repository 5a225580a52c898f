// Circulants of a base matrix as symbols of the codeword, three words each: first symbol of the block column, step from a
// symbol of it to the next, shift. The kernel declares `circulants`.
fn circulant_symbol(entry: u32, i: u32) -> u32 {
  let x = i + circulants[3u * entry + 2u];
  return circulants[3u * entry] + circulants[3u * entry + 1u] * select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}
