// ratio-decision: the decisions of all frames, frame by frame and in the order of the code.
// in   symbol [variable]: code symbol, decisions [word][variable], FRAMES_FASTEST [variable][word]: decision bits of the lanes
// out  decision [frame][N]
// map  shared/ratio-items
#import shared/run
#import <message>
#import shared/ratio-items

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> decisions: array<u32>;
@group(0) @binding(3) var<storage, read_write> decision: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let word = item_word(group, item);
  if (word >= words_of_run()) { return; }
  let nodes = item_nodes(group, item, N);
  for (var n = nodes.x; n < nodes.y; n++) {
    let bits = decisions[element(n, N, word)];
    for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
      let frame = word * FRAMES_PER_WORD + lane;
      let bit = (bits >> ((lane + 1u) * (32u / FRAMES_PER_WORD) - 2u)) & 1u;
      if (frame < run.frames) { decision[frame * N + symbol[n]] = bit; }
    }
  }
}
