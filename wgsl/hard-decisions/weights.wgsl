// hard-decisions/weights: the number of failed checks of each frame.
// in   failed [check][word], progress: the list of active words
// i/o  levels [iteration mod 2][frame], cleared: the numbers
// map  hard-decisions/place over checks
// exact: whole numbers
#import common/run, hard-decisions/place, hard-decisions/count

#in failed: u32, progress: u32
#out levels: atomic<u32>

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  var count: Count;
  for (var m = first_node(id); m < end_node(id, M); m++) { add_bits(&count, failed[m * words + word], false); }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    var number = 0u;
#for p in 0..COUNT_BITS: number |= ((count[$p] >> lane) & 1u) << $pu;
    atomicAdd(&levels[(run.iteration & 1u) * words * INTERLEAVE + word * INTERLEAVE + lane], number);
  }
}
