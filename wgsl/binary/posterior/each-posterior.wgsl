// Hands each posterior of a frame-by-frame output to `put(word, n, posterior)`. The kernel declares `put`, `symbol` [variable] and
// `posteriors` [word][N] (FRAME_INTERLEAVED: the word last). One invocation per variable and word; FRAME_INTERLEAVED: one workgroup per 32
// variables and WORKGROUP_SIZE words, which transposes a tile. The kernel imports run and lanes.
#import common/word-index, common/workgroup-slot

#if FRAME_INTERLEAVED
#import binary/transposed-tile

fn each_posterior(id: vec3u, invocation: u32) {
  let first = id.x * TILE;
  let word = min(id.y * WORKGROUP_SIZE + invocation, word_count() - 1u);
  for (var x = 0u; x < TILE; x++) {
    tile[x * PITCH + invocation] = posteriors[word_index(word, min(first + x, N - 1u), N)];
  }
  workgroupBarrier();
  let x = invocation % TILE;
  if (first + x >= N) { return; }
  let n = symbol[first + x];
  for (var w = invocation / TILE; w < min(WORKGROUP_SIZE, word_count() - id.y * WORKGROUP_SIZE); w += WORKGROUP_SIZE / TILE) {
    put(id.y * WORKGROUP_SIZE + w, n, tile[x * PITCH + w]);
  }
}
#else
fn each_posterior(id: vec3u, invocation: u32) {
  let x = id.x * WORKGROUP_SIZE + invocation;
  let word = workgroup_slot(id);
  if (x >= N || word >= word_count()) { return; }
  put(word, symbol[x], posteriors[word * N + x]);
}
#end
