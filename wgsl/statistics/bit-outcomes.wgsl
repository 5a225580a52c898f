// The outcome of each frame of a binary decoder, from its numbers of errors and its posteriors. The kernel imports run, lanes,
// common/word-index and common/lane-signs, declares `errors`, `unsatisfied`, `codeword`, `posteriors`, `symbol_use` and `counters`, and has
// advantage(slot, n): ln P(received|decided) − ln P(received|sent) of symbol n, where both differ.
#import statistics/chunk-counters, statistics/advantage, statistics/outer-check, common/decided

// Counters to which correct frames add as well, summed over the frames of a workgroup in the chunk of its first frame.
const SUMMED: u32 = 8u;

// Symbols of a frame that an invocation compares together.
const TOGETHER: u32 = 8u;

var<workgroup> sums: array<atomic<u32>, SUMMED>;
var<workgroup> undetected_frames: array<u32, WORKGROUP_SIZE>;
var<workgroup> undetected_count: atomic<u32>;
var<workgroup> undetected_total: u32;

fn is_wrong(slot: u32, n: u32) -> bool {
  let word = slot / INTERLEAVE;
  let sent = lane_ones(bits_of_word(codeword[(slot / 32u) * N + n], word));
  let wrong = sent ^ decided_ones(word, symbol_use[n] >> 3u);
  return ((wrong >> ((slot % INTERLEAVE) * LANE_BITS)) & 1u) == 1u;
}

// Bit k of the result: whether symbol n + k·WORKGROUP_SIZE is wrong. All loads are under way at once.
fn wrong_symbols(slot: u32, n: u32) -> u32 {
  var wrong = 0u;
  for (var k = 0u; k < TOGETHER; k++) {
    let symbol = n + k * WORKGROUP_SIZE;
    wrong |= select(0u, 1u << k, is_wrong(slot, min(symbol, N - 1u)) && symbol < N);
  }
  return wrong;
}

// Adds to a counter of the chunk that begins at `base`; `shared_base` is the base of the workgroup's first frame.
fn add_summed(base: u32, shared_base: u32, counter: u32, value: u32) {
  if (value == 0u) { return; }
  if (base == shared_base) { atomicAdd(&sums[counter], value); } else { add(base + counter, value); }
}

// Adds the outcomes of WORKGROUP_SIZE frames, one to each invocation.
fn tally_frames(workgroup: vec3u, invocation: u32) {
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
    if (invocation == 0u) {
      clear_advantage();
      clear_outer();
    }
    workgroupBarrier();
    let frame = undetected_frames[i];
    for (var n = invocation; n < N; n += TOGETHER * WORKGROUP_SIZE) {
      let wrong = wrong_symbols(frame, n);
      for (var k = 0u; k < TOGETHER; k++) {
        if (((wrong >> k) & 1u) == 1u) {
          let symbol = n + k * WORKGROUP_SIZE;
          add_advantage(symbol_use[symbol] & 3u, advantage(frame, symbol));
          add_outer(symbol, 1u, 1u);
        }
      }
    }
    workgroupBarrier();
    if (invocation == 0u && passes_outer()) {
      add(chunk_counters(frame) + 5u, 1u);
      add(chunk_counters(frame) + 12u, u32(is_likelier()));
    }
  }
}
