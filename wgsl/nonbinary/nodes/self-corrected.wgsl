// Self-corrected messages over GF(q): a message whose likeliest symbol is not that of the message before is 0, unless that was 0.
// The state is 1 + the likeliest symbol of the message that the check read, 0 where it was 0 for all symbols.
fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge {
  let erased = !first && state != 0u && state != likeliest + 1u;
  return Edge(select(t, 0.0, erased), select(likeliest + 1u, 0u, erased || greatest == 0.0));
}
