// Permutes a vector over GF(q) in registers. A variable index would move the vector to memory, so the permutation by
// α^k consists of fixed ones, one of three for each digit of k to the base 4: PERMUTATION_t_d_i = α^(d·4^t)·x^i. k is
// the same for the whole workgroup. The kernel declares alias Vector = array<u32, Q>.

// Symbol a becomes the former symbol α^k·a.
fn permute(vector: ptr<function, Vector>, k: u32) {
#for t in 0..PERMUTATION_DIGITS
  switch ((k >> (2u * $tu)) & 3u) {
#for d in 1..PERMUTATION_END_$t
    case $du: {
      let had = *vector;
#for a in 1..Q
      (*vector)[$a] = had[0u
#for i in 0..P: ^ ((($au >> $iu) & 1u) * PERMUTATION_$t_$d_$i)
      ];
#end
    }
#end
    default: {}
  }
#end
}

// From symbols α^had·a to symbols α^wanted·a.
fn reorder(vector: ptr<function, Vector>, had: u32, wanted: u32) {
  permute(vector, select(had + (Q - 1u) - wanted, had - wanted, had >= wanted));
}
