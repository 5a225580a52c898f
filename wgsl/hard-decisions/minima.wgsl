// hard-decisions/minima: the least magnitude of each check.
// in   check_start [M + 1], check_variables [edge], magnitudes [variable][plane][word], progress: the list of active words
// out  minima [check][plane][word]
// map  hard-decisions/place over checks
// exact: logic
#import common/run, hard-decisions/place

#in check_start: u32, check_variables: u32, magnitudes: u32, progress: u32
#out minima: u32

#main id: workgroup_id, invocation: local_invocation_index {
  let word = slot_of(id, invocation);
  if (word >= active_count()) { return; }
  let words = word_count();
  for (var m = first_node(id); m < end_node(id, M); m++) {
    var least: array<u32, BITS>;
#for p in 0..BITS: least[$p] = 0xffffffffu;
    for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
      let at = check_variables[e] * BITS * words + word;
      var is_less = 0u;
#for p in 0..BITS
      {
        let own = magnitudes[at + $pu * words];
        is_less = (is_less & ~(own ^ least[$p])) | (~own & least[$p]);
      }
#end
#for p in 0..BITS: least[$p] = (least[$p] & ~is_less) | (magnitudes[at + $pu * words] & is_less);
    }
#for p in 0..BITS: minima[(m * BITS + $pu) * words + word] = least[$p];
  }
}
