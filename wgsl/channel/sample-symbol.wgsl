// channel/sample-symbol: symbols of GF(q) over a channel that adds an error e: the received symbol is c ⊕ e, q or more if erased.
// in   noise [4096]                    alias table of the errors e: cells 0 … q − 1, and q, an erasure; all other cells have probability zero
//      codeword [frame][N]
// out  received [frame][N]             field elements; c ⊕ q if erased
// map  one invocation per four symbols; workgroup y = frame
// exact: integers
#import common/run, common/workgroup-slot, <random>

#in noise: u32, codeword: u32
#out received: u32

#import channel/alias-sample

const STREAM_NOISE: u32 = 0u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (4u * id.x >= N || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
#for j in 0..4
  let n_$j = 4u * id.x + $ju;
  if (N % 4u == 0u || n_$j < N) { received[slot * N + n_$j] = codeword[slot * N + n_$j] ^ alias_sample(words[$j]); }
#end
}
