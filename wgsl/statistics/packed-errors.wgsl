// statistics/packed-errors: statistics/lane-errors for decisions that are signs side by side (common/decided).
// in   codeword [word of 32 frames][N]
//      posteriors [word][N]            PACKED_SIGNS: of word s of a lane's signs, element s·PACKED_SIGNS + z holds COLUMNS_OF_WORD
//                                      block columns, INTERLEAVE bits each
//      variable_symbol [variable]      2·symbol + 1 if it carries information, else + 0
// i/o  errors [frame][2]               bit errors, and bit errors among information bits; zero before
// map  an invocation per element of the sign words (x) and 32 frames (workgroup y)
// bound by operations: COLUMNS_OF_WORD for the 32 bits of a sign word, and about 15 more
// exact: counts are integers
// A word of sent bits has 32 frames of a block column, a sign word INTERLEAVE frames of COLUMNS_OF_WORD block columns. The word of column c
// is rotated by c elements, so that the elements of the same frames have different places and one operation each gathers them.
#import common/run, common/workgroup-slot, <lanes>, common/word-index

#in codeword: u32, posteriors: u32, variable_symbol: u32
#out errors: atomic<u32>

const FRAMES: u32 = 32u;
const FRAME_BITS: u32 = 0xffffffffu >> (32u - INTERLEAVE);
// The bits of the first lane.
const FIRST_LANE: u32 = 0xffffffffu / FRAME_BITS;

// Bit errors, and from bit 16 those among information bits, of each frame.
var<workgroup> counted: array<atomic<u32>, FRAMES>;

fn rotated_left(word: u32, bits: u32) -> u32 {
  if (bits % 32u == 0u) { return word; }
  return (word << (bits % 32u)) | (word >> (32u - bits % 32u));
}

// Counts the errors of the frames of a word. @param wrong sign bits that differ from the sent bits.
fn count(first_frame: u32, wrong: u32, information: u32) {
  if (wrong == 0u) { return; }
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let of_lane = wrong & (FIRST_LANE << lane);
    if (of_lane != 0u) {
      atomicAdd(&counted[first_frame + lane], countOneBits(of_lane) | (countOneBits(of_lane & information) << 16u));
    }
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  if (slot * FRAMES >= run.frames) { return; }
  for (var frame = invocation; frame < FRAMES; frame += WORKGROUP_SIZE) { atomicStore(&counted[frame], 0u); }
  workgroupBarrier();
  let place = workgroup.x * WORKGROUP_SIZE + invocation;
  if (place < SIGN_WORDS * PACKED_SIGNS) {
    let first = place / PACKED_SIGNS * COLUMNS_OF_WORD * PACKED_SIGNS + place % PACKED_SIGNS;
    var information = 0u;
    var there = 0u;
#for c in 0..COLUMNS_OF_WORD
    var sent_$c = 0u;
    if (first + $cu * PACKED_SIGNS < N) {
      let entry_$c = variable_symbol[first + $cu * PACKED_SIGNS];
      sent_$c = rotated_left(codeword[slot * N + entry_$c / 2u], $cu * INTERLEAVE);
      there |= FRAME_BITS << ($cu * INTERLEAVE);
      information |= (FRAME_BITS * (entry_$c & 1u)) << ($cu * INTERLEAVE);
    }
#end
#for w in 0..COLUMNS_OF_WORD
    var of_word_$w = 0u;
#for c in 0..COLUMNS_OF_WORD: of_word_$w |= sent_$c & (FRAME_BITS << (($wu + $cu) % COLUMNS_OF_WORD * INTERLEAVE));
    let word_$w = slot * COLUMNS_OF_WORD + $wu;
    if (word_$w < word_count()) {
      let wrong_$w = (posteriors[word_$w * N + place] ^ rotated_left(of_word_$w, 32u - $wu * INTERLEAVE)) & there;
      count($wu * INTERLEAVE, wrong_$w, information);
    }
#end
  }
  workgroupBarrier();
  for (var frame = invocation; frame < FRAMES; frame += WORKGROUP_SIZE) {
    let counts = atomicLoad(&counted[frame]);
    if (counts != 0u && slot * FRAMES + frame < run.frames) {
      atomicAdd(&errors[2u * (slot * FRAMES + frame)], counts & 0xffffu);
      atomicAdd(&errors[2u * (slot * FRAMES + frame) + 1u], counts >> 16u);
    }
  }
}
