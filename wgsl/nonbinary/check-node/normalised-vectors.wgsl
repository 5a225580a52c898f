// nonbinary/check-node/edge-vectors with messages that are normalised on reading and converted on writing. Besides the
// functions of edge-vectors the kernel declares
// - normaliser(found) and normalised(value, by): a value in the rule's form, where `found` is the statistic of read_vector;
// - outgoing(value, by): a value in the form of a message.
#import nonbinary/check-node/edge-vectors

fn load_vector(e: u32, shift: u32, slot: u32, before: u32, to: ptr<function, array<Value, Q>>) {
  let by = normaliser(read_vector(e, shift, slot, before, to));
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE: (*to)[block + $ku] = normalised((*to)[block + $ku], by);
  }
}

// @param input the output of load_vector for the edge, to which layered schedules add.
fn send_vector(
  e: u32, shift: u32, slot: u32, by: Value, values: ptr<function, array<Value, Q>>, input: ptr<function, array<Value, Q>>,
) {
  let edge = check_edges[e];
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE_QUADS
    {
      var four: Four;
      var had: Four;
#for u in 0..QUAD
      four[$u] = outgoing((*values)[block + 4u * $ku + $uu], by);
      had[$u] = (*input)[block + 4u * $ku + $uu];
#end
      put(e, edge, block + 4u * $ku, shift, four, had, slot);
    }
#end
  }
}
