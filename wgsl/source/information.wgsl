// source/information: random information symbols: of P > 1 bits, each the upper bits of a random word; over GF(2) 128 of one random number,
// as in source/information-bits.
// in   information_position [k]        positions of the information symbols in the codeword
// out  codeword [frame][N]             information symbols set; parity is left to the encoding kernels
// map  one invocation per four information symbols; workgroup y = frame
#import common/run, common/workgroup-slot, <random>

#in information_position: u32
#out codeword: u32

const STREAM_INFORMATION: u32 = 1u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (4u * id.x >= K || slot >= run.frames) { return; }
  let first = 4u * id.x;
  let words = random_words(vec4u(frame_index(slot), select(id.x, first / 128u, P == 1u), STREAM_INFORMATION), run.key);
  for (var j = 0u; j < min(4u, K - first); j++) {
    let i = first + j;
    let symbol = select(words[j] >> (32u - P), (words[(i / 32u) % 4u] >> (i % 32u)) & 1u, P == 1u);
    codeword[slot * N + information_position[i]] = symbol;
  }
}
