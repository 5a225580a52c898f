// Whether a check is satisfied, and what the update of checks needs too. The kernel declares DEGREES0 and DEGREES1 (degrees
// without and with a leaf), load_posterior and the buffers check_signs and posteriors.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  if (SYNDROME == 0u) { return 0u; }
  return check_signs[word * CHECKS + check];
}

#for l in 0..2
#for d in DEGREES$l
fn parity_$d_$l(group: CheckGroup, t: u32, word: u32) -> u32 {
  let i = block_row(group, t);
#for k in 0..$d
  let place$k = group.message + t + $ku * group.count;
  let decision$k = select(0u, load_posterior(word, edge_variable(group, $ku, i, place$k)), exists(place$k));
#end
  var odd = check_sign(word, group.check + t);
#for k in 0..$d
  odd ^= decision$k;
#end
#for x in 0..$l
  odd ^= posteriors[word * N + group.leaf + t];
#end
  return odd & SIGN_BITS;
}
#end
#end

// Sign bits of the lanes whose decisions fail check t of a group.
fn parity(group: CheckGroup, t: u32, word: u32) -> u32 {
  switch (2u * group.degree + (group.flags & HAS_LEAF)) {
#for l in 0..2
#for d in DEGREES$l
    case 2u * $du + $lu: { return parity_$d_$l(group, t, word); }
#end
#end
    default: { return 0u; }
  }
}
