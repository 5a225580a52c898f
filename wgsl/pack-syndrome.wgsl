// pack-syndrome: the syndromes of a word's frames as sign bits, checks in the decoder's order.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_signs [word][check]; FRAMES_FASTEST: with the word last
// map  one work item per check; workgroup y = word. FRAMES_FASTEST: one workgroup per 32 checks (x) and GROUP words (y), which
//      turns a tile around in workgroup memory
// workgroup bytes: 4·32·(GROUP + 1), FRAMES_FASTEST only
#import shared/run
#import shared/workgroup-slot
#import <lanes>
#import shared/word-places

@group(0) @binding(1) var<storage, read> row: array<u32>;
@group(0) @binding(2) var<storage, read> syndrome: array<u32>;
@group(0) @binding(3) var<storage, read_write> check_signs: array<u32>;

// The sign bits of row m.
fn signs(word: u32, m: u32) -> u32 {
  var odd = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * CHECKS + m] != 0u) {
      odd |= 1u << ((lane + 1u) * (32u / FRAMES_PER_WORD) - 1u);
    }
  }
  return odd;
}

#if FRAMES_FASTEST
#import shared/turned-tile

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let first = id.x * TILE;
  let m = row[min(first + item % TILE, CHECKS - 1u)];
  for (var w = item / TILE; w < GROUP; w += GROUP / TILE) {
    tile[(item % TILE) * PITCH + w] = signs(id.y * GROUP + w, m);
  }
  workgroupBarrier();
  let word = id.y * GROUP + item;
  if (word >= word_count()) { return; }
  for (var x = 0u; x < min(TILE, CHECKS - first); x++) {
    check_signs[word_place(word, first + x, CHECKS)] = tile[x * PITCH + item];
  }
}
#end
#if !FRAMES_FASTEST
@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= CHECKS || word >= word_count()) { return; }
  check_signs[word * CHECKS + id.x] = signs(word, row[id.x]);
}
#end
