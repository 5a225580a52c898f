// statistics/tally-points: statistics/tally-bits for modulations of axes, whose received values are drawn again.
// in   as statistics/tally-bits; symbol_use has the labels and places behind its symbols (channel/point-lanes/sample)
//      soft_table                      LLRs of values and the points behind them (channel/points/demap-axis)
// i/o  counters [chunk of this run][13]
// map  one invocation per frame, WORKGROUP_SIZE of them to workgroup y; they share the symbols of an undetected frame
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
const WORKGROUP_SIZE: u32 = select(256u, 64u, N < 16384u);
#import common/run, <random>, <lanes>, common/word-index, common/lane-signs

#in errors: u32, unsatisfied: u32, codeword: u32, posteriors: u32, symbol_use: u32, noise: u32, soft_table: i32
#out counters: atomic<u32>

#import channel/alias-sample, channel/point-lanes/uses, statistics/bit-outcomes

// The LLR of bit n in multiples of 2^-14, with the sign of the decision; 0 for a bit that is not sent.
fn advantage(slot: u32, n: u32) -> i32 {
  let place = symbol_use[PLACES_AT + n];
  if (place == PADDING) { return 0; }
  let use_of_bit = place / BITS;
  let random = random_words(vec4u(frame_index(slot), use_of_bit / 4u, STREAM_NOISE), run.key);
  let at = (slot / 32u) * N;
  var label = 0u;
  for (var j = 0u; j < BITS; j++) { label |= ((sent_of(at, use_of_bit, j) >> (slot % 32u)) & 1u) << j; }
  let value = soft_table[POINTS_AT + label] + i32(alias_sample(random[use_of_bit % 4u])) - 2048;
  let llr = soft_table[u32(value + ORIGIN) * BITS + place % BITS];
  return select(-llr, llr, ((label >> (place % BITS)) & 1u) == 1u);
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  tally_frames(workgroup, invocation);
}
