// statistics/tally-bits: adds the outcome of each frame of a binary decoder to the counters of its chunk, as statistics/tally does.
// in   errors [frame][2] (statistics/lane-errors), unsatisfied [iteration][frame]
//      and for undetected frames codeword [word of 32 frames][N], posteriors [word][N] (FRAME_INTERLEAVED: with the word last),
//      symbol_use [N] (channel/sample-lanes), noise [4096]: their channel outputs are drawn again
// i/o  counters [chunk of this run][13]
// map  one invocation per frame, WORKGROUP_SIZE of them to workgroup y; they share the symbols of an undetected frame
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
const WORKGROUP_SIZE: u32 = select(256u, 64u, N < 16384u);
#import common/run, <random>, <lanes>, common/word-index, common/lane-signs

#in errors: u32, unsatisfied: u32, codeword: u32, posteriors: u32, symbol_use: u32, noise: u32
#out counters: atomic<u32>

#import channel/alias-sample, statistics/bit-outcomes

const STREAM_NOISE: u32 = 0u;

// ln P(received|decided) − ln P(received|sent) of symbol n in grid steps, where the two differ: the output received for
// +1, with the other sign.
fn advantage(slot: u32, n: u32) -> i32 {
  let random = random_words(vec4u(frame_index(slot), n / 4u, STREAM_NOISE), run.key);
  return 2048 - run.amplitude - i32(alias_sample(random[n % 4u]));
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  tally_frames(workgroup, invocation);
}
