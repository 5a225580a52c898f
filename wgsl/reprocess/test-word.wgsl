// reprocess/test-word: marks the frames whose decision fails a check: with early termination (STOP) in all iterations, as the first that is not
// marked would end the frame, else in the last.
// in   decision [frame][SYMBOLS], syndrome [frame][CHECKS] (SYNDROME only), window_table as reprocess/decided-sum, products
// i/o  unsatisfied [iteration][frame]
// map  one invocation per check; workgroup y = frame
// exact: sums in the field
#import common/run, common/workgroup-slot

#in decision: u32, syndrome: u32, window_table: u32, products: u32
#out unsatisfied: atomic<u32>

#import reprocess/decided-sum

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames || id.x >= CHECKS) { return; }
  var sum = decided_sum(frame, id.x);
  if (SYNDROME == 1u) { sum ^= syndrome[frame * CHECKS + id.x]; }
  if (sum == 0u) { return; }
  for (var i = select(ITERATIONS - 1u, 0u, STOP == 1u); i < ITERATIONS; i++) { atomicStore(&unsatisfied[i * run.frames + frame], 1u); }
}
