// Self-corrected messages: a message whose sign is not that of the message before is 0, unless that was 0. The top bit of a lane of the state is the
// sign of the message that the check read, the lowest bit says whether it was not 0.
fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge {
  let signs = sign_word(t) & SIGN_BITS;
  let flipped = (state ^ signs) & (state << (LANE_BITS - 1u)) & SIGN_BITS;
  let read = erased_where(t, select(flipped, 0u, first));
  return Edge(read, signs | (nonzero_word(read) >> (LANE_BITS - 1u)));
}
