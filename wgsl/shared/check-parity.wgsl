// Whether a check is satisfied, and what the update of checks needs too. The kernel declares load_posterior and the buffers
// check_signs and posteriors.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  if (SYNDROME == 0u) { return 0u; }
  return check_signs[word * CHECKS + check];
}

// Sign bits of the lanes whose decisions fail the check.
fn parity(group: CheckGroup, t: u32, word: u32) -> u32 {
  var odd = check_sign(word, group.check + t);
  let i = block_row(group, t);
  for (var k = 0u; k < group.degree; k++) {
    let place = group.message + k * group.count + t;
    if (exists(place)) { odd ^= load_posterior(word, edge_variable(group, k, i, place)); }
  }
  if ((group.flags & HAS_LEAF) != 0u) { odd ^= posteriors[word * N + group.leaf + t]; }
  return odd & SIGN_BITS;
}
