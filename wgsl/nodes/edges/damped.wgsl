// Damped messages: the check reads t + damping·(t' − t), where t' is the message that it read in the iteration before, the edge's state.
fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge {
  let now = wide_of(t);
  let read = lanes_of(now + portion(select(wide_of(unpack(state)), now, first) - now, DAMPING));
  return Edge(read, pack(read));
}
