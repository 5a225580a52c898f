// statistics/lane-errors: bit errors of each frame, from the signs of a binary decoder's posteriors.
// in   codeword [word of 32 frames][N], posteriors [word][N], symbol_use [N] (8·variable + 4 if it carries information + …,
//      channel/sample-lanes); FRAME_INTERLEAVED: posteriors with the word last
// i/o  errors [frame][2]               bit errors, and bit errors among information bits; zero before
// map  WORKGROUP_SIZE invocations share BITS_PER_INVOCATION·WORKGROUP_SIZE symbols (x) of WORDS words (workgroup y), whose sent bits and
//      table entries each loads once; FRAME_INTERLEAVED: each has BITS_PER_INVOCATION symbols (x) of a word of its own
// bound by the bytes of the posteriors
// exact: a lane counts at most 255 symbols, which fit its bits
#import common/run, common/workgroup-slot, <lanes>, common/word-index, common/lane-signs

#in codeword: u32, posteriors: u32, symbol_use: u32
#out errors: atomic<u32>

#import common/decided

// Adds the counts in the lanes of a word.
fn add_counts(word: u32, bits: u32, information: u32) {
  if (bits == 0u) { return; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let count = (bits >> (lane * LANE_BITS)) & LANE;
    if (count == 0u || frame >= run.frames) { continue; }
    atomicAdd(&errors[2u * frame], count);
    atomicAdd(&errors[2u * frame + 1u], (information >> (lane * LANE_BITS)) & LANE);
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
#if FRAME_INTERLEAVED
  let word = slot * WORKGROUP_SIZE + invocation;
  let first = workgroup.x * BITS_PER_INVOCATION;
  let step = 1u;
#else
  let word = slot * WORDS;
  let first = workgroup.x * BITS_PER_INVOCATION * WORKGROUP_SIZE + invocation;
  let step = WORKGROUP_SIZE;
#end
  if (word >= word_count()) { return; }
  let at = (word * INTERLEAVE / 32u) * N;
  // Counts in each lane of each word.
#for w in 0..WORDS
#if FRAME_INTERLEAVED: let word_$w = word + $wu;
#else: let word_$w = min(word + $wu, word_count() - 1u);
  var parity_$w = 0u;
  var information_$w = 0u;
#end
  for (var n = first; n < min(first + step * BITS_PER_INVOCATION, N); n += step) {
    let entry = symbol_use[n];
    let sent = codeword[at + n];
#for w in 0..WORDS: let wrong_$w = lane_ones(bits_of_word(sent, word_$w)) ^ decided_ones(word_$w, entry >> 3u);
    if ((entry & 4u) != 0u) {
#for w in 0..WORDS: information_$w += wrong_$w;
    } else {
#for w in 0..WORDS: parity_$w += wrong_$w;
    }
  }
#for w in 0..WORDS
  if (word + $wu < word_count()) { add_counts(word + $wu, parity_$w + information_$w, information_$w); }
#end
}
