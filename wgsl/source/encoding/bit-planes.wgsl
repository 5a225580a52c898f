// source/encoding/bit-planes: the information symbols of each frame as bit planes: bit i mod 32 of word ⌊i/32⌋ of plane
// b is bit b of information symbol i. So one operation on words serves 32 symbols (encode).
// in   information_position [k], codeword [frame][N]
// out  information_planes [word of 4 frames][word][p][frame of 4]   symbols from k on are zero
// map  one invocation per word and frame; workgroup y = word of 4 frames
// bound by its loads, 2·k per frame: neighbouring invocations read places 32 symbols apart, which share no sector
// exact: integers
#import common/run, common/workgroup-slot

#in information_position: u32, codeword: u32
#out information_planes: u32

fn information(slot: u32, i: u32) -> u32 {
  let symbol = codeword[slot * N + information_position[select(0u, i, i < K)]];
  return select(0u, symbol, i < K);
}

#main id: global_invocation_id {
  let word = id.x / 4u;
  let frame = id.x % 4u;
  let frames = workgroup_slot(id);
  let slot = 4u * frames + frame;
  if (word >= WORDS || slot >= run.frames) { return; }
  var planes: array<u32, P>;
  let first = 32u * word;
  // A loop without a constant bound: unrolled to 64 loads it would take a software device half a second to compile.
  for (var i = first; i < min(first + 8u, K); i++) {
    // Symbols i, i + 8, i + 16 and i + 24 as bytes: bit b of each is the same bit of plane b.
    var bytes = 0u;
#for k in 0..4: bytes |= information(slot, i + 8u * $ku) << (8u * $ku);
#for b in 0..P: planes[$b] |= ((bytes >> $bu) & 0x01010101u) << (i % 32u);
  }
  let at = 4u * P * (frames * WORDS + word) + frame;
#for b in 0..P: information_planes[at + 4u * $bu] = planes[$b];
}
