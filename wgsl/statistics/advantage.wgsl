// Log-likelihood of a decision less that of the sent word, summed by a workgroup: ln P(received|decided) − ln
// P(received|sent) as advantage_high·2^SPLIT + advantage_low. Integers only.
const PUNCTURED: u32 = 1u;
const SHORTENED: u32 = 2u;
const SPLIT: u32 = 11u;

var<workgroup> advantage_high: atomic<i32>;
var<workgroup> advantage_low: atomic<u32>;
// Nonzero if the decision on a shortened symbol, known to be zero, is not zero.
var<workgroup> impossible: atomic<u32>;

// Begins the next sum; the first begins at 0.
fn clear_advantage() {
  atomicStore(&advantage_high, 0);
  atomicStore(&advantage_low, 0u);
  atomicStore(&impossible, 0u);
}

// Adds a symbol in which the two words differ. A punctured symbol has no influence.
fn add_advantage(sent_as: u32, value: i32) {
  if (sent_as == PUNCTURED) { return; }
  if (sent_as == SHORTENED) { atomicStore(&impossible, 1u); }
  atomicAdd(&advantage_high, value >> SPLIT);
  atomicAdd(&advantage_low, u32(value) & ((1u << SPLIT) - 1u));
}

fn is_likelier() -> bool {
  let low = atomicLoad(&advantage_low);
  let high = atomicLoad(&advantage_high) + i32(low >> SPLIT);
  let likelier = high > 0 || (high == 0 && (low & ((1u << SPLIT) - 1u)) != 0u);
  return likelier && atomicLoad(&impossible) == 0u;
}
