// quantum/tally: adds each shot's outcome to the counters of its chunk. A frame is a shot, a wrong symbol a wrong observable. Of a pair of
// codes (KINDS observables of either kind) a frame has two symbols: its X errors, which are its information symbol, and its Z errors.
// in   wrong [frame][observable words], unsatisfied [iteration][frame]
// i/o  counters as statistics/tally
// map  one invocation per shot; workgroup y = WORKGROUP_SIZE shots
#import common/run

#in wrong: u32, unsatisfied: u32
#out counters: atomic<u32>

#import statistics/chunk-counters, quantum/count-shot

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= run.frames) { return; }
  var errors = 0u;
  var first = 0u;
  for (var w = 0u; w < OBSERVABLE_WORDS; w++) {
    let flipped = wrong[slot * OBSERVABLE_WORDS + w];
    errors += countOneBits(flipped);
    let left = KINDS - min(KINDS, 32u * w);
    first += countOneBits(flipped & select((1u << (left & 31u)) - 1u, 0xffffffffu, left >= 32u));
  }
  // Without early termination only the last iteration counts.
  var iterations = ITERATIONS;
  let explained = unsatisfied[(ITERATIONS - 1u) * run.frames + slot] == 0u;
  if (STOP == 1u && explained) {
    for (; iterations > 1u && unsatisfied[(iterations - 2u) * run.frames + slot] == 0u; iterations--) {}
  }
  if (KINDS == 0u) { count_shot(slot, errors, u32(explained), iterations); return; }
  let base = chunk_counters(slot);
  add(base, 1u);
  add(base + 6u, iterations);
  if (errors == 0u) { add(base + 7u, iterations); return; }
  let symbols = u32(first > 0u) + u32(errors > first);
  add(base + 1u, 1u);
  add(base + 2u, u32(first > 0u));
  add(base + 3u, symbols);
  add(base + 4u, errors);
  add(base + 5u, u32(explained));
  add_square(base + 8u, symbols);
  add_square(base + 10u, errors);
}
