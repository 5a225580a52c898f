// source/word-syndrome: the syndrome H·c over GF(q) of every frame's word, which Alice sends with it (Slepian–Wolf).
// in   row_start [M + 1], entries [entry] (column, value) of H, galois_tables, codeword [frame][N]
// out  syndrome [frame][M]             field elements
// map  one invocation per row of H; workgroup y = frame
// exact: integers
#import common/run
#import common/workgroup-slot
#import common/arithmetic/galois

@group(0) @binding(1) var<storage, read> row_start: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<vec2u>;
@group(0) @binding(3) var<storage, read> galois_tables: array<u32>;
@group(0) @binding(4) var<storage, read> codeword: array<u32>;
@group(0) @binding(5) var<storage, read_write> syndrome: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  load_galois_tables(invocation, WORKGROUP_SIZE);
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames) { return; }
  var sum = 0u;
  for (var e = row_start[id.x]; e < row_start[id.x + 1u]; e++) {
    sum ^= multiply(entries[e].y, codeword[slot * N + entries[e].x]);
  }
  syndrome[slot * M + id.x] = sum;
}
