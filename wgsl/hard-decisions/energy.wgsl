// Failed checks of a variable in each frame, with CHANNEL and 1 where the decision is not the channel's. The kernel declares variable_start,
// variable_checks, channel, failed and posteriors.
#import hard-decisions/count

fn energy_of(n: u32, word: u32) -> Count {
  let words = word_count();
  var count: Count;
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    add_bits(&count, failed[variable_checks[k] * words + word], false);
  }
#if CHANNEL: add_bits(&count, channel[n * words + word] ^ posteriors[n * words + word], false);
  return count;
}

// The frames whose count is `value`.
fn equals(count: ptr<function, Count>, value: u32) -> u32 {
  var differs = 0u;
#for p in 0..COUNT_BITS: differs |= (*count)[$p] ^ (0u - ((value >> $pu) & 1u));
  return ~differs;
}
