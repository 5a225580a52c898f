// quantum/shot-lanes: the same shots as quantum/shots, with the same counts, for CPUs and GPUs in software: an invocation has two shots,
// in the halves of a word, and their sums and messages are in device memory.
// in   columns [N padded to 16][4], queue and counters as quantum/shots
//      graph: check_start [M + 1], column of each edge [E], column_start [N + 1], detectors of columns [E]; then of each column its observables
//      from 32 on [N][OBSERVABLE_WORDS − 1]
//      gammas [leg 0 … LEGS][GROUPS], of four columns in the bytes of a word, in 1/64
//      GIVEN: given [frame][⌈M/32⌉], the detectors of shots that were measured elsewhere, in the place of sampled ones
// out  GIVEN: corrections [frame][OBSERVABLE_WORDS + 1]: observables that the correction flips; iterations and, from bit 16 on,
//      corrections found
// work state [workgroup][posteriors N, sums N, γ N, unexplained detectors M, messages E][invocation], two shots in a word
// map  an invocation works on two shots until the queue is empty; a finished shot is replaced at once
// exact: whole numbers of 16 bits; sums of 10 bits are limited to ±511 where a column has more than 24 detectors
const WORKGROUP_SIZE: u32 = LANES;
#import common/run, common/any-lane

@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> gammas: array<u32>;
@group(0) @binding(4) var<storage, read_write> state: array<u32>;
@group(0) @binding(5) var<storage, read_write> queue: array<atomic<u32>>;
#if GIVEN
@group(0) @binding(6) var<storage, read> given: array<u32>;
@group(0) @binding(7) var<storage, read_write> corrections: array<u32>;
const GIVEN_WORDS: u32 = (M + 31u) / 32u;
#else
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;
#import <random>, statistics/chunk-counters, quantum/noise, quantum/count-shot
#if CURVE: #import quantum/count-solution
#end

#import quantum/pairs, quantum/shot-graph

const SUMS: u32 = N;
const GAMMAS: u32 = 2u * N;
const UNEXPLAINED: u32 = GAMMAS + 4u * GROUPS;
const MESSAGES: u32 = UNEXPLAINED + M;
const WORDS: u32 = MESSAGES + E;

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let base = workgroup.x * WORDS * WORKGROUP_SIZE + invocation;
#for s in 0..2
  var shot_$s = NO_SHOT;
  var iterations_$s = 0u;
  var leg_$s = 0u;
  var found_$s = 0u;
  var best_weight_$s = NO_SHOT;
#for w in 0..OBSERVABLE_WORDS
  var best_$s_$w = 0u;
  var sent_$s_$w = 0u;
  var decided_$s_$w = 0u;
#end
  var total_$s = 0u;
  // The present decisions' weight and observables.
  var weight_$s = 0u;
#end
  // Halves that have a shot, and those that may take one from the queue.
  var in_work = 0u;
  var open = 0xffffffffu;
  for (; any_lane(in_work | open) != 0u;) {
    var unsatisfied = 0u;
    for (var c = 0u; c < M; c++) { unsatisfied |= state[base + (UNEXPLAINED + c) * WORKGROUP_SIZE]; }
    var begun = 0u;
#for s in 0..2
    if ((in_work & (0x8000u << (16u * $su))) != 0u) {
      let explained = (unsatisfied & (0x8000u << (16u * $su))) == 0u;
      if (explained || iterations_$s >= select(LEG_ITERATIONS, ITERATIONS, leg_$s == 0u)) {
        total_$s += iterations_$s;
        iterations_$s = 0u;
        if (explained) {
          found_$s++;
          if (weight_$s < best_weight_$s) {
            best_weight_$s = weight_$s;
#for w in 0..OBSERVABLE_WORDS: best_$s_$w = decided_$s_$w;
          }
#if CURVE
          var wrong_$s = 0u;
#for w in 0..OBSERVABLE_WORDS: wrong_$s |= best_$s_$w ^ sent_$s_$w;
          count_solution(found_$s, wrong_$s != 0u, total_$s);
#end
        } else if (leg_$s == 0u) {
#for w in 0..OBSERVABLE_WORDS: best_$s_$w = decided_$s_$w;
        }
        if (found_$s >= SOLUTIONS || leg_$s >= LEGS) {
          in_work &= ~(0xffffu << (16u * $su));
#if GIVEN
#for w in 0..OBSERVABLE_WORDS: corrections[(OBSERVABLE_WORDS + 1u) * shot_$s + $wu] = best_$s_$w;
          corrections[(OBSERVABLE_WORDS + 1u) * shot_$s + OBSERVABLE_WORDS] = total_$s | (found_$s << 16u);
#else
          var errors_$s = 0u;
#for w in 0..OBSERVABLE_WORDS: errors_$s += countOneBits(best_$s_$w ^ sent_$s_$w);
          count_shot(shot_$s, errors_$s, found_$s, total_$s);
#if CURVE: for (var k = found_$s + 1u; k <= SOLUTIONS; k++) { count_solution(k, errors_$s != 0u, total_$s); }
#end
        } else {
          leg_$s++;
          begun |= 0xffffu << (16u * $su);
        }
      }
    }
#end
    let wanted = ~in_work & open;
    if (any_lane(wanted) != 0u) {
      for (var c = 0u; c < M; c++) { state[base + (UNEXPLAINED + c) * WORKGROUP_SIZE] &= ~wanted; }
      for (var v = 0u; v < N; v++) {
        let at = base + v * WORKGROUP_SIZE;
        state[at] = pairs_choose(wanted, both(columns[4u * v] & 0xffffu), state[at]);
      }
#for s in 0..2
      if ((wanted & (0x8000u << (16u * $su))) != 0u) {
        shot_$s = atomicAdd(&queue[0], 1u);
        leg_$s = 0u;
        iterations_$s = 0u;
        found_$s = 0u;
        best_weight_$s = NO_SHOT;
#for w in 0..OBSERVABLE_WORDS
        best_$s_$w = 0u;
        sent_$s_$w = 0u;
        decided_$s_$w = 0u;
#end
        total_$s = 0u;
        weight_$s = 0u;
        if (shot_$s >= run.frames) { open = 0u; } else {
          in_work |= 0xffffu << (16u * $su);
#if GIVEN
          for (var c = 0u; c < M; c++) {
            if (((given[shot_$s * GIVEN_WORDS + (c >> 5u)] >> (c & 31u)) & 1u) != 0u) {
              state[base + (UNEXPLAINED + c) * WORKGROUP_SIZE] ^= 0x8000u << (16u * $su);
            }
          }
#else
          let frame = frame_index(shot_$s);
          for (var block = 0u; block < BLOCKS; block++) {
            let words = random_words(vec4u(frame, block, STREAM_NOISE), run.key);
#for b in 0..4
            for (var j = 0u; j < 4u; j++) {
              let v = 16u * block + 4u * $bu + j;
              if (((words[$b] >> (8u * j)) & 255u) < (columns[4u * v] >> 16u)) {
                if (is_error(frame, v, columns[4u * v + 2u])) {
#for w in 0..OBSERVABLE_WORDS: sent_$s_$w ^= flipped_observables(v, $wu);
                  for (var i = graph[COLUMN_START + v]; i < graph[COLUMN_START + v + 1u]; i++) {
                    state[base + (UNEXPLAINED + graph[ROWS + i]) * WORKGROUP_SIZE] ^= 0x8000u << (16u * $su);
                  }
                }
              }
            }
#end
          }
#end
        }
      }
#end
      begun |= wanted;
    }
#if RELAY
    if (any_lane(begun) != 0u) {
      for (var group = 0u; group < GROUPS; group++) {
        // A CPU loads these word by word, because the lanes are in different legs.
        let low = gammas[leg_0 * GROUPS + group];
        let high = gammas[leg_1 * GROUPS + group];
#for i in 0..4
        let at_$i = base + (GAMMAS + 4u * group + $iu) * WORKGROUP_SIZE;
        state[at_$i] = pairs_choose(begun, pair_of(gamma_in(low, $iu), gamma_in(high, $iu)), state[at_$i]);
#end
      }
    }
#end
    for (var c = 0u; c < M; c++) {
      let begin = graph[c];
      let end = graph[c + 1u];
      // The syndrome is what the decisions leave unexplained and what they explain; signs of messages need the syndrome.
      var sign = state[base + (UNEXPLAINED + c) * WORKGROUP_SIZE];
      var least = both(MESSAGE_BOUND);
      var second = least;
      for (var e = begin; e < end; e++) {
        let v = graph[EDGES + e];
        let p = state[base + v * WORKGROUP_SIZE];
        let at = base + (MESSAGES + e) * WORKGROUP_SIZE;
        let t = pairs_choose(begun, both(columns[4u * v] & 0xffffu), pairs_sub(p, state[at]));
        state[at] = t;
        sign ^= t ^ p;
        let a = pairs_magnitude(t);
        second = pairs_least(second, pairs_greatest(least, a));
        least = pairs_least(least, a);
      }
#if SCALED
      let scaled_least = pairs_scaled(least, both(SCALE));
      let scaled_second = pairs_scaled(second, both(SCALE));
#else
      let scaled_least = least;
      let scaled_second = second;
#end
      for (var e = begin; e < end; e++) {
        let at = base + (MESSAGES + e) * WORKGROUP_SIZE;
        let t = state[at];
        let magnitude = pairs_if_equal(pairs_magnitude(t), least, scaled_second, scaled_least);
        let m = pairs_negated_where(pairs_negative(sign ^ t), magnitude);
        state[at] = m;
        let sum = base + (SUMS + graph[EDGES + e]) * WORKGROUP_SIZE;
        state[sum] = pairs_add(state[sum], m);
      }
    }
    for (var v = 0u; v < N; v++) {
      let at = base + v * WORKGROUP_SIZE;
      let before = state[at];
      let lambda = both(columns[4u * v] & 0xffffu);
#if RELAY: let gamma = state[at + GAMMAS * WORKGROUP_SIZE];
#if FIXED: let gamma = both(u32(gamma_in(gammas[v >> 2u], v & 3u)) & 0xffffu);
#if MEMORY
      let bias = pairs_clamped(pairs_add(lambda, pairs_share(gamma, pairs_sub(before, lambda))), both(BIAS_BOUND), minus(BIAS_BOUND));
#else
      let bias = lambda;
#end
      var now = pairs_add(bias, state[at + SUMS * WORKGROUP_SIZE]);
#if LIMITED: now = pairs_clamped(now, both(SUM_BOUND), minus(SUM_BOUND));
      state[at + SUMS * WORKGROUP_SIZE] = 0u;
      state[at] = now;
      let flips = (now ^ before) & PAIR_HIGH;
      if (any_lane(flips) != 0u) {
        for (var i = graph[COLUMN_START + v]; i < graph[COLUMN_START + v + 1u]; i++) {
          state[base + (UNEXPLAINED + graph[ROWS + i]) * WORKGROUP_SIZE] ^= flips;
        }
#for s in 0..2
        let is_flip_$s = (flips & (0x8000u << (16u * $su))) != 0u;
        let is_error_$s = (now & (0x8000u << (16u * $su))) != 0u;
#for w in 0..OBSERVABLE_WORDS: decided_$s_$w ^= select(0u, flipped_observables(v, $wu), is_flip_$s);
        weight_$s += select(0u, select(0u - columns[4u * v + 3u], columns[4u * v + 3u], is_error_$s), is_flip_$s);
#end
      }
    }
    iterations_0 += 1u;
    iterations_1 += 1u;
  }
}
