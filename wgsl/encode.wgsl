// encode: parity symbols of a systematic code over GF(q): c[parity j] = Σ_i u[i]·g[i][j].
// in   information_position [k], parity_position [rank], generator [k][rank] (field elements), galois_tables
// i/o  codeword [frame][N]             information symbols in, parity symbols out
// map  one work item per parity symbol; workgroup y = frame
// workgroup bytes: 4·(3q − 2) of tables
#import shared/run
#import shared/galois

@group(0) @binding(1) var<storage, read> information_position: array<u32>;
@group(0) @binding(2) var<storage, read> parity_position: array<u32>;
@group(0) @binding(3) var<storage, read> generator: array<u32>;
@group(0) @binding(4) var<storage, read> galois_tables: array<u32>;
@group(0) @binding(5) var<storage, read_write> codeword: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  load_galois_tables(item, GROUP);
  if (id.x >= RANK) { return; }
  let word = id.y * N;
  var sum = 0u;
  for (var i = 0u; i < K; i++) {
    sum ^= multiply(codeword[word + information_position[i]], generator[i * RANK + id.x]);
  }
  codeword[word + parity_position[id.x]] = sum;
}
