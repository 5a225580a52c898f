// hard-decisions/flip: flips decisions by a rule, `flips_of` of a part in hard-decisions/flips.
// in   variable_start [N + 1], then the probabilities of hard-decisions/flips/chances, variable_checks [k], channel, failed [row][word],
//      progress: the list of active words
// i/o  posteriors [variable][word]: decisions; levels and masks of the rule
// map  hard-decisions/place over variables
// exact: whole numbers
#import common/run, hard-decisions/place

#in variable_start: u32, variable_checks: u32, channel: u32, failed: u32, progress: u32
#out posteriors: u32, levels: u32, masks: u32

#import hard-decisions/energy, <flips>

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let done = active_done(slot);
  var frames = frames_of(word, id.x == 0u);
  for (var n = first_node(id); n < end_node(id, N); n++) {
    let flips = flips_of(&frames, n, word);
    posteriors[n * word_count() + word] ^= flips & ~done;
  }
}
