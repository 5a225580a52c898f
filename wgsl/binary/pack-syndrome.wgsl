// binary/pack-syndrome: the syndromes of a word's frames as sign bits, checks in the decoder's order.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_signs [word][check]; FRAME_INTERLEAVED: with the word last
// map  one invocation per check; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 checks (x) and WORKGROUP_SIZE words (y), which
//      transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1), FRAME_INTERLEAVED only
#import common/run
#import common/workgroup-slot
#import <lanes>
#import common/word-index

@group(0) @binding(1) var<storage, read> row: array<u32>;
@group(0) @binding(2) var<storage, read> syndrome: array<u32>;
@group(0) @binding(3) var<storage, read_write> check_signs: array<u32>;

// The sign bits of row m.
fn signs(word: u32, m: u32) -> u32 {
  var odd = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * CHECKS + m] != 0u) {
      odd |= 1u << ((lane + 1u) * (32u / INTERLEAVE) - 1u);
    }
  }
  return odd;
}

#if FRAME_INTERLEAVED
#import binary/transposed-tile

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let first = id.x * TILE;
  let m = row[min(first + invocation % TILE, CHECKS - 1u)];
  for (var w = invocation / TILE; w < WORKGROUP_SIZE; w += WORKGROUP_SIZE / TILE) {
    tile[(invocation % TILE) * PITCH + w] = signs(id.y * WORKGROUP_SIZE + w, m);
  }
  workgroupBarrier();
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var x = 0u; x < min(TILE, CHECKS - first); x++) {
    check_signs[word_index(word, first + x, CHECKS)] = tile[x * PITCH + invocation];
  }
}
#end
#if !FRAME_INTERLEAVED
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= CHECKS || word >= word_count()) { return; }
  check_signs[word * CHECKS + id.x] = signs(word, row[id.x]);
}
#end
