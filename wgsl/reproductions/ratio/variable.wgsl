// reproductions/ratio/variable: variable nodes of ratio-sum-product (Mink and Nakassis, section 3, "f" form): with r =
// (1 + a)/(1 − a) = P(0)/P(1) of each message and of the channel, R = r_0·Π r_j decides for 1 if it is below 1. Check j
// receives the ratio R/r_j as a = (R/r_j − 1)/(R/r_j + 1) = (R − r_j)/(R + r_j). FIRST: R is the channel's ratio alone,
// as no messages have come.
// in   addresses [own index]: index in the checks' array of each message (unused if ONE_ARRAY)
//      channel [variable][word][lane] in the order of the layout: r_0, lists, progress: unsatisfied [iteration][frame]
//      received [message][slot] of reproductions/ratio/active-words: the checks' messages, at the place of the iteration before
// out  sent: messages to the checks, in their order, with the decision; ONE_ARRAY: the same array, in the order of the variables
// i/o  decisions [variable][word] in the order of the layout; decisions of done frames stay
// map  reproductions/ratio/invocations; all variables of a dispatch have DEGREE messages, which are kept in registers
// exact: to the accuracy of division, 2.5 units in the last place, before rounding to a level. R is cut at 2^±100 after every factor
#import common/run, <message>, reproductions/ratio/bounds

#in addresses: u32, channel: f32, active_list: u32, progress: u32, received: u32
#out sent: u32, decisions: u32

#import reproductions/ratio/invocations, reproductions/ratio/active-words, common/active-frames/done-lanes

fn load(i: u32, k: u32, slot: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return sent[element(own_index(i, k), SENT, slot)]; }
  return received[element(own_index(i, k), RECEIVED, slot)];
}

fn sent_index(i: u32, k: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return own_index(i, k); }
  return addresses[own_index(i, k)];
}

fn channel_ratios(n: u32, word: u32) -> Values {
  let at = element(n, NODES, word) * INTERLEAVE;
#if PAIRS: return Values(channel[at], channel[at + 1u]);
#else: return channel[at];
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = invocation_word(workgroup, invocation);
  if (slot >= active_words_at(run.iteration)) { return; }
  let before = word_before(slot, run.iteration);
  let word = word_at(slot, run.iteration);
  let done = done_lanes(word);
  if (done == 0xffffffffu) { return; }
  let nodes = invocation_nodes(workgroup, invocation, COUNT);
  for (var i = nodes.x; i < nodes.y; i++) {
    let n = FIRST_NODE + i;
    var product = channel_ratios(n, word);
#for k in 0..DEGREE
#if !FIRST: let word_$k = load(i, $ku, before);
    let to_$k = element(sent_index(i, $ku), SENT, slot);
#end
#for k in 0..DEGREE
#if !FIRST
    let ratio_$k = ratios(word_$k);
    product = clamp(product * ratio_$k, Values(LEAST_PRODUCT), Values(MOST_PRODUCT));
#else
    let ratio_$k = Values(1.0);
#end
#end
    let decided = signs_where(product, Values(1.0)) >> 1u;
#for k in 0..DEGREE
    let a_$k = (product - ratio_$k) / (product + ratio_$k);
    sent[to_$k] = word_of(abs(a_$k)) | signs_where(a_$k, Values(0.0)) | decided;
#end
#if !FIRST
    let at = element(n, NODES, word);
    if (done == 0u) { decisions[at] = decided; } else { decisions[at] = (decisions[at] & done) | (decided & ~done); }
#end
  }
}
