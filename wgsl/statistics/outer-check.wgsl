// A check of 32 bits that a sender adds to the syndrome: the sum of the columns of the bits that are one, over GF(2). Columns are pseudo-random and
// all different, by the finaliser of MurmurHash3 (A. Appleby). The sums of two words differ in that of the bits in which they differ. Kernels import
// this file with OUTER = 1 for words with such a check, else 0.
var<workgroup> outer_difference: atomic<u32>;

fn outer_column(bit: u32) -> u32 {
  var x = bit + 1u;
  x = (x ^ (x >> 16u)) * 0x85ebca6bu;
  x = (x ^ (x >> 13u)) * 0xc2b2ae35u;
  return x ^ (x >> 16u);
}

fn clear_outer() { atomicStore(&outer_difference, 0u); }

// Adds the bits in which a symbol of P bits differs.
fn add_outer(symbol: u32, bits: u32, difference: u32) {
#if OUTER
  var sum = 0u;
  for (var b = 0u; b < bits; b++) {
    if (((difference >> b) & 1u) == 1u) { sum ^= outer_column(symbol * bits + b); }
  }
  atomicXor(&outer_difference, sum);
#end
}

// Whether no outer check finds the difference.
fn passes_outer() -> bool { return atomicLoad(&outer_difference) == 0u; }
