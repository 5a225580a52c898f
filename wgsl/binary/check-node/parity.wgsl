// The test whether checks are satisfied. The kernel declares DEGREES0 and DEGREES1 (degrees without and with a degree-1
// variable), the function load_posterior and the buffer posteriors, and imports binary/check-node/edges. With SERIAL (binary/check-node/update) it
// declares needs_more (whether more checks are to be tested), too.

// Sign bits of the lanes that failed a check.
var<private> odd_lanes: u32;

#for l in 0..2
#for d in DEGREES$l
fn test_checks_$d_$l(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32, lacks: bool) {
#if SERIAL: for (var t = first_t; t < last_t && needs_more(); t++) {
#else: { let t = first_t;
  let i = block_row(group, t);
#for k in 0..$d
  let edge$k = group.message + t + $ku * group.count;
  let variable$k = edge_variable(group, $ku, t, i);
#end
#for k in 0..$d: let decision$k = select(0u, load_posterior(word, variable$k), exists(edge$k, lacks));
  var odd = check_sign(word, group.check + t);
#for k in 0..$d: odd ^= decision$k;
#for x in 0..$l: odd ^= posteriors[word_index(word, group.degree_one + t, N)];
  odd_lanes |= odd & SIGN_BITS;
  }
}
#end
#end

// Tests the checks first_t … last_t − 1 of a group, without SERIAL only the first.
fn test_checks(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32) {
  if ((group.flags & UNTESTED) != 0u) { return; }
  switch (2u * group.degree + (group.flags & HAS_DEGREE_ONE)) {
#for l in 0..2
#for d in DEGREES$l
    case 2u * $du + $lu: {
#if SERIAL: if (lacks_edge(group, first_t, $du)) { test_checks_$d_$l(group, first_t, last_t, word, true); } else
      { test_checks_$d_$l(group, first_t, last_t, word, SERIAL == 0u); }
    }
#end
#end
    default: {}
  }
}
