// hard-decisions/edge-variable: messages of variables and decisions from the messages of checks, bits. y is the channel's decision.
// A message is not y where MESSAGE_BOUND or more of the other messages are not, a decision where DECISION_BOUND or more of all messages are not.
// ERASURES: a vote for 0 is 1, for 1 −1, an erased one 0. The message is the sign of w·y and the other votes, erased if that is 0; the
// decision is the sign of y and all votes, or else y. w is 2 in the first iteration and 1 afterwards. FIRST: messages are y.
// in   variable_start [N + 1], then the bounds of messages and decisions of each variable from BOUNDS_AT on (without ERASURES),
//      variable_edges [k], channel [variable][word], erased [variable][word] (ERASURES only), progress: the list of active words
// i/o  messages as hard-decisions/edge-check has them, posteriors [variable][word]: decisions
// map  hard-decisions/place over variables
// exact: logic
#import common/run, hard-decisions/place, hard-decisions/count

#in variable_start: u32, variable_edges: u32, channel: u32, erased: u32, progress: u32
#out messages: u32, posteriors: u32

#if ERASURES
// Counts 2 for a vote for 0, 1 for none, which makes sums positive.
fn add_vote(count: ptr<function, Count>, value: u32, unknown: u32) {
  add_bits(count, unknown, false);
  add_bits(count, ~(unknown | value), true);
}
#end

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  let done = active_done(slot);
  for (var n = first_node(id); n < end_node(id, N); n++) {
    let first = variable_start[n];
    let end = variable_start[n + 1u];
    let y = channel[n * words + word];
#if ERASURES: let unknown = erased[n * words + word];
#if FIRST
    for (var k = first; k < end; k++) {
      messages[PLANES * variable_edges[k] * words + word] = y;
#if ERASURES: messages[(2u * variable_edges[k] + 1u) * words + word] = unknown;
    }
#else
    var count = Count();
#if !ERASURES
    for (var k = first; k < end; k++) { add_bits(&count, messages[variable_edges[k] * words + word] ^ y, false); }
    let decision = y ^ at_least(&count, variable_start[BOUNDS_AT + 2u * n + 1u]);
    let bound = variable_start[BOUNDS_AT + 2u * n];
    let few = at_least(&count, bound);
    let many = at_least(&count, bound + 1u);
    for (var k = first; k < end; k++) {
      let at = variable_edges[k] * words + word;
      let own = messages[at] ^ y;
      messages[at] = y ^ ((own & many) | (~own & few));
    }
#else
    for (var k = first; k < end; k++) {
      let at = 2u * variable_edges[k] * words + word;
      add_vote(&count, messages[at], messages[at + words]);
    }
    add_vote(&count, y, unknown);
    // Of d + 1 votes for 0 and 1 as many: d + 1.
    var degree = end - first;
    let none = at_least(&count, degree + 1u);
    let zero = at_least(&count, degree + 2u);
    let decision = ~none | (none & ~zero & y);
    if (run.iteration == 0u) {
      add_vote(&count, y, unknown);
      degree += 1u;
    }
    // Without its own vote of 0, 1 or 2 a sum is compared with d: it is that of d votes.
    let from_0 = at_least(&count, degree);
    let from_1 = at_least(&count, degree + 1u);
    let from_2 = at_least(&count, degree + 2u);
    let from_3 = at_least(&count, degree + 3u);
    for (var k = first; k < end; k++) {
      let at = 2u * variable_edges[k] * words + word;
      let own_1 = messages[at + words];
      let own_2 = ~(own_1 | messages[at]);
      let own_0 = messages[at];
      let no_one = (own_0 & from_0) | (own_1 & from_1) | (own_2 & from_2);
      let for_0 = (own_0 & from_1) | (own_1 & from_2) | (own_2 & from_3);
      messages[at] = ~no_one;
      messages[at + words] = no_one & ~for_0;
    }
#end
    posteriors[n * words + word] = (posteriors[n * words + word] & done) | (decision & ~done);
#end
  }
}
