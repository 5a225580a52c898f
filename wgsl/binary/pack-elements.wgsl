// Packs the elements of a frame-by-frame input into words of frames: hands each element x and word to `put(word, x, packed(word, source(x)))`. The
// kernel declares these, imports run and lanes, and calls the function. One invocation per element; workgroup y = word. FRAME_INTERLEAVED: one
// workgroup per 32 elements (x) and WORKGROUP_SIZE words (y), which transposes a tile in workgroup memory.
#import common/word-index, common/workgroup-slot

#if FRAME_INTERLEAVED
#import binary/transposed-tile

fn pack_elements(id: vec3u, invocation: u32, elements: u32) {
  let first = id.x * TILE;
  let origin = source(min(first + invocation % TILE, elements - 1u));
  for (var w = invocation / TILE; w < WORKGROUP_SIZE; w += WORKGROUP_SIZE / TILE) {
    tile[(invocation % TILE) * PITCH + w] = packed(id.y * WORKGROUP_SIZE + w, origin);
  }
  workgroupBarrier();
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var x = 0u; x < min(TILE, elements - first); x++) { put(word, first + x, tile[x * PITCH + invocation]); }
}
#else
fn pack_elements(id: vec3u, invocation: u32, elements: u32) {
  let x = id.x * WORKGROUP_SIZE + invocation;
  let word = workgroup_slot(id);
  if (x >= elements || word >= word_count()) { return; }
  put(word, x, packed(word, source(x)));
}
#end
