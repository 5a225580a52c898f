// The first edge's vector in the order x ⊕ s, with a shift for each frame of a word. A second permutation restores the
// order.
fn permute_first(i: u32, vector: ptr<function, Vector>) {
  if (SYNDROME == 0u || SHIFTS || i > 0u) { return; }
  for (var bit = 1u; bit < Q; bit *= 2u) {
    let swaps = has_bit(first_shift, bit);
    for (var x = 0u; x < Q; x++) {
      let y = x | bit;
      if (y == x) { continue; }
      let low = (*vector)[x];
      (*vector)[x] = choose_value(low, (*vector)[y], swaps);
      (*vector)[y] = choose_value((*vector)[y], low, swaps);
    }
  }
}
