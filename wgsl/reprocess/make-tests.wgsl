// reprocess/make-tests: the decoder's input for each test of a stage: the frame's channel LLRs, with +alpha or −alpha
// at the positions of the test's path (EQML paper, section 1.2), and the frame's syndrome. A slot without a test gets
// the zero word without noise, which is done after one iteration.
// in   failed, positions (reprocess/test-tree), channel_llr [frame][N] ln P(0)/P(1), syndrome [frame][CHECKS] (SYNDROME only)
// out  test_llr [test][N], test_syndrome [test][CHECKS] (SYNDROME only)
// map  one invocation per symbol, then per check; workgroup y = test
// exact: nothing is computed
#import common/run, common/workgroup-slot, common/bound

#in failed: u32, positions: u32, channel_llr: f32, syndrome: u32
#out test_llr: f32, test_syndrome: u32

#import reprocess/test-tree

const ALPHA: f32 = bitcast<f32>(ALPHA_BITS);

fn llr_of(test: u32, n: u32) -> f32 {
  let stage = stage_number();
  for (var k = 0u; k < stage; k++) {
    if (path_position(test, stage, k) == n) {
      return select(-ALPHA, ALPHA, ((test >> (stage - k - 1u)) & 1u) == 0u);
    }
  }
  return channel_llr[slot_of(test >> stage) * N + n];
}

#main id: global_invocation_id {
  let test = workgroup_slot(id);
  if (test >= run.frames) { return; }
  let tested = is_tested(test);
  if (id.x < N) {
    var llr = LLR_BOUND;
    if (tested) { llr = llr_of(test, id.x); }
    test_llr[test * N + id.x] = llr;
    return;
  }
  if (SYNDROME == 0u || id.x >= N + CHECKS) { return; }
  let m = id.x - N;
  var bit = 0u;
  if (tested) { bit = syndrome[slot_of(test >> stage_number()) * CHECKS + m]; }
  test_syndrome[test * CHECKS + m] = bit;
}
