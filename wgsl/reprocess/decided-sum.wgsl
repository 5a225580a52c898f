// The sum of decided symbols on checks. The kernel declares `decision` [frame][SYMBOLS], `products` [h][max(q, 4)] = h·a, and `window_table`, which has at
// STARTS_AT the place of the first symbol of each check, and the place behind the last; the symbols are (symbol, h).

// Σ h·decision over the symbols that the table has of check m, in a frame of the run.
fn decided_sum(slot: u32, m: u32) -> u32 {
  var sum = 0u;
  for (var e = window_table[STARTS_AT + m]; e < window_table[STARTS_AT + m + 1u]; e += 2u) {
    sum ^= products[window_table[e + 1u] * max(Q, 4u) + decision[slot * SYMBOLS + window_table[e]]];
  }
  return sum;
}
