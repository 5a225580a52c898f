// Counts how often an edge's message changes its sign: the top bit of a lane of its state is the sign of the message in the iteration before, the
// bits below it are the number of changes since the first, which saturates.
fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge {
  let signs = sign_word(t) & SIGN_BITS;
  let changed = (state ^ signs) & SIGN_BITS;
  let sum = (state & ~SIGN_BITS) + (changed >> (LANE_BITS - 1u));
  let counted = (sum - ((sum & SIGN_BITS) >> (LANE_BITS - 1u))) | signs;
  return Edge(t, select(counted, signs, first));
}
