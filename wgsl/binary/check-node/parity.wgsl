// The test whether checks are satisfied. The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1
// variable), the functions load_posterior, passes (words whose frames are all known to pass) and report (sign bits of
// the lanes that fail), and the buffer posteriors, and imports binary/check-node/edges. With SERIAL (binary/check-node/update) it declares
// needs_test (whether more checks are to be tested), too.

#for l in 0..2
#for d in DEGREES$l
fn test_checks_$d_$l(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32) {
#if SERIAL
  for (var t = first_t; t < last_t && needs_test(); t++) {
#end
#if !SERIAL
  { let t = first_t;
#end
  let i = block_row(group, t);
#for k in 0..$d
  let edge$k = group.message + t + $ku * group.count;
  let variable$k = edge_variable(group, $ku, t, i);
#end
  for (var word = first_word; word < last_word; word++) {
    if (passes(word)) { continue; }
#for k in 0..$d
    let decision$k = select(0u, load_posterior(word, variable$k), exists(edge$k));
#end
    var odd = check_sign(word, group.check + t);
#for k in 0..$d
    odd ^= decision$k;
#end
#for x in 0..$l
    odd ^= posteriors[word_index(word, group.degree_one + t, N)];
#end
    report(word, odd & SIGN_BITS);
  }
  }
}
#end
#end

// Reports, for each of the words first_word … last_word − 1, the lanes whose decisions fail check t of a group.
fn test_check(group: PackedCheckGroup, t: u32, first_word: u32, last_word: u32) {
  test_checks(group, t, t + 1u, first_word, last_word);
}

// Tests the checks first_t … last_t − 1 of a group, without SERIAL only the first.
fn test_checks(group: PackedCheckGroup, first_t: u32, last_t: u32, first_word: u32, last_word: u32) {
  if ((group.flags & UNTESTED) != 0u) { return; }
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
#for l in 0..2
#for d in DEGREES$l
    case 2u * $du + $lu: { test_checks_$d_$l(group, first_t, last_t, first_word, last_word); }
#end
#end
    default: {}
  }
}
