// hard-decisions/magnitudes: magnitudes of channel LLRs in steps, to the nearest, at most 2^BITS − 1, as planes.
// in   channel_llr [frame][N] f32, progress: the list of active words
// out  magnitudes [variable][plane][word]
// map  hard-decisions/place over variables
// exact: a multiplication by a power of two
#import common/run, hard-decisions/place

#in channel_llr: f32, progress: u32
#out magnitudes: u32

#main id: workgroup_id, invocation: local_invocation_index {
  let word = slot_of(id, invocation);
  if (word >= active_count()) { return; }
  for (var n = first_node(id); n < end_node(id, N); n++) {
    var planes = array<u32, BITS>();
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = min(word * INTERLEAVE + lane, run.frames - 1u);
      let steps = u32(min(floor(abs(channel_llr[frame * N + n]) * bitcast<f32>(STEPS_PER_LLR_BITS) + 0.5), f32((1u << BITS) - 1u)));
#for p in 0..BITS: planes[$p] |= ((steps >> $pu) & 1u) << lane;
    }
#for p in 0..BITS: magnitudes[(n * BITS + $pu) * word_count() + word] = planes[$p];
  }
}
