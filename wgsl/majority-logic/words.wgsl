// Words of majority-logic decoding. A variable's word holds its decision in bits 0 … 7 and its own reliability above. A
// check's word holds in bits 0 … 7 the symbol Σ h·z ⊕ s by which the check fails, in bits 8 … 19 the least reliability
// of its variables, in bits 20 … 31 the second least.
const RELIABILITY_BITS: u32 = 12u;
const RELIABILITY_MASK: u32 = (1u << RELIABILITY_BITS) - 1u;
const SYMBOL_BITS: u32 = 8u;
const SYMBOL_MASK: u32 = (1u << SYMBOL_BITS) - 1u;

fn variable_word(decision: u32, reliability: u32) -> u32 {
  return decision | (reliability << SYMBOL_BITS);
}

fn check_word(error: u32, least: u32, second: u32) -> u32 {
  return error | (least << SYMBOL_BITS) | (second << (SYMBOL_BITS + RELIABILITY_BITS));
}

fn symbol_of(word: u32) -> u32 {
  return word & SYMBOL_MASK;
}

// The least reliability of a check's other variables. If another variable has the same least reliability as this one,
// both minima are equal.
fn vote_weight(check: u32, reliability: u32) -> u32 {
  let least = (check >> SYMBOL_BITS) & RELIABILITY_MASK;
  return select(least, check >> (SYMBOL_BITS + RELIABILITY_BITS), least == reliability);
}
