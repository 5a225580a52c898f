// hard-decisions/edge-check: messages of checks, R_i = s ⊕ Σ_{k≠i} Q_k, bits. ERASURES: messages may be erased, and R_i is erased if one of the
// other Q_k is.
// in   check_start [M + 1], check_signs [check][word] syndromes (SYNDROME only), progress: the list of active words
// i/o  messages [edge][word], ERASURES: [edge][value, erased][word]; the value of an erased message is 0
// map  hard-decisions/place over checks
// exact: logic
#import common/run, hard-decisions/place

#in check_start: u32, check_signs: u32, progress: u32
#out messages: u32

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  for (var m = first_node(id); m < end_node(id, M); m++) {
    var sum = 0u;
    if (SYNDROME == 1u) { sum = check_signs[m * words + word]; }
    let first = check_start[m];
    let end = check_start[m + 1u];
#if !ERASURES
    for (var e = first; e < end; e++) { sum ^= messages[e * words + word]; }
    for (var e = first; e < end; e++) { messages[e * words + word] ^= sum; }
#else
    var one = 0u;
    var two = 0u;
    for (var e = first; e < end; e++) {
      sum ^= messages[2u * e * words + word];
      let own = messages[(2u * e + 1u) * words + word];
      two |= one & own;
      one |= own;
    }
    for (var e = first; e < end; e++) {
      let at = 2u * e * words + word;
      let others = two | (one & ~messages[at + words]);
      messages[at] = (messages[at] ^ sum) & ~others;
      messages[at + words] = others;
    }
#end
  }
}
