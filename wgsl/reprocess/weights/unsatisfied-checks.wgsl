// reprocess/weights/unsatisfied-checks: which checks the last decisions of the tests fail, as counts that edge-weights adds: 1 in the lane of a test
// that fails the check, else 0. A variable's weight is then its degree in the subgraph of unsatisfied checks (augmented belief
// propagation: Varnica, Fossorier and Kavčić 2007).
// in   check_start [check + 1], check_variables [edge]: variables of each check, both as the decoder numbers them, check_signs
//      [word][check] (SYNDROME only), posteriors [word][variable]
// out  odd [word][check]; FRAME_INTERLEAVED: all three with the word last
// map  one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE words (y)
// exact: signs only
#import common/run, <lanes>

#in check_start: u32, check_variables: u32, check_signs: u32, posteriors: u32
#out odd: u32

#import common/lane-bits, common/word-index

#main id: workgroup_id, invocation: local_invocation_index {
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var check = id.x * CHECKS_PER_WORKGROUP; check < min((id.x + 1u) * CHECKS_PER_WORKGROUP, CHECKS); check++) {
    var signs = 0u;
    if (SYNDROME == 1u) { signs = check_signs[word_index(word, check, CHECKS)]; }
    for (var e = check_start[check]; e < check_start[check + 1u]; e++) {
      signs ^= posteriors[word_index(word, check_variables[e], N)];
    }
    var counts = 0u;
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      counts |= ((signs >> ((lane + 1u) * LANE_BITS - 1u)) & 1u) << (lane * LANE_BITS);
    }
    odd[word_index(word, check, CHECKS)] = counts;
  }
}
