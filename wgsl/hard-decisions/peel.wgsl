// hard-decisions/peel: an erased bit is what a check says of it whose other bits are known.
// in   variable_start [N + 1], variable_checks [k], failed (hard-decisions/check with ERASURES), progress: the list of active words
// i/o  erased [variable][word], posteriors [variable][word]: bits, 0 where they are erased
// map  hard-decisions/place over variables
// exact: logic
#import common/run, hard-decisions/place

#in variable_start: u32, variable_checks: u32, failed: u32, progress: u32
#out erased: u32, posteriors: u32

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  for (var n = first_node(id); n < end_node(id, N); n++) {
    let at = n * words + word;
    // Done frames have no erased bits. Of checks that contradict each other the first one counts.
    var open = erased[at];
    var bits = posteriors[at];
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let m = variable_checks[k];
      let resolves = open & failed[(M + m) * words + word];
      bits |= resolves & failed[m * words + word];
      open &= ~resolves;
    }
    erased[at] = open;
    posteriors[at] = bits;
  }
}
