// reprocess/keep-member: the word of a member of an ensemble for each frame of the round, if it is better than those of the members before:
// the word of the least cost Σ |LLR| over the symbols that differ from the channel's hard decision, or with <symbols> Σ L(a), of equals the
// first. Counts the decodings.
// in   failed (reprocess/failed-frames), channel_llr [frame][N] ln P(0)/P(1) or [frame][N][Q], test_unsatisfied [iteration][frame of the round],
//      test_decision [frame of the round][N]
// i/o  best_cost and found (number of words) [frame of the round], which the first member begins anew, best_word [frame of the round][N], tests [frame]
// map  one workgroup per frame of the round (y)
// exact: sums in a fixed order: WORKGROUP_SIZE partial ones, item i of symbols i, i + WORKGROUP_SIZE, …; then by halves
#import common/run, common/workgroup-slot

#in failed: u32, channel_llr: f32, test_unsatisfied: u32, test_decision: u32
#out best_cost: f32, best_word: u32, found: u32, tests: u32

#import reprocess/member, reprocess/no-word

var<workgroup> sums: array<f32, WORKGROUP_SIZE>;
var<workgroup> works: u32;

#main id: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  if (invocation == 0u) { works = u32(has_work(frame)); }
  if (workgroupUniformLoad(&works) == 0u) { return; }
  let slot = slot_of(frame);
  let has_word = test_unsatisfied[(ITERATIONS - 1u) * run.frames + frame] == 0u;
  var sum = 0.0;
  if (has_word) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
#if !<symbols>
      let llr = channel_llr[slot * N + n];
      if (u32(llr < 0.0) != test_decision[frame * N + n]) { sum += abs(llr); }
#else
      sum += channel_llr[(slot * N + n) * Q + test_decision[frame * N + n]];
#end
    }
  }
  sums[invocation] = sum;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half > 0u; half /= 2u) {
    if (invocation < half) { sums[invocation] += sums[invocation + half]; }
    workgroupBarrier();
  }
  let before = select(best_cost[frame], NO_WORD, run.iteration == 0u);
  let is_better = has_word && sums[0] < before;
  if (is_better) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) { best_word[frame * N + n] = test_decision[frame * N + n]; }
  }
  storageBarrier();
  if (invocation != 0u) { return; }
  if (is_better || run.iteration == 0u) { best_cost[frame] = select(NO_WORD, sums[0], is_better); }
  found[frame] = select(found[frame], 0u, run.iteration == 0u) + u32(has_word);
  tests[slot] += 1u;
}
