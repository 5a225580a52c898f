// binary/sign-channel: channel LLRs of degree-1 variables take the signs of their checks' syndromes, so that no iteration reads these
// signs (SYNDROME_IN_CHANNEL of binary/check-node/update). Formats whose sign is a bit of its own.
// in   check_groups [group], graph (binary/check-node/groups), check_signs [word][check] sign bits of the syndrome
// i/o  channel [word][N]; both with the word last
// map  one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE words (y)
// exact: exclusive or
#import common/run, <lanes>, common/word-index, binary/check-node/groups

#in check_groups: PackedCheckGroup, graph: u32, check_signs: u32
#out channel: u32

#main id: workgroup_id, invocation: local_invocation_index {
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var check = id.x * CHECKS_PER_WORKGROUP; check < min((id.x + 1u) * CHECKS_PER_WORKGROUP, CHECKS); check++) {
    let group = group_of(check);
    if ((group.flags & HAS_DEGREE_ONE) == 0u) { continue; }
    channel[word_index(word, group.degree_one + check - group.check, N)] ^= check_signs[word_index(word, check, CHECKS)];
  }
}
