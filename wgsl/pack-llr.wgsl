// pack-llr: channel LLRs as the words of the decoder's number format, its variables in its own order.
// in   symbol [variable]: code symbol, channel_llr [frame][N] ln P(0)/P(1)
// out  channel [word][N], posteriors [word][N] the same (COPY only)
// map  one work item per variable; workgroup y = word
#import shared/run
#import shared/bound
#import <lanes>

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(3) var<storage, read_write> channel: array<u32>;
@group(0) @binding(4) var<storage, read_write> posteriors: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= N) { return; }
  let n = symbol[id.x];
  var packed = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = id.y * FRAMES_PER_WORD + lane;
    // A lane without a frame holds the zero word: it is done after the first iteration.
    let llr = select(LLR_BOUND, channel_llr[min(frame, run.frames - 1u) * N + n], frame < run.frames);
    packed |= lane_of(llr, lane);
  }
  channel[id.y * N + id.x] = packed;
  if (COPY == 1u) { posteriors[id.y * N + id.x] = packed; }
}
