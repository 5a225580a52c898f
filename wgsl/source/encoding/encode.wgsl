// source/encoding/encode: parity symbols of a systematic code over GF(q): c[parity j] = Σ_i u[i]·g[i][j], on bit
// planes. As polynomials over GF(2) the product of u and g has the coefficients Σ_{b+c=t} u_c·g_b, t = 0 … 2p − 2, and
// a sum of products has the sums of these coefficients. One operation u_c & g_b computes a term for 32 symbols, and
// exclusive ors add the terms. The sum's bits are the parities of 2p − 1 words, which the field's polynomial reduces
// once, at the end.
// in   parity_position [rank]
//      generator [word][p][rank]        bit i mod 32 of word ⌊i/32⌋: bit b of g[i][j]
//      information_planes [word of 4 frames][word][p] (bit-planes)
// i/o  codeword [frame][N]              parity symbols out
// map  one invocation per parity symbol and 4 frames, which share its generator words; workgroup y = word of 4 frames.
//      Invocations read their generator words side by side, and all of a group the same information words.
// bound by operations: p²·k·rank/32 three-input logic operations per frame (75,000 of a (620,310) code over GF(32), for
//      96,100 products), and (p/2)·k·rank/32 loads of one or four words
// exact: integers
#import common/run, common/workgroup-slot

#in parity_position: u32, generator: u32, information_planes: vec4u
#out codeword: u32

#main id: global_invocation_id {
  let j = id.x;
  let frames = workgroup_slot(id);
  let slot = 4u * frames;
  if (j >= RANK || slot >= run.frames) { return; }
  // Coefficients 0 … 2p − 2 of four frames.
  var sums: array<vec4u, COEFFICIENTS>;
  for (var word = 0u; word < WORDS; word++) {
#for b in 0..P: let generator_$b = vec4u(generator[(word * P + $bu) * RANK + j]);
#for c in 0..P
    let information_$c = information_planes[(frames * WORDS + word) * P + $cu];
#for b in 0..P: sums[$b + $c] ^= generator_$b & information_$c;
#end
  }
  // x^t = x^(t − p)·(the polynomial without x^p)
#for t in COEFFICIENTS..P: #for b in 0..P: if (((POLYNOMIAL >> $bu) & 1u) == 1u) { sums[$tu - P + $bu] ^= sums[$t]; }
  var symbols = vec4u(0u);
#for b in 0..P: symbols |= (countOneBits(sums[$b]) & vec4u(1u)) << vec4u($bu);
  let at = slot * N + parity_position[j];
#for l in 0..4: if (slot + $lu < run.frames) { codeword[at + $lu * N] = symbols[$l]; }
}
