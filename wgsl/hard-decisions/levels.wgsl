// hard-decisions/levels: which energies (hard-decisions/energy) the variables of a frame have.
// in   variable_start [N + 1], variable_checks [k], channel, failed, posteriors [row][word], progress: the list of active words
// i/o  levels [iteration mod 2][energy][word], cleared: 1 where a variable has this energy; of energy 0, where a check fails
// map  hard-decisions/place over variables
// exact: logic
#import common/run, hard-decisions/place

#in variable_start: u32, variable_checks: u32, channel: u32, failed: u32, posteriors: u32, progress: u32
#out levels: atomic<u32>

#import hard-decisions/energy

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  var found: array<u32, LEVELS>;
  for (var n = first_node(id); n < end_node(id, N); n++) {
    var energy = energy_of(n, word);
#for e in 1..LEVELS: found[$e] |= equals(&energy, $eu);
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) { found[0] |= failed[variable_checks[k] * words + word]; }
  }
  let own = (run.iteration & 1u) * LEVELS * words + word;
#for e in 0..LEVELS: atomicOr(&levels[own + $eu * words], found[$e]);
}
