// mlgd-decision: the decisions of majority-logic decoding, frame by frame.
// in   variable_words [variable][frame] (shared/mlgd-words)
// out  decision [frame][N]
// map  one work item per frame and NODES_PER_GROUP variables, which it writes side by side; workgroup y = 64 frames
#import shared/run

@group(0) @binding(1) var<storage, read> variable_words: array<u32>;
@group(0) @binding(2) var<storage, read_write> decision: array<u32>;

#import shared/mlgd-words

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let frame = group.y * GROUP + item;
  if (frame >= run.frames) { return; }
  let first = group.x * NODES_PER_GROUP;
  for (var n = first; n < min(first + NODES_PER_GROUP, N); n++) {
    decision[frame * N + n] = symbol_of(variable_words[n * run.frames + frame]);
  }
}
