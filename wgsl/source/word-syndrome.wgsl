// source/word-syndrome: the syndrome H·c over GF(q) of every frame's word, which Alice sends with it (Slepian–Wolf).
// in   row_start [M + 1], entries [entry] (column, value) of H, galois_tables, codeword [frame][N]
// out  syndrome [frame][M]             field elements
// map  one invocation per row of H; workgroup y = frame
// exact: integers
#import common/run, common/workgroup-slot, common/arithmetic/galois

#in row_start: u32, entries: vec2u, galois_tables: u32, codeword: u32
#out syndrome: u32

#main id: global_invocation_id, invocation: local_invocation_index {
  load_galois_tables(invocation, WORKGROUP_SIZE);
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames) { return; }
  var sum = 0u;
  for (var e = row_start[id.x]; e < row_start[id.x + 1u]; e++) {
    sum ^= multiply(entries[e].y, codeword[slot * N + entries[e].x]);
  }
  syndrome[slot * M + id.x] = sum;
}
