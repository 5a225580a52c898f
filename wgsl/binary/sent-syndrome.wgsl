// binary/sent-syndrome: the syndromes of the sent words, as sign bits in the decoder's words and with checks in its
// order: source/word-syndrome and binary/pack-syndrome in one.
// in   row [check]: row of H; row_start [M + 1], columns [entry] of H; codeword [word of 32 frames][N] bits
// out  check_signs [word][check]; FRAME_INTERLEAVED: with the word last
// map  one invocation per check and 32 frames (workgroup y)
// exact: exclusive or
#import common/run, common/workgroup-slot, <lanes>, common/word-index, common/lane-signs

#in row: u32, row_start: u32, columns: u32, codeword: u32
#out check_signs: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= CHECKS || 32u * slot >= run.frames) { return; }
  let m = row[id.x];
  var odd = 0u;
  for (var e = row_start[m]; e < row_start[m + 1u]; e++) { odd ^= codeword[slot * N + columns[e]]; }
  // Lanes without a frame hold the zero word.
  let frames = run.frames - 32u * slot;
  odd &= select((1u << (frames % 32u)) - 1u, 0xffffffffu, frames >= 32u);
  let words = 32u / INTERLEAVE;
  for (var word = slot * words; word < min((slot + 1u) * words, word_count()); word++) {
    check_signs[word_index(word, id.x, CHECKS)] = lane_ones(bits_of_word(odd, word)) << (LANE_BITS - 1u);
  }
}
