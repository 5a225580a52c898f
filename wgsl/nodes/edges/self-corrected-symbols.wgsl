// Self-corrected messages over GF(q): where the likeliest symbol is another than in the message before, the ratio of these two changed its sign, and
// is 1: both cost 0. The state is 1 + the likeliest symbol of the message that the check read, 0 where several were as likely.
fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge {
  let flipped = !first && state != 0u && state != likeliest + 1u;
  return Edge(select(t, 0.0, flipped && state == symbol + 1u), select(likeliest + 1u, 0u, flipped || is_tied));
}
