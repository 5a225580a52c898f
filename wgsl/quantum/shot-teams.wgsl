// quantum/shot-teams: the same shots as quantum/shots, with the same counts, for models of any size on GPUs: the workers of a workgroup share
// the checks and columns of its shots, whose sums and messages are in device memory.
// in   columns, graph, gammas and given as quantum/shot-lanes
// out  GIVEN: corrections as quantum/shot-lanes
// i/o  queue and counters as quantum/shots
// work state [workgroup][posteriors N, messages E][pair], two shots in the halves of a word; sums [workgroup][sums N, unexplained detectors M][pair]:
//      sums of both shots as a + (b << 16), borrow and all, so that one addition serves both
// map  invocation i works for pair i mod PAIRS: neighbours load neighbouring words. Of the workers of a pair, each has every
//      WORKERS-th check and column; the first, its head, keeps the pair's counts and takes shots from the queue.
// exact: whole numbers, as quantum/shot-lanes
const WORKGROUP_SIZE: u32 = PAIRS * WORKERS;
#import common/run

@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> gammas: array<u32>;
@group(0) @binding(4) var<storage, read_write> state: array<u32>;
@group(0) @binding(5) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> queue: array<atomic<u32>>;
#if GIVEN
@group(0) @binding(7) var<storage, read> given: array<u32>;
@group(0) @binding(8) var<storage, read_write> corrections: array<u32>;
const GIVEN_WORDS: u32 = (M + 31u) / 32u;
#else
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;
#import <random>, statistics/chunk-counters, quantum/noise, quantum/count-shot
#if CURVE: #import quantum/count-solution
#end

#import quantum/pairs, quantum/shot-graph

// Of a pair, the halves of shots in work, of those that begin a leg and of those that are new; the shots and their legs.
struct Work {
  active_halves: u32,
  begun: u32,
  fresh: u32,
  shots: vec2u,
  legs: vec2u,
}

var<workgroup> work: array<Work, PAIRS>;
var<workgroup> unsatisfied: array<atomic<u32>, PAIRS>;
// Of each shot [pair][half]: observables that mechanisms flip, observables that the decisions flip [word], and the decisions' weight.
var<workgroup> sent: array<atomic<u32>, 2u * PAIRS * OBSERVABLE_WORDS>;
var<workgroup> decided: array<atomic<u32>, 2u * PAIRS * OBSERVABLE_WORDS>;
var<workgroup> weights: array<atomic<u32>, 2u * PAIRS>;
// 1 if there are shots in work, 3 if some are new.
var<workgroup> alive: atomic<u32>;
var<workgroup> box: u32;

const POSTERIORS_AND_MESSAGES: u32 = N + E;
const SUMS_AND_CHECKS: u32 = N + M;

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let pair = invocation % PAIRS;
  let worker = invocation / PAIRS;
  let base = workgroup.x * POSTERIORS_AND_MESSAGES * PAIRS + pair;
  let messages = base + N * PAIRS;
  let sums_base = workgroup.x * SUMS_AND_CHECKS * PAIRS + pair;
  let unexplained = sums_base + N * PAIRS;
  // Of the head.
#for s in 0..2
  var shot_$s = NO_SHOT;
  var iterations_$s = 0u;
  var leg_$s = 0u;
  var found_$s = 0u;
  var best_weight_$s = NO_SHOT;
  let words_$s = (2u * pair + $su) * OBSERVABLE_WORDS;
#for w in 0..OBSERVABLE_WORDS: var best_$s_$w = 0u;
  var total_$s = 0u;
#end
  var in_work = 0u;
  var open = 0xffffffffu;
  loop {
    if (work[pair].active_halves != 0u) {
      var left = 0u;
      for (var c = worker; c < M; c += WORKERS) { left |= atomicLoad(&sums[unexplained + c * PAIRS]); }
      if ((left & PAIR_HIGH) != 0u) { atomicOr(&unsatisfied[pair], left & PAIR_HIGH); }
    }
    workgroupBarrier();
    if (worker == 0u) {
      let left = atomicExchange(&unsatisfied[pair], 0u);
      var begun = 0u;
#for s in 0..2
      if ((in_work & (0x8000u << (16u * $su))) != 0u) {
        let explained = (left & (0x8000u << (16u * $su))) == 0u;
        if (explained || iterations_$s >= select(LEG_ITERATIONS, ITERATIONS, leg_$s == 0u)) {
          total_$s += iterations_$s;
          iterations_$s = 0u;
          if (explained) {
            found_$s++;
            let weight = atomicLoad(&weights[2u * pair + $su]);
            if (weight < best_weight_$s) {
              best_weight_$s = weight;
#for w in 0..OBSERVABLE_WORDS: best_$s_$w = atomicLoad(&decided[words_$s + $wu]);
            }
#if CURVE
            var wrong = 0u;
#for w in 0..OBSERVABLE_WORDS: wrong |= best_$s_$w ^ atomicLoad(&sent[words_$s + $wu]);
            count_solution(found_$s, wrong != 0u, total_$s);
#end
          } else if (leg_$s == 0u) {
#for w in 0..OBSERVABLE_WORDS: best_$s_$w = atomicLoad(&decided[words_$s + $wu]);
          }
          if (found_$s >= SOLUTIONS || leg_$s >= LEGS) {
            in_work &= ~(0xffffu << (16u * $su));
#if GIVEN
#for w in 0..OBSERVABLE_WORDS: corrections[(OBSERVABLE_WORDS + 1u) * shot_$s + $wu] = best_$s_$w;
            corrections[(OBSERVABLE_WORDS + 1u) * shot_$s + OBSERVABLE_WORDS] = total_$s | (found_$s << 16u);
#else
            var errors = 0u;
#for w in 0..OBSERVABLE_WORDS: errors += countOneBits(best_$s_$w ^ atomicLoad(&sent[words_$s + $wu]));
            count_shot(shot_$s, errors, found_$s, total_$s);
#if CURVE: for (var k = found_$s + 1u; k <= SOLUTIONS; k++) { count_solution(k, errors != 0u, total_$s); }
#end
          } else {
            leg_$s++;
            begun |= 0xffffu << (16u * $su);
          }
        }
      }
#end
      var fresh = 0u;
#for s in 0..2
      if ((~in_work & open & (0x8000u << (16u * $su))) != 0u) {
        shot_$s = atomicAdd(&queue[0], 1u);
        if (shot_$s >= run.frames) { open = 0u; } else {
          fresh |= 0xffffu << (16u * $su);
          leg_$s = 0u;
          iterations_$s = 0u;
          found_$s = 0u;
          best_weight_$s = NO_SHOT;
          total_$s = 0u;
          atomicStore(&weights[2u * pair + $su], 0u);
#for w in 0..OBSERVABLE_WORDS
          best_$s_$w = 0u;
          atomicStore(&sent[words_$s + $wu], 0u);
          atomicStore(&decided[words_$s + $wu], 0u);
#end
        }
      }
#end
      in_work |= fresh;
      work[pair] = Work(in_work, begun | fresh, fresh, vec2u(shot_0, shot_1), vec2u(leg_0, leg_1));
      if (in_work != 0u) { atomicOr(&alive, select(1u, 3u, fresh != 0u)); }
      iterations_0 += 1u;
      iterations_1 += 1u;
    }
    workgroupBarrier();
    if (invocation == 0u) { box = atomicExchange(&alive, 0u); }
    let state_of_all = workgroupUniformLoad(&box);
    if (state_of_all == 0u) { break; }
    let own = work[pair];
    if (state_of_all == 3u) {
      if (own.fresh != 0u) {
        for (var c = worker; c < M; c += WORKERS) { atomicAnd(&sums[unexplained + c * PAIRS], ~own.fresh); }
        for (var v = worker; v < N; v += WORKERS) {
          let at = base + v * PAIRS;
          state[at] = pairs_choose(own.fresh, both(columns[4u * v] & 0xffffu), state[at]);
        }
      }
      storageBarrier();
#for s in 0..2
      if ((own.fresh & (0x8000u << (16u * $su))) != 0u) {
#if GIVEN
        for (var c = worker; c < M; c += WORKERS) {
          if (((given[own.shots[$s] * GIVEN_WORDS + (c >> 5u)] >> (c & 31u)) & 1u) != 0u) {
            atomicXor(&sums[unexplained + c * PAIRS], 0x8000u << (16u * $su));
          }
        }
#else
        let frame = frame_index(own.shots[$s]);
        for (var block = worker; block < BLOCKS; block += WORKERS) {
          let words = random_words(vec4u(frame, block, STREAM_NOISE), run.key);
          for (var j = 0u; j < 16u; j++) {
            let v = 16u * block + j;
            if (((words[j >> 2u] >> (8u * (j & 3u))) & 255u) < (columns[4u * v] >> 16u) && is_error(frame, v, columns[4u * v + 2u])) {
#for w in 0..OBSERVABLE_WORDS: atomicXor(&sent[words_$s + $wu], flipped_observables(v, $wu));
              for (var i = graph[COLUMN_START + v]; i < graph[COLUMN_START + v + 1u]; i++) {
                atomicXor(&sums[unexplained + graph[ROWS + i] * PAIRS], 0x8000u << (16u * $su));
              }
            }
          }
        }
#end
      }
#end
      storageBarrier();
    }
    if (own.active_halves != 0u) {
      for (var c = worker; c < M; c += WORKERS) {
        let begin = graph[c];
        let end = graph[c + 1u];
        // The syndrome is what the decisions leave unexplained and what they explain; signs of messages need the syndrome.
        var sign = atomicLoad(&sums[unexplained + c * PAIRS]);
        var least = both(MESSAGE_BOUND);
        var second = least;
        for (var first = begin; first < end; first += EDGES_AT_ONCE) {
#for k in 0..EDGES_AT_ONCE: let v$k = graph[EDGES + min(first + $ku, end - 1u)];
#for k in 0..EDGES_AT_ONCE: let m$k = state[messages + min(first + $ku, end - 1u) * PAIRS];
#for k in 0..EDGES_AT_ONCE: let p$k = state[base + v$k * PAIRS];
#for k in 0..EDGES_AT_ONCE
          if (first + $ku < end) {
            var t = pairs_sub(p$k, m$k);
            if (own.begun != 0u) { t = pairs_choose(own.begun, both(columns[4u * v$k] & 0xffffu), t); }
            state[messages + (first + $ku) * PAIRS] = t;
            sign ^= t ^ p$k;
            let a = pairs_magnitude(t);
            second = pairs_least(second, pairs_greatest(least, a));
            least = pairs_least(least, a);
          }
#end
        }
#if SCALED
        let scaled_least = pairs_scaled(least, both(SCALE));
        let scaled_second = pairs_scaled(second, both(SCALE));
#else
        let scaled_least = least;
        let scaled_second = second;
#end
        for (var first = begin; first < end; first += EDGES_AT_ONCE) {
#for k in 0..EDGES_AT_ONCE: let u$k = graph[EDGES + min(first + $ku, end - 1u)];
#for k in 0..EDGES_AT_ONCE: let t$k = state[messages + min(first + $ku, end - 1u) * PAIRS];
#for k in 0..EDGES_AT_ONCE
          if (first + $ku < end) {
            let magnitude = pairs_if_equal(pairs_magnitude(t$k), least, scaled_second, scaled_least);
            let m = pairs_negated_where(pairs_negative(sign ^ t$k), magnitude);
            state[messages + (first + $ku) * PAIRS] = m;
            atomicAdd(&sums[sums_base + u$k * PAIRS], m - ((m & 0x8000u) << 1u));
          }
#end
        }
      }
    }
    storageBarrier();
    if (own.active_halves != 0u) {
#for s in 0..2
#for w in 0..OBSERVABLE_WORDS: var flipped_$s_$w = 0u;
      var weight_$s = 0u;
#end
      for (var first = worker; first < N; first += COLUMNS_AT_ONCE * WORKERS) {
#for k in 0..COLUMNS_AT_ONCE
        let v$k = min(first + $ku * WORKERS, N - 1u);
        let before$k = state[base + v$k * PAIRS];
        let sum$k = atomicLoad(&sums[sums_base + v$k * PAIRS]);
        let lambda$k = both(columns[4u * v$k] & 0xffffu);
#if RELAY: let gamma$k = pair_of(gamma_in(gammas[own.legs.x * GROUPS + (v$k >> 2u)], v$k & 3u), gamma_in(gammas[own.legs.y * GROUPS + (v$k >> 2u)], v$k & 3u));
#if FIXED: let gamma$k = both(u32(gamma_in(gammas[v$k >> 2u], v$k & 3u)) & 0xffffu);
#end
#for k in 0..COLUMNS_AT_ONCE
        if (first + $ku * WORKERS < N) {
#if MEMORY
          let bias = pairs_clamped(pairs_add(lambda$k, pairs_share(gamma$k, pairs_sub(before$k, lambda$k))), both(BIAS_BOUND), minus(BIAS_BOUND));
#else
          let bias = lambda$k;
#end
          var now = pairs_add(bias, sum$k + ((sum$k & 0x8000u) << 1u));
#if LIMITED: now = pairs_clamped(now, both(SUM_BOUND), minus(SUM_BOUND));
          state[base + v$k * PAIRS] = now;
          atomicStore(&sums[sums_base + v$k * PAIRS], 0u);
          let flips = (now ^ before$k) & PAIR_HIGH;
          if (flips != 0u) {
            for (var i = graph[COLUMN_START + v$k]; i < graph[COLUMN_START + v$k + 1u]; i++) {
              atomicXor(&sums[unexplained + graph[ROWS + i] * PAIRS], flips);
            }
#for s in 0..2
            if ((flips & (0x8000u << (16u * $su))) != 0u) {
#for w in 0..OBSERVABLE_WORDS: flipped_$s_$w ^= flipped_observables(v$k, $wu);
              weight_$s += select(0u - columns[4u * v$k + 3u], columns[4u * v$k + 3u], (now & (0x8000u << (16u * $su))) != 0u);
            }
#end
          }
        }
#end
      }
#for s in 0..2
#for w in 0..OBSERVABLE_WORDS: if (flipped_$s_$w != 0u) { atomicXor(&decided[words_$s + $wu], flipped_$s_$w); }
      if (weight_$s != 0u) { atomicAdd(&weights[2u * pair + $su], weight_$s); }
#end
    }
    storageBarrier();
    workgroupBarrier();
  }
}
