// statistics/tally-bits: adds the outcome of each frame of a binary decoder to the counters of its chunk, as statistics/tally does.
// in   errors [frame][2] (statistics/lane-errors), unsatisfied [iteration][frame]
//      and for undetected frames codeword [word of 32 frames][N], posteriors [word][N] (FRAME_INTERLEAVED: with the word last),
//      symbol_use [N] (channel/sample-lanes), noise [4096]: their channel outputs are drawn again
// i/o  counters [chunk of this run][13]
// map  one invocation per frame, WORKGROUP_SIZE of them to workgroup y; they share the symbols of an undetected frame
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
const WORKGROUP_SIZE: u32 = select(256u, 64u, N < 16384u);
#import common/run
#import <random>
#import <lanes>
#import common/word-index
#import common/lane-signs

@group(0) @binding(1) var<storage, read> errors: array<u32>;
@group(0) @binding(2) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(3) var<storage, read> codeword: array<u32>;
@group(0) @binding(4) var<storage, read> posteriors: array<u32>;
@group(0) @binding(5) var<storage, read> symbol_use: array<u32>;
@group(0) @binding(6) var<storage, read> noise: array<u32>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

#import channel/alias-sample
#import statistics/bit-outcomes

const STREAM_NOISE: u32 = 0u;

// ln P(received|decided) − ln P(received|sent) of symbol n in grid steps, where the two differ: the output received for
// +1, with the other sign.
fn advantage(slot: u32, n: u32) -> i32 {
  let random = random_words(vec4u(frame_index(slot), n / 4u, STREAM_NOISE), run.key);
  return 2048 - run.amplitude - i32(alias_sample(random[n % 4u]));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  tally_frames(workgroup, invocation);
}
