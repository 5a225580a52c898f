// The message to a check is the state of its edge, which binary/levels/variable has written. A missing edge keeps its neutral message.
fn edge_updated(t: Lanes, state: u32, _first: bool) -> Edge { return Edge(select(unpack(state), t, t == NEUTRAL), state); }
