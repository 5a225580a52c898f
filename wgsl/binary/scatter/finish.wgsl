// binary/scatter/finish: decisions after the last iteration done, as bits, and whether they satisfy all checks.
// in   llr_bytes, entries, sums as binary/scatter/check
// i/o  sums: with LEAVES_CLEAR the section that the first iteration of the next run adds to is cleared, where it is not that of the decision
//      outcome [frame][BIT_WORDS, iterations]: bit n mod 32 of word ⌊n/32⌋ is 1 where the posterior of variable n is negative; 1 for the last
//      iteration if its decision fails a check, because no later iteration determines it
// map  one invocation per variable, PARTS invocations per check; workgroup y = frame
// exact: integers
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot

#in llr_bytes: u32, entries: vec2u
#out sums: atomic<u32>, outcome: atomic<u32>

#import binary/scatter/sums

var<workgroup> bits: array<atomic<u32>, WORKGROUP_SIZE / 32u>;
// Bit j: the posteriors of check j of the workgroup have an odd number of minuses.
var<workgroup> odd: array<atomic<u32>, WORKGROUP_SIZE / 32u>;

// The number of iterations: up to the first whose decision satisfied all checks, if a satisfied frame ends.
fn iterations_done(frame: u32) -> u32 {
  if (STOP == 0u) { return ITERATIONS; }
  var done = 1u;
  while (done < ITERATIONS && atomicLoad(&outcome[frame * OUTCOME + BIT_WORDS + done - 1u]) != 0u) { done++; }
  return done;
}

// Whether the posteriors of a part of a check's edges have an odd number of minuses.
fn is_odd(frame: u32, at: u32, check: u32, part: u32) -> bool {
  var minuses = 0u;
#if SPREAD
#for i in 0..EDGES: let entry_$i = entry_of(check, part, $iu);
  var total_0 = 0;
  if (is_edge(entry_0)) { total_0 = posterior(frame, at, variable_of(entry_0, check)); }
  if (is_edge(entry_1)) {
#for i in 1..EDGES: let total_$i = posterior(frame, at, variable_of(entry_$i, check));
#for i in 1..EDGES: minuses += u32(is_edge(entry_$i) && total_$i < 0);
  }
  minuses += u32(total_0 < 0);
#else
  let degree = degree_of(check);
  for (var i = 0u; i < degree; i++) {
    minuses += u32(posterior(frame, at, variable_of(entry_of(check, part, i), check)) < 0);
  }
#end
  return minuses % 2u == 1u;
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup_slot(workgroup);
  if (frame >= run.frames) { return; }
  let n = workgroup.x * WORKGROUP_SIZE + invocation;
  let together = invocation % CHECKS_TOGETHER;
  let check = workgroup.x * CHECKS_TOGETHER + together;
  let done = iterations_done(frame);
  let at = section_at(frame, done);
  if (LEAVES_CLEAR == 1u && n < N) {
#for w in 0..2: if ($wu < WORDS) { atomicStore(&sums[section_at(frame, 1u) + $wu * N + n], 0u); }
  }
  if (n < N && posterior(frame, at, n) < 0) { atomicOr(&bits[invocation / 32u], 1u << (invocation % 32u)); }
  if (check < CHECKS && is_odd(frame, at, check, invocation / CHECKS_TOGETHER)) {
    atomicXor(&odd[together / 32u], 1u << (together % 32u));
  }
  workgroupBarrier();
  if (invocation % 32u == 0u && n < N) { atomicStore(&outcome[frame * OUTCOME + n / 32u], atomicLoad(&bits[invocation / 32u])); }
  if (invocation == 0u && done == ITERATIONS) {
    var fails = 0u;
    for (var i = 0u; i < (CHECKS_TOGETHER + 31u) / 32u; i++) { fails |= atomicLoad(&odd[i]); }
    if (fails != 0u) { atomicStore(&outcome[frame * OUTCOME + BIT_WORDS + ITERATIONS - 1u], 1u); }
  }
}
