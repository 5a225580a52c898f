// statistics/tally-bits: adds the outcome of each frame of a binary decoder to the counters of its chunk, as statistics/tally does.
// in   errors [frame][2] (statistics/lane-errors), unsatisfied [iteration][frame]
//      and for undetected frames codeword [word of 32 frames][N], posteriors [word][N] (FRAME_INTERLEAVED: with the word last),
//      symbol_use [N] (channel/sample-lanes), noise [4096]: their channel outputs are drawn again
// i/o  counters [chunk of this run][13]
// map  one invocation per frame, WORKGROUP_SIZE of them to workgroup y; they share the symbols of an undetected frame
// workgroup bytes: 4·(WORKGROUP_SIZE + 13)
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
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
#import statistics/chunk-counters
#import statistics/advantage

const STREAM_NOISE: u32 = 0u;
// Counters to which correct frames add as well, summed over the frames of a workgroup in the chunk of its first frame.
const SUMMED: u32 = 8u;

var<workgroup> sums: array<atomic<u32>, SUMMED>;
var<workgroup> undetected_frames: array<u32, WORKGROUP_SIZE>;
var<workgroup> undetected_count: atomic<u32>;
var<workgroup> undetected_total: u32;

// ln P(received|decided) − ln P(received|sent) of symbol n in grid steps, where the two differ: the output received for
// +1, with the other sign.
fn advantage(slot: u32, n: u32) -> i32 {
  let random = random_words(vec4u(frame_index(slot), n / 4u, STREAM_NOISE), run.key);
  return 2048 - run.amplitude - i32(alias_sample(random[n % 4u]));
}

fn is_wrong(slot: u32, n: u32) -> bool {
  let word = slot / INTERLEAVE;
  let sent = lane_ones(bits_of_word(codeword[(slot / 32u) * N + n], word));
  let wrong = sent ^ sign_ones(posteriors[word_index(word, symbol_use[n] >> 3u, N)]);
  return ((wrong >> ((slot % INTERLEAVE) * LANE_BITS)) & 1u) == 1u;
}

// Adds to a counter of the chunk that begins at `base`; `shared_base` is the base of the workgroup's first frame.
fn add_summed(base: u32, shared_base: u32, counter: u32, value: u32) {
  if (value == 0u) { return; }
  if (base == shared_base) { atomicAdd(&sums[counter], value); } else { add(base + counter, value); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let first = workgroup.y * WORKGROUP_SIZE;
  let slot = first + invocation;
  let shared_base = chunk_counters(first);
  if (slot < run.frames) {
    let wrong = errors[2u * slot];
    let information = errors[2u * slot + 1u];
    // Iterations from the first that satisfied all checks to the last; 0 if none did. Without early termination only
    // the last counts.
    var from_satisfied = 0u;
    for (var i = select(ITERATIONS - 1u, 0u, STOP == 1u); i < ITERATIONS && from_satisfied == 0u; i++) {
      if (unsatisfied[i * run.frames + slot] == 0u) { from_satisfied = ITERATIONS - i; }
    }
    let iterations = ITERATIONS + 1u - max(from_satisfied, 1u);
    let undetected = from_satisfied > 0u && wrong > 0u;
    if (undetected) { undetected_frames[atomicAdd(&undetected_count, 1u)] = slot; }
    let base = chunk_counters(slot);
    add_summed(base, shared_base, 0u, 1u);
    add_summed(base, shared_base, 1u, u32(wrong > 0u));
    add_summed(base, shared_base, 2u, u32(information > 0u));
    add_summed(base, shared_base, 3u, wrong);
    add_summed(base, shared_base, 4u, wrong);
    add_summed(base, shared_base, 5u, u32(undetected));
    add_summed(base, shared_base, 6u, iterations);
    add_summed(base, shared_base, 7u, select(iterations, 0u, wrong > 0u));
    add_square(base + 8u, wrong);
    add_square(base + 10u, wrong);
  }
  workgroupBarrier();
  if (invocation == 0u) { undetected_total = atomicLoad(&undetected_count); }
  if (invocation < SUMMED) { add(shared_base + invocation, atomicLoad(&sums[invocation])); }
  let total = workgroupUniformLoad(&undetected_total);
  for (var i = 0u; i < total; i++) {
    if (invocation == 0u) { clear_advantage(); }
    workgroupBarrier();
    let frame = undetected_frames[i];
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
      if (is_wrong(frame, n)) { add_advantage(symbol_use[n] & 3u, advantage(frame, n)); }
    }
    workgroupBarrier();
    if (invocation == 0u) { add(chunk_counters(frame) + 12u, u32(is_likelier())); }
  }
}
