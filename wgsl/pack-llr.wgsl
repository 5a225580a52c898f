// pack-llr: channel LLRs as the words of the decoder's number format, its variables in its own order.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAMES_FASTEST: both with the word last
// map  one work item per variable; workgroup y = word. FRAMES_FASTEST: one workgroup per 32 variables (x) and GROUP words
//      (y), which turns a tile around in workgroup memory
// workgroup bytes: 4·32·(GROUP + 1), FRAMES_FASTEST only
#import shared/run
#import shared/workgroup-slot
#import shared/bound
#import <lanes>
#import shared/word-places

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<u32>;
@group(0) @binding(4) var<storage, read_write> posteriors: array<u32>;

// The word of symbol n.
fn packed(word: u32, n: u32) -> u32 {
  var bits = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    // A lane without a frame holds the zero word: it is done after the first iteration.
    let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + n], frame < run.frames);
    bits |= lane_of(llr, lane);
  }
  return bits;
}

#if FRAMES_FASTEST
#import shared/turned-tile

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let first = id.x * TILE;
  let n = symbol[min(first + item % TILE, N - 1u)];
  for (var w = item / TILE; w < GROUP; w += GROUP / TILE) {
    tile[(item % TILE) * PITCH + w] = packed(id.y * GROUP + w, n);
  }
  workgroupBarrier();
  let word = id.y * GROUP + item;
  if (word >= word_count()) { return; }
  for (var x = 0u; x < min(TILE, N - first); x++) {
    let place = word_place(word, first + x, N);
    channel[place] = tile[x * PITCH + item];
    if (COPY == 1u) { posteriors[place] = tile[x * PITCH + item]; }
  }
}
#end
#if !FRAMES_FASTEST
@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= N || word >= word_count()) { return; }
  let bits = packed(word, symbol[id.x]);
  channel[word * N + id.x] = bits;
  if (COPY == 1u) { posteriors[word * N + id.x] = bits; }
}
#end
