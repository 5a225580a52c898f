// hard-decisions/flip-strongest: flips the variable of the greatest energy in frames with a failed check.
// in   parts (hard-decisions/strongest), progress: the list of active words
// i/o  posteriors [variable][word]: decisions
// map  one invocation per word; workgroup y = WORKGROUP_SIZE slots of words
// exact: logic
#import common/run, hard-decisions/place

#in parts: u32, progress: u32
#out posteriors: u32

#import hard-decisions/strongest-bit

#main id: workgroup_id, invocation: local_invocation_index {
  let slot = slot_of(id, invocation);
  if (slot >= active_count()) { return; }
  let word = active_word(slot);
  let done = active_done(slot);
  let words = word_count();
  var best: Key;
  var fails = 0u;
  for (var part = 0u; part < PARTS; part++) {
    let at = part * (KEY_BITS + 1u) * words + word;
    var key: Key;
#for p in 0..KEY_BITS: key[$p] = parts[at + $pu * words];
    fails |= parts[at + KEY_BITS * words];
    take_stronger(&best, &key);
  }
  let flips = fails & ~done;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    var n = 0u;
#for p in 0..INDEX_BITS: n |= ((~best[$p] >> lane) & 1u) << $pu;
    if (((flips >> lane) & 1u) != 0u) { posteriors[n * words + word] ^= 1u << lane; }
  }
}
