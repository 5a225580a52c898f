// bit-decision: hard decisions: 1 where the posterior is negative.
// in   symbol [variable]: code symbol, posteriors [word][N]; FRAMES_FASTEST: with the word last
// out  decision [frame][N]
// map  one work item per variable; workgroup y = word. FRAMES_FASTEST: one workgroup per 32 variables (x) and GROUP words
//      (y), which turns a tile around in workgroup memory
// workgroup bytes: 4·32·(GROUP + 1), FRAMES_FASTEST only
#import shared/run
#import shared/workgroup-slot
#import <lanes>
#import shared/word-places

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> posteriors: array<u32>;
@group(0) @binding(3) var<storage, read_write> decision: array<u32>;

// The decisions of symbol n in the frames of a word.
fn decide(word: u32, n: u32, posterior: u32) {
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    let sign = (posterior >> ((lane + 1u) * (32u / FRAMES_PER_WORD) - 1u)) & 1u;
    if (frame < run.frames) { decision[frame * N + n] = sign; }
  }
}

#if FRAMES_FASTEST
#import shared/turned-tile

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let first = id.x * TILE;
  let word = min(id.y * GROUP + item, word_count() - 1u);
  for (var x = 0u; x < TILE; x++) {
    tile[x * PITCH + item] = posteriors[word_place(word, min(first + x, N - 1u), N)];
  }
  workgroupBarrier();
  let x = item % TILE;
  if (first + x >= N) { return; }
  let n = symbol[first + x];
  for (var w = item / TILE; w < min(GROUP, word_count() - id.y * GROUP); w += GROUP / TILE) {
    decide(id.y * GROUP + w, n, tile[x * PITCH + w]);
  }
}
#end
#if !FRAMES_FASTEST
@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= N || word >= word_count()) { return; }
  decide(word, symbol[id.x], posteriors[word * N + id.x]);
}
#end
