// An edge's messages in an invocation with whole vectors, read and written in the order x ⊕ shift, one tile of symbols
// at a time: in registers if a vector is one tile. The kernel imports nonbinary/schedules/edges by <messages> and
// declares
// - NOTHING_YET and gathered(so_far, value): a statistic of the message, its least value or its sum, gathered during
// the read;
// - SHIFTS: whether the order of any edge is shifted.
fn read_vector(e: u32, shift: u32, slot: u32, before: u32, to: ptr<function, array<Value, Q>>) -> Value {
  let edge = check_edges[e];
  var found = NOTHING_YET;
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE_QUADS
    {
      let x = block + 4u * $ku;
      var a = quotients[edge.y * ROW + x / 4u];
      if (SHIFTS) {
        for (var u = 0u; u < QUAD; u++) { a[u] = quotient(edge.y, (x + u) ^ shift); }
      }
#for u in 0..QUAD
      let value_$u = raw_value(e, edge, a[$u], (x + $uu) ^ shift, slot, before);
      found = gathered(found, value_$u);
      (*to)[x + $uu] = value_$u;
#end
    }
#end
  }
  return found;
}
