// reprocess/end-round: removes the frames of this round from the waiting frames.
// i/o  failed [3 + frames] of reprocess/list-failed: number of waiting frames, place of the first
// map  one invocation
#import common/run

#out failed: u32

#main invocation: local_invocation_index {
  if (invocation != 0u) { return; }
  let done = min(failed[0], ROUND_FRAMES);
  failed[0] -= done;
  failed[1] += done;
}
