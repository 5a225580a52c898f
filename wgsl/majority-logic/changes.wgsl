// majority-logic/changes: the best change of each variable for the first iteration of symbol flipping (majority-logic/gain).
// in   graph (majority-logic/gain)
//      reliabilities [variable][symbol][frame]: max L − L(a) in steps
//      variable_words [variable][frame], check_words [check][frame] (majority-logic/words)
// out  changes [variable][frame]
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// exact: integers
#import common/run

#in graph: u32, reliabilities: u32, variable_words: u32, check_words: u32
#out changes: u32

#import majority-logic/words, majority-logic/gain

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    changes[n * run.frames + frame] = best_change(n, frame);
  }
}
