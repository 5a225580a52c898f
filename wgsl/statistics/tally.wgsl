// statistics/tally: adds each frame's outcome to the counters of its chunk.
// in   codeword [frame][N], decision [frame][N], is_information [N] (0 or 1), unsatisfied [iteration][frame]
//      received [frame][N·P] grid steps or multiples of an LLR, or of a channel of symbols [frame][N] field elements, or with
//      PART_BITS costs [frame][N·P/PART_BITS][2^PART_BITS] as channel/points/costs; sent_state [N] as bit-llr
// i/o  counters [chunk of this run][13]: frames, frame errors, information frame errors, symbol errors, bit errors,
//      undetected, iterations, iterations of correct frames, symbol errors² (low, high), bit errors² (low, high),
//      frames that maximum-likelihood decoding gets wrong too: undetected, and likelier than the word that was sent
// map  one workgroup per frame (workgroup y), WORKGROUP_SIZE invocations share its symbols
// bound by the 8·N bytes read per frame, and by the additions to one chunk's counters, which come one after the other: of
//      a correct frame three. Likelihoods are computed for undetected frames alone.
// exact: likelihoods in integers, the channel's outputs; up to 2^21 symbols
const WORKGROUP_SIZE: u32 = select(256u, 64u, N < 16384u);
#import common/run, common/workgroup-slot

#in codeword: u32, decision: u32, is_information: u32, unsatisfied: u32, received: i32, sent_state: u32
#out counters: atomic<u32>

#import statistics/chunk-counters, statistics/advantage, statistics/outer-check

var<workgroup> symbol_errors: atomic<u32>;
var<workgroup> bit_errors: atomic<u32>;
var<workgroup> information_errors: atomic<u32>;
// Number of iterations from the first that satisfied all checks to the last; 0 if none did.
var<workgroup> satisfied_iterations: atomic<u32>;

// ln P(received|decided) − ln P(received|sent) of a symbol in which both differ: for a channel of bits in grid steps,
// for a channel of symbols in units of ln P(r)/P(a), r the received symbol and a any other, for points in squared grid steps.
fn advantage(index: u32, sent: u32, decided: u32) -> i32 {
#if SYMBOLS
  let symbol = u32(received[index]);
  return i32(symbol == decided) - i32(symbol == sent);
#else
  var sum = 0;
  if (PART_BITS > 0u) {
    for (var first = 0u; first < P; first += PART_BITS) {
      let row = ((index * P + first) / max(PART_BITS, 1u)) << PART_BITS;
      let mask = (1u << PART_BITS) - 1u;
      sum += received[row + ((sent >> first) & mask)] - received[row + ((decided >> first) & mask)];
    }
    return sum;
  }
  for (var b = 0u; b < P; b++) {
    let value = received[index * P + b];
    if ((((sent ^ decided) >> b) & 1u) != 0u) { sum += select(value, -value, ((decided >> b) & 1u) != 0u); }
  }
  return sum;
#end
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  var symbols = 0u;
  var bits = 0u;
  var information = 0u;
  for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
    let difference = codeword[slot * N + n] ^ decision[slot * N + n];
    let wrong = u32(difference != 0u);
    symbols += wrong;
    bits += countOneBits(difference);
    information += wrong & is_information[n];
  }
  if (symbols != 0u) {
    atomicAdd(&symbol_errors, symbols);
    atomicAdd(&bit_errors, bits);
    atomicAdd(&information_errors, information);
  }
  // Without early termination only the last iteration counts.
  for (var i = select(ITERATIONS - 1u, 0u, STOP == 1u) + invocation; i < ITERATIONS; i += WORKGROUP_SIZE) {
    if (unsatisfied[i * run.frames + slot] == 0u) { atomicMax(&satisfied_iterations, ITERATIONS - i); }
  }
  workgroupBarrier();
  let from_satisfied = atomicLoad(&satisfied_iterations);
  let satisfied = from_satisfied > 0u;
  let undetected = satisfied && atomicLoad(&symbol_errors) > 0u;
  if (undetected) {
    for (var n = invocation; n < N; n += WORKGROUP_SIZE) {
      let sent = codeword[slot * N + n];
      let decided = decision[slot * N + n];
      if (sent != decided) {
        add_advantage(sent_state[n], advantage(slot * N + n, sent, decided));
        add_outer(n, P, sent ^ decided);
      }
    }
  }
  workgroupBarrier();
  if (invocation != 0u) { return; }
  let iterations = ITERATIONS + 1u - max(from_satisfied, 1u);
  let wrong = atomicLoad(&symbol_errors);
  let wrong_bits = atomicLoad(&bit_errors);
  let base = chunk_counters(slot);
  add(base, 1u);
  add(base + 1u, u32(wrong > 0u));
  add(base + 2u, u32(atomicLoad(&information_errors) > 0u));
  add(base + 3u, wrong);
  add(base + 4u, wrong_bits);
  let missed = undetected && passes_outer();
  add(base + 5u, u32(missed));
  add(base + 6u, iterations);
  add(base + 7u, select(iterations, 0u, wrong > 0u));
  add_square(base + 8u, wrong);
  add_square(base + 10u, wrong_bits);
  add(base + 12u, u32(missed && is_likelier()));
}
