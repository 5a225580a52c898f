// Counts for each of 32 frames: plane p of a count has bit p of all frames. Counts stay below 2^COUNT_BITS.
alias Count = array<u32, COUNT_BITS>;

// Adds a bit of each frame, once or twice.
fn add_bits(count: ptr<function, Count>, bits: u32, twice: bool) {
  var carry = bits;
#for p in 0..COUNT_BITS
  if ($pu > 0u || !twice) {
    let had = (*count)[$p];
    (*count)[$p] = had ^ carry;
    carry &= had;
  }
#end
}

// The frames whose count is `bound` or more.
fn at_least(count: ptr<function, Count>, bound: u32) -> u32 {
  var less = 0u;
#for p in 0..COUNT_BITS
  {
    let bit = 0u - ((bound >> $pu) & 1u);
    let had = (*count)[$p];
    less = (less & ~(had ^ bit)) | (~had & bit);
  }
#end
  return ~less;
}
