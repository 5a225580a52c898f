// hard-decisions/strongest: the variable of the greatest energy among those of a workgroup,
// E_n = 2^SHIFT·Σ ±min − FACTOR·magnitude, + where the check fails.
// in   variable_start [N + 1], variable_checks [k], magnitudes [variable][plane][word], minima [check][plane][word], failed [check][word],
//      progress: the list of active words
// out  parts [workgroup][plane][word]: a key (hard-decisions/strongest-bit), and whether a check fails
// map  hard-decisions/place over variables
// exact: whole numbers
#import common/run, hard-decisions/place

#in variable_start: u32, variable_checks: u32, magnitudes: u32, minima: u32, failed: u32, progress: u32
#out parts: u32

#import hard-decisions/strongest-bit

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let words = word_count();
  var best: Key;
  var any_fails = 0u;
  for (var n = first_node(id); n < end_node(id, N); n++) {
    // Not `var own: Key;`: Mesa's software device clears a variable of a loop once.
    var own = Key();
#for p in 0..INDEX_BITS: own[$p] = ((n >> $pu) & 1u) - 1u;
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let m = variable_checks[k];
      let fails = failed[m * words + word];
      any_fails |= fails;
      // A negative number is the complement and 1.
      var carry = ~fails;
#for p in SHIFT..ENERGY_BITS
      {
        var bit = ~fails;
        if ($pu - SHIFT < BITS) { bit ^= minima[(m * BITS + $pu - SHIFT) * words + word]; }
        let had = own[INDEX_BITS + $pu];
        own[INDEX_BITS + $pu] = had ^ bit ^ carry;
        carry = (had & bit) | (carry & (had | bit));
      }
#end
    }
#for b in FACTOR_BITS
    {
      var carry = 0xffffffffu;
#for p in $b..ENERGY_BITS
      {
        var bit = 0xffffffffu;
        if ($pu - $bu < BITS) { bit = ~magnitudes[(n * BITS + $pu - $bu) * words + word]; }
        let had = own[INDEX_BITS + $pu];
        own[INDEX_BITS + $pu] = had ^ bit ^ carry;
        carry = (had & bit) | (carry & (had | bit));
      }
#end
    }
#end
    own[KEY_BITS - 1u] = ~own[KEY_BITS - 1u];
    take_stronger(&best, &own);
  }
  let at = id.x * (KEY_BITS + 1u) * words + word;
#for p in 0..KEY_BITS: parts[at + $pu * words] = best[$p];
  parts[at + KEY_BITS * words] = any_fails;
}
