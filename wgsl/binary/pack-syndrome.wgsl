// binary/pack-syndrome: the syndromes of a word's frames as sign bits, checks in the decoder's order.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_signs [word][check]; FRAME_INTERLEAVED: with the word last
// map  binary/pack-elements
#import common/run, <lanes>, binary/pack-elements

#in row: u32, syndrome: u32
#out check_signs: u32

fn source(check: u32) -> u32 { return row[check]; }

// The sign bits of row m.
fn packed(word: u32, m: u32) -> u32 {
  var odd = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * CHECKS + m] != 0u) {
      odd |= 1u << ((lane + 1u) * (32u / INTERLEAVE) - 1u);
    }
  }
  return odd;
}

fn put(word: u32, check: u32, signs: u32) { check_signs[word_index(word, check, CHECKS)] = signs; }

#main id: workgroup_id, invocation: local_invocation_index { pack_elements(id, invocation, CHECKS); }
