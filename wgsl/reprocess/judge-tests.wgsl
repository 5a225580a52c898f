// reprocess/judge-tests: cost of the word that a test converged to, given the channel: Σ |LLR| over the symbols that
// differ from the channel's hard decision. The correlation of word and LLRs is Σ |LLR| less twice the cost: the list
// decision by the largest correlation equals the decision by the least cost, without the rounding of the part that all
// words share.
// in   failed, positions (reprocess/test-tree), channel_llr [frame][N] ln P(0)/P(1), test_unsatisfied [iteration][test],
//      test_decision [test][N]
// out  costs [test] LLR; NO_WORD for a test that is missing or did not converge
// map  one workgroup per test (y)
// exact: sums in a fixed order: WORKGROUP_SIZE partial ones, item i of symbols i, i + WORKGROUP_SIZE, …; then by halves
#import common/run, common/workgroup-slot

#in failed: u32, positions: u32, channel_llr: f32, test_unsatisfied: u32, test_decision: u32
#out costs: f32

#import reprocess/test-tree, reprocess/no-word

var<workgroup> sums: array<f32, WORKGROUP_SIZE>;

#main id: workgroup_id, invocation: local_invocation_index {
  let test = workgroup_slot(id);
  if (test >= run.frames) { return; }
  let has_word = is_tested(test) && test_unsatisfied[(ITERATIONS - 1u) * run.frames + test] == 0u;
  var sum = 0.0;
  if (has_word) {
    let frame = slot_of(test >> stage_number());
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
      let llr = channel_llr[frame * N + n];
      if (u32(llr < 0.0) != test_decision[test * N + n]) { sum += abs(llr); }
    }
  }
  sums[invocation] = sum;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half > 0u; half /= 2u) {
    if (invocation < half) { sums[invocation] += sums[invocation + half]; }
    workgroupBarrier();
  }
  if (invocation == 0u) { costs[test] = select(NO_WORD, sums[0], has_word); }
}
