// reprocess/select-position: the position that the children of each test saturate: among the symbols of largest weight
// the one with the smallest |channel LLR|, then the first (EQML paper, section 1.2.1). Positions of the test's path and
// positions with certain LLRs are excluded. Tests that converged have no children: their subtree is pruned (section
// 1.2.2).
// in   failed (reprocess/failed-frames), channel_llr [frame][N] ln P(0)/P(1), test_unsatisfied [iteration][test], weights [symbol][test]
// i/o  positions [stage][test] (reprocess/test-tree): reads earlier stages', writes this stage's, NO_POSITION for a test without
//      children
// map  one workgroup per TESTS tests (y); WORKGROUP_SIZE / TESTS invocations share the symbols of a test
// exact: comparisons only
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot, common/bound

#in failed: u32, channel_llr: f32, test_unsatisfied: u32, weights: u32
#out positions: u32

#import reprocess/test-tree

// Tests of one workgroup: neighbours in memory.
const TESTS: u32 = 16u;

struct Choice { weight: u32, llr: f32, position: u32 }

var<workgroup> choices: array<Choice, WORKGROUP_SIZE>;

fn is_on_path(test: u32, stage: u32, n: u32) -> bool {
  for (var k = 0u; k < stage; k++) {
    if (path_position(test, stage, k) == n) { return true; }
  }
  return false;
}

fn is_better(a: Choice, b: Choice) -> bool {
  if (b.position == NO_POSITION || a.position == NO_POSITION) { return a.position != NO_POSITION; }
  if (a.weight != b.weight) { return a.weight > b.weight; }
  if (a.llr != b.llr) { return a.llr < b.llr; }
  return a.position < b.position;
}

#main id: workgroup_id, invocation: local_invocation_index {
  let test = workgroup_slot(id) * TESTS + invocation % TESTS;
  let stage = stage_number();
  var best = Choice(0u, 0.0, NO_POSITION);
  if (test < run.frames && is_tested(test) && test_unsatisfied[(ITERATIONS - 1u) * run.frames + test] != 0u) {
    let row = slot_of(test >> stage) * N;
    for (var n = invocation / TESTS; n < N; n += WORKGROUP_SIZE / TESTS) {
      let weight = weights[n * run.frames + test];
      if (best.position != NO_POSITION && weight < best.weight) { continue; }
      let candidate = Choice(weight, abs(channel_llr[row + n]), n);
      if (candidate.llr < LLR_BOUND && is_better(candidate, best) && !is_on_path(test, stage, n)) { best = candidate; }
    }
  }
  choices[invocation] = best;
  workgroupBarrier();
  for (var half = WORKGROUP_SIZE / 2u; half >= TESTS; half /= 2u) {
    if (invocation < half && is_better(choices[invocation + half], choices[invocation])) { choices[invocation] = choices[invocation + half]; }
    workgroupBarrier();
  }
  if (invocation < TESTS && test < run.frames) { positions[stage_at(stage) + test] = choices[invocation].position; }
}
