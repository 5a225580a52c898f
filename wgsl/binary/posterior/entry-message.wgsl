// The message of a list's entry to variable j of its block column; entries of variables are messages themselves.
fn entry_message(edge: vec2u, j: u32) -> u32 {
  return select(edge.x + select(j - edge.y, j + BLOCK - edge.y, j < edge.y), edge.x, BLOCK == 1u);
}