// majority-logic/decide: the decisions of majority-logic decoding, frame by frame.
// in   variable_words [variable][frame] (majority-logic/words)
// out  decision [frame][N]
// map  one invocation per frame and NODES_PER_WORKGROUP variables, which it writes side by side; workgroup y = 64 frames
#import common/run

#in variable_words: u32
#out decision: u32

#import majority-logic/words

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    decision[frame * N + n] = symbol_of(variable_words[n * run.frames + frame]);
  }
}
