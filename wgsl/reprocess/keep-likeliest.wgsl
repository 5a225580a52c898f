// reprocess/keep-likeliest: for each frame of the round the likeliest word of all stages so far: the list decision. Of
// equal costs the earlier stage's word stays, and within a stage the word of the test with the lower number. Counts the
// tests.
// in   failed, positions (reprocess/test-tree), costs [test] of reprocess/judge-tests, test_decision [test][N]
// i/o  best_cost [frame of the round], which stage 0 begins anew, best_word [frame of the round][N], tests [frame]: number of
//      tests done, without stage 0 (the frame itself)
// map  one workgroup per frame of the round (y)
// exact: comparisons only
#import common/run, common/workgroup-slot

#in failed: u32, positions: u32, costs: f32, test_decision: u32
#out best_cost: f32, best_word: u32, tests: u32

#import reprocess/test-tree, reprocess/no-word

var<workgroup> least: array<f32, WORKGROUP_SIZE>;
var<workgroup> best_test: array<u32, WORKGROUP_SIZE>;
var<workgroup> counts: array<u32, WORKGROUP_SIZE>;

#main id: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup_slot(id);
  if (frame >= ROUND_FRAMES) { return; }
  let stage = stage_number();
  let first = frame << stage;
  var best = NO_WORD;
  var at = first;
  var count = 0u;
  for (var test = first + invocation; test < first + (1u << stage); test += WORKGROUP_SIZE) {
    count += u32(is_tested(test));
    if (costs[test] < best) {
      best = costs[test];
      at = test;
    }
  }
  least[invocation] = best;
  best_test[invocation] = at;
  counts[invocation] = count;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half > 0u; half /= 2u) {
    if (invocation < half) {
      let other = invocation + half;
      if (least[other] < least[invocation] || (least[other] == least[invocation] && best_test[other] < best_test[invocation])) {
        least[invocation] = least[other];
        best_test[invocation] = best_test[other];
      }
      counts[invocation] += counts[other];
    }
    workgroupBarrier();
  }
  let before = best_cost[frame];
  let is_better = least[0] < select(before, NO_WORD, stage == 0u);
  if (is_better) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) { best_word[frame * N + n] = test_decision[best_test[0] * N + n]; }
  }
  storageBarrier();
  if (invocation != 0u) { return; }
  if (is_better || stage == 0u) { best_cost[frame] = least[0]; }
  if (stage > 0u && counts[0] > 0u) { tests[slot_of(frame)] += counts[0]; }
}
