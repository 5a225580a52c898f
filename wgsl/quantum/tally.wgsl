// quantum/tally: adds each shot's outcome to the counters of its chunk. A frame is a shot, a wrong symbol a wrong observable.
// in   wrong [frame][observable words], unsatisfied [iteration][frame]
// i/o  counters as statistics/tally
// map  one invocation per shot; workgroup y = WORKGROUP_SIZE shots
#import common/run

@group(0) @binding(1) var<storage, read> wrong: array<u32>;
@group(0) @binding(2) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

#import statistics/chunk-counters
#import quantum/count-shot

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= run.frames) { return; }
  var errors = 0u;
  for (var w = 0u; w < OBSERVABLE_WORDS; w++) { errors += countOneBits(wrong[slot * OBSERVABLE_WORDS + w]); }
  // Without early termination only the last iteration counts.
  var iterations = ITERATIONS;
  let explained = unsatisfied[(ITERATIONS - 1u) * run.frames + slot] == 0u;
  if (STOP == 1u && explained) {
    for (; iterations > 1u && unsatisfied[(iterations - 2u) * run.frames + slot] == 0u; iterations--) {}
  }
  count_shot(slot, errors, u32(explained), iterations);
}
