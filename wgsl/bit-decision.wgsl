// bit-decision: hard decisions: 1 where the posterior is negative.
// in   symbol [variable]: code symbol, posteriors [word][N]
// out  decision [frame][N]
// map  one work item per variable; workgroup y = word
#import shared/run
#import <lanes>

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> posteriors: array<u32>;
@group(0) @binding(3) var<storage, read_write> decision: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= N) { return; }
  let posterior = posteriors[id.y * N + id.x];
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = id.y * FRAMES_PER_WORD + lane;
    let sign = (posterior >> ((lane + 1u) * (32u / FRAMES_PER_WORD) - 1u)) & 1u;
    if (frame < run.frames) { decision[frame * N + symbol[id.x]] = sign; }
  }
}
