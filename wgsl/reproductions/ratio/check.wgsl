// reproductions/ratio/check: check nodes of ratio-sum-product (Mink and Nakassis, section 3, "a" form): from a_j =
// tanh(L_j/2) of the variables and the check's bit s of the syndrome it computes T = (−1)^s·Π a_j, and sends T/a_j to
// variable j. The variables' decisions come with their messages, so the check also tests them: the decisions of the
// iteration before or, if UPDATES = 0 and the kernel sends nothing, of this iteration.
// in   addresses [own index]: index in the variables' array of each message
//      check_syndromes [check][word] in the order of the layout (SYNDROME only), lists
//      received [message][slot] of reproductions/ratio/active-words: the variables' messages in the order of the checks
// out  sent: the checks' messages in the order of the variables. ONE_ARRAY: both are `sent`, in the order of the variables
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  reproductions/ratio/invocations; all checks of a dispatch have DEGREE messages, which are kept in registers
// exact: to the accuracy of division, 2.5 units in the last place, before rounding to a level. |T| is at least 2^-100: below it, the
//      quotients are below the least message anyhow
#import common/run, <message>, reproductions/ratio/bounds

#in addresses: u32, check_syndromes: u32, active_list: u32, received: u32
#out sent: u32, unsatisfied: atomic<u32>

#import reproductions/ratio/invocations, reproductions/ratio/active-words, common/active-frames/done-atomic

fn load(i: u32, k: u32, slot: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return sent[element(addresses[own_index(i, k)], SENT, slot)]; }
  return received[element(own_index(i, k), RECEIVED, slot)];
}

fn is_active(frame: u32, tested: u32) -> bool {
  if (frame >= run.frames) { return false; }
  return !frame_done_by(frame, tested);
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  // The iteration of the decisions that come with the messages; in iteration 0 they are the channel's, which are not
  // tested.
  let tested = run.iteration - min(run.iteration, UPDATES);
  let slot = invocation_word(workgroup, invocation);
  if (slot >= active_words_at(tested)) { return; }
  let word = word_at(slot, tested);
  if (FRAME_INTERLEAVED == 0u && !is_active(word, tested)) { return; }
  var failed = 0u;
  let nodes = invocation_nodes(workgroup, invocation, COUNT);
  for (var i = nodes.x; i < nodes.y; i++) {
    var signs = 0u;
    if (SYNDROME == 1u) { signs = check_syndromes[element(FIRST_NODE + i, NODES, word)]; }
#for k in 0..DEGREE
    let word_$k = load(i, $ku, slot);
#if UPDATES: let to_$k = element(addresses[own_index(i, $ku)], SENT, slot);
#end
#for k in 0..DEGREE: signs ^= word_$k;
    failed |= signs;
#if UPDATES
    var product = Values(1.0);
#for k in 0..DEGREE
    let a_$k = magnitudes(word_$k);
    product = max(product * a_$k, Values(LEAST_PRODUCT));
#end
#for k in 0..DEGREE: sent[to_$k] = word_of(product / a_$k) | ((signs ^ word_$k) & SIGNS);
#end
  }
  if (UPDATES == 1u && (STOP == 0u || run.iteration == 0u)) { return; }
  if ((failed & (SIGNS >> 1u)) == 0u) { return; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let fails = ((failed >> ((lane + 1u) * (32u / INTERLEAVE) - 2u)) & 1u) != 0u;
    if (fails && is_active(frame, tested)) { atomicStore(&unsatisfied[tested * run.frames + frame], 1u); }
  }
}
