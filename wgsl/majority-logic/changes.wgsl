// majority-logic/changes: the best change of each variable for the first iteration of symbol flipping (majority-logic/gain).
// in   graph (majority-logic/gain)
//      reliabilities [variable][symbol][frame]: max L − L(a) in steps
//      variable_words [variable][frame], check_words [check][frame] (majority-logic/words)
// out  changes [variable][frame]
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// exact: integers
#import common/run

@group(0) @binding(1) var<storage, read> graph: array<u32>;
@group(0) @binding(2) var<storage, read> reliabilities: array<u32>;
@group(0) @binding(3) var<storage, read> variable_words: array<u32>;
@group(0) @binding(4) var<storage, read> check_words: array<u32>;
@group(0) @binding(5) var<storage, read_write> changes: array<u32>;

#import majority-logic/words
#import majority-logic/gain

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    changes[n * run.frames + frame] = best_change(n, frame);
  }
}
