// binary/pack-llr: channel LLRs as the words of the decoder's number format, its variables in its own order.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][N], posteriors [word][N] the same (COPY only); FRAME_INTERLEAVED: both with the word last
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 variables (x) and WORKGROUP_SIZE words
//      (y), which transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1), FRAME_INTERLEAVED only
#import common/run
#import common/workgroup-slot
#import common/bound
#import <lanes>
#import common/word-index

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<u32>;
@group(0) @binding(4) var<storage, read_write> posteriors: array<u32>;

// The word of symbol n.
fn packed(word: u32, n: u32) -> u32 {
  var bits = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    // A lane without a frame holds the zero word: it is done after the first iteration.
    let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + n], frame < run.frames);
    bits |= lane_of(llr, lane);
  }
  return bits;
}

#if FRAME_INTERLEAVED
#import binary/transposed-tile

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let first = id.x * TILE;
  let n = symbol[min(first + invocation % TILE, N - 1u)];
  for (var w = invocation / TILE; w < WORKGROUP_SIZE; w += WORKGROUP_SIZE / TILE) {
    tile[(invocation % TILE) * PITCH + w] = packed(id.y * WORKGROUP_SIZE + w, n);
  }
  workgroupBarrier();
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var x = 0u; x < min(TILE, N - first); x++) {
    let index = word_index(word, first + x, N);
    channel[index] = tile[x * PITCH + invocation];
    if (COPY == 1u) { posteriors[index] = tile[x * PITCH + invocation]; }
  }
}
#end
#if !FRAME_INTERLEAVED
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= N || word >= word_count()) { return; }
  let bits = packed(word, symbol[id.x]);
  channel[word * N + id.x] = bits;
  if (COPY == 1u) { posteriors[word * N + id.x] = bits; }
}
#end
