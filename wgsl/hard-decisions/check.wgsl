// hard-decisions/check: the failed checks of decisions: s_m ⊕ Σ_n z_n. Marks frames with a failed check (MARK), keeps the failures (KEEP).
// ERASURES: a check with erased bits fails too, and resolves its erased bit if that is the only one.
// in   check_start [M + 1], check_variables [edge], check_signs [check][word] syndromes (SYNDROME only), posteriors [variable][word]: z
//      erased [variable][word] (ERASURES only), progress: the list of active words
// out  failed [check][word] (KEEP only): the sum; ERASURES: of known bits; rows M … 2M − 1: 1 where one bit alone is erased
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  hard-decisions/place over checks; without KEEP an invocation ends when all frames of its word have failed
// exact: logic
#import common/run, hard-decisions/place, common/any-lane

#in check_start: u32, check_variables: u32, check_signs: u32, posteriors: u32, erased: u32, progress: u32
#out failed: u32, unsatisfied: atomic<u32>

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  let wanted = ~active_done(slot);
  var failing = 0u;
  for (var m = first_node(id); m < end_node(id, M); m++) {
    var sum = 0u;
    if (SYNDROME == 1u) { sum = check_signs[m * words + word]; }
    var one = 0u;
    var two = 0u;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let at = check_variables[e] * words + word;
      sum ^= posteriors[at];
#if ERASURES
      let own = erased[at];
      two |= one & own;
      one |= own;
#end
    }
    failing |= sum | one;
#if KEEP
    failed[m * words + word] = sum;
#if ERASURES: failed[(M + m) * words + word] = one & ~two;
#else
    if (any_lane(wanted & ~failing) == 0u) { break; }
#end
  }
#if MARK
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if ((((failing & wanted) >> lane) & 1u) != 0u && frame < run.frames) {
      atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u);
    }
  }
#end
}
