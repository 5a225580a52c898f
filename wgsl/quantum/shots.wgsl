// quantum/shots: samples shots of an error model, decodes them and counts wrong observables; a workgroup has two shots at a time.
// in   columns [N padded to 16][4]: prior λ in steps and, from bit 16 on, ⌈256p⌉; observables that the column flips; the share of a byte
//      below ⌈256p⌉ that stands for p, in 2^-32; weight ln((1 − p)/p) in 1/256
//      edges [⌈D/2⌉ + 1][invocation]: columns of a check's edges, two to a word, then the check's degree
//      first [2⌈D/2⌉][invocation]: λ of the edge's column in both halves
//      gammas [leg 0 … LEGS][group][invocation] and lambdas [group][invocation]: of four columns invocation + WORKGROUP_SIZE·(4·group + i)
//      column_rows [N + 1 starts][detectors of columns]
//      GIVEN: given [frame][⌈M/32⌉], the detectors of shots that were measured elsewhere, in the place of sampled ones
// out  GIVEN: corrections [frame][2]: observables that the correction flips; iterations and, from bit 16 on, corrections found
// i/o  queue: next shot, and with CURVE quantum/count-solution; counters as statistics/tally. A frame is a shot, a wrong symbol a wrong observable; undetected are shots whose
//      correction explains all detectors.
// map  invocation i has check i, its messages in registers, and owns columns i, i + WORKGROUP_SIZE, …; a word has two shots
// exact: whole numbers. |sum| ≤ 511: the bound of the bias and the largest column degree times the bound of messages. In f16, 1536 plus a sum
//      is a number whose bits are 0x6600 plus the sum, so that sums of both shots are added as one word, borrow and all.
// Recursion of relays: Müller, Alexander, Beverland, Bühler, Johnson, Maurer and Vandeth, arXiv 2506.01779, sections II and III.
const WORKGROUP_SIZE: u32 = select(64u * ((M + 63u) / 64u), 256u, M <= 256u);
#if F16: enable f16;
#import common/run

@group(0) @binding(1) var<storage, read> columns: array<vec4u>;
@group(0) @binding(2) var<storage, read> edges: array<u32>;
@group(0) @binding(3) var<storage, read> first: array<u32>;
@group(0) @binding(4) var<storage, read> gammas: array<u32>;
@group(0) @binding(5) var<storage, read> lambdas: array<u32>;
#if GIVEN
@group(0) @binding(6) var<storage, read_write> queue: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> given: array<u32>;
@group(0) @binding(8) var<storage, read_write> corrections: array<u32>;
const GIVEN_WORDS: u32 = (M + 31u) / 32u;
#else
@group(0) @binding(6) var<storage, read> column_rows: array<u32>;
@group(0) @binding(7) var<storage, read_write> queue: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

#import <random>, statistics/chunk-counters, quantum/noise, quantum/count-shot
#if CURVE: #import quantum/count-solution
#end

const PADDED: u32 = N + 32u;
const NO_SHOT: u32 = 0xffffffffu;
const PADDING: u32 = 0x01ff01ffu;

// Sums of both shots: a + (b << 16).
var<workgroup> sums: array<atomic<u32>, PADDED>;
// Detectors of both shots that are set, as sign bits.
var<workgroup> syndrome: array<atomic<u32>, M>;
var<workgroup> unsatisfied: atomic<u32>;
var<workgroup> flags: u32;
var<workgroup> decided: array<atomic<u32>, 2>;
var<workgroup> weights: array<atomic<u32>, 2>;
var<workgroup> box: vec4u;
var<workgroup> taken: vec2u;

fn low(x: u32) -> i32 { return bitcast<i32>(x << 16u) >> 16u; }
fn high(x: u32) -> i32 { return bitcast<i32>(x - bitcast<u32>(low(x))) >> 16u; }
fn packed(a: i32, b: i32) -> u32 { return bitcast<u32>(a) + (bitcast<u32>(b) << 16u); }
fn lane_mask(lanes: u32) -> u32 { return select(0u, 0xffffu, (lanes & 1u) != 0u) | select(0u, 0xffff0000u, (lanes & 2u) != 0u); }

#if F16
alias Pair = vec2<f16>;
fn pair_of_sums(x: u32) -> Pair { return bitcast<Pair>(x + 0x66006600u) - 1536h; }
fn sums_of_pair(x: Pair) -> u32 { return bitcast<u32>(x + 1536h) - 0x66006600u; }
fn signs(x: Pair) -> u32 { return bitcast<u32>(x) & 0x80008000u; }
fn with_signs(magnitude: Pair, sign: u32) -> Pair { return bitcast<Pair>(bitcast<u32>(magnitude) | sign); }
fn chosen(lanes: u32, a: Pair, b: Pair) -> Pair {
  let mask = lane_mask(lanes);
  return bitcast<Pair>((bitcast<u32>(a) & mask) | (bitcast<u32>(b) & ~mask));
}
fn bound() -> Pair { return Pair(f16(MESSAGE_BOUND)); }
#else
alias Pair = vec2<i32>;
fn pair_of_sums(x: u32) -> Pair { return Pair(low(x), high(x)); }
fn sums_of_pair(x: Pair) -> u32 { return packed(x.x, x.y); }
fn signs(x: Pair) -> u32 { return select(0u, 0x8000u, x.x < 0) | select(0u, 0x80000000u, x.y < 0); }
fn with_signs(magnitude: Pair, sign: u32) -> Pair {
  return Pair(select(magnitude.x, -magnitude.x, (sign & 0x8000u) != 0u), select(magnitude.y, -magnitude.y, (sign & 0x80000000u) != 0u));
}
fn chosen(lanes: u32, a: Pair, b: Pair) -> Pair {
  return Pair(select(b.x, a.x, (lanes & 1u) != 0u), select(b.y, a.y, (lanes & 2u) != 0u));
}
fn bound() -> Pair { return Pair(i32(MESSAGE_BOUND)); }
#end

// ⌊m·SCALE/2^15 + 1/2⌋ of the two least magnitudes of a check.
fn scaled(m: Pair) -> Pair {
#if SCALED
#if F16: return Pair((vec2<i32>(m) * i32(SCALE) + 16384) >> vec2u(15u));
#else: return (m * i32(SCALE) + 16384) >> vec2u(15u);
#else
  return m;
#end
}

// λ + γ·(P − λ), γ in 1/64: what stands in for the prior.
fn bias(lambda: i32, gamma: i32, posterior: i32) -> i32 {
  return clamp(lambda + ((gamma * (posterior - lambda) + 32) >> 6u), -i32(BIAS_BOUND), i32(BIAS_BOUND));
}

#main invocation: local_invocation_index {
  let is_check = invocation < M;
  let check = min(invocation, M - 1u);
  let degree = edges[HALF_DEGREE * WORKGROUP_SIZE + invocation];
#for k in 0..HALF_DEGREE
  var even_$k = Pair();
  var odd_$k = Pair();
#end
  if (invocation < 32u) { atomicStore(&sums[N + invocation], PADDING); }
  var detectors = 0u;
  var shot = vec2u(NO_SHOT);
  var iterations = vec2u(0u);
  var leg = vec2u(0u);
  var found = vec2u(0u);
  var best_weight = vec2u(NO_SHOT);
  var best = vec2u(0u);
  var sent = vec2u(0u);
  var total = vec2u(0u);
  // Shots that are wanted, that are in work, and that begin a leg.
  var wanted = 3u;
  var active_shots = 0u;
  workgroupBarrier();
  loop {
    var begun = 0u;
    if (active_shots != 0u) {
      var parity = detectors;
      if (is_check) {
#for k in 0..HALF_DEGREE
        { let columns_of = edges[$ku * WORKGROUP_SIZE + invocation];
          let p = pair_of_sums(atomicLoad(&sums[columns_of & 0xffffu]));
          let q = pair_of_sums(atomicLoad(&sums[columns_of >> 16u]));
          parity ^= signs(p) ^ signs(q);
          even_$k = p - even_$k;
          odd_$k = q - odd_$k; }
#end
        if ((parity & 0x80008000u) != 0u) { atomicOr(&unsatisfied, parity & 0x80008000u); }
      }
      workgroupBarrier();
      if (invocation == 0u) { flags = atomicLoad(&unsatisfied); atomicStore(&unsatisfied, 0u); }
      let unsatisfied_shots = workgroupUniformLoad(&flags);
      var ended = 0u;
      var explained = 0u;
#for s in 0..2
      if ((active_shots & (1u << $su)) != 0u) {
        if ((unsatisfied_shots & (0x8000u << (16u * $su))) == 0u) { ended |= 1u << $su; explained |= 1u << $su; }
        else if (iterations[$s] >= select(LEG_ITERATIONS, ITERATIONS, leg[$s] == 0u)) { ended |= 1u << $su; }
      }
#end
      if (ended != 0u) {
        if (invocation < 2u) { atomicStore(&decided[invocation], 0u); atomicStore(&weights[invocation], 0u); }
        workgroupBarrier();
        var observables = vec2u(0u);
        var weight = vec2u(0u);
        for (var v = invocation; v < N; v += WORKGROUP_SIZE) {
          let p = atomicLoad(&sums[v]);
          let is_error = vec2<bool>(low(p) < 0, high(p) < 0);
          if (any(is_error)) {
            let column = columns[v];
            observables ^= select(vec2u(0u), vec2u(column.y), is_error);
            weight += select(vec2u(0u), vec2u(column.w), is_error);
          }
        }
#for s in 0..2
        if (weight[$s] != 0u || observables[$s] != 0u) { atomicXor(&decided[$s], observables[$s]); atomicAdd(&weights[$s], weight[$s]); }
#end
        workgroupBarrier();
        if (invocation == 0u) { box = vec4u(atomicLoad(&decided[0]), atomicLoad(&decided[1]), atomicLoad(&weights[0]), atomicLoad(&weights[1])); }
        let now = workgroupUniformLoad(&box);
#for s in 0..2
        if ((ended & (1u << $su)) != 0u) {
          total[$s] += iterations[$s];
          iterations[$s] = 0u;
          if ((explained & (1u << $su)) != 0u) {
            found[$s]++;
            if (now[2 + $s] < best_weight[$s]) { best_weight[$s] = now[2 + $s]; best[$s] = now[$s]; }
#if CURVE: if (invocation == 0u) { count_solution(found[$s], best[$s] != sent[$s], total[$s]); }
          } else if (leg[$s] == 0u) { best[$s] = now[$s]; }
          if (found[$s] >= SOLUTIONS || leg[$s] >= LEGS) {
            wanted |= 1u << $su;
#if GIVEN
            if (invocation == 0u) {
              corrections[2u * shot[$s]] = best[$s];
              corrections[2u * shot[$s] + 1u] = total[$s] | (found[$s] << 16u);
            }
#else
            if (invocation == 0u) { count_shot(shot[$s], countOneBits(best[$s] ^ sent[$s]), found[$s], total[$s]); }
#if CURVE
            if (invocation == 0u) { for (var k = found[$s] + 1u; k <= SOLUTIONS; k++) { count_solution(k, best[$s] != sent[$s], total[$s]); } }
#end
#end
          } else {
            leg[$s]++;
            begun |= 1u << $su;
          }
        }
#end
      }
    }
    if (wanted != 0u) {
      workgroupBarrier();
      if (invocation == 0u) {
        var next = vec2u(NO_SHOT);
#for s in 0..2
        if ((wanted & (1u << $su)) != 0u) {
          let number = atomicAdd(&queue[0], 1u);
          if (number < run.frames) { next[$s] = number; }
          atomicStore(&decided[$s], 0u);
        }
#end
        taken = next;
      }
#if !GIVEN: if (is_check) { atomicAnd(&syndrome[check], ~lane_mask(wanted)); }
      let next = workgroupUniformLoad(&taken);
      let got = select(0u, 1u, next.x != NO_SHOT) | select(0u, 2u, next.y != NO_SHOT);
#if GIVEN
      let flipped = vec4u(0u);
      if (is_check) {
        detectors &= ~lane_mask(wanted);
#for s in 0..2
        if ((wanted & got & (1u << $su)) != 0u) {
          detectors |= ((given[next[$s] * GIVEN_WORDS + (check >> 5u)] >> (check & 31u)) & 1u) << (15u + 16u * $su);
        }
#end
      }
#else
      for (var item = invocation; item < 2u * BLOCKS; item += WORKGROUP_SIZE) {
        let s = select(0u, 1u, item >= BLOCKS);
        let block = item - s * BLOCKS;
        if ((got & (1u << s)) != 0u) {
          let frame = frame_index(select(next.x, next.y, s == 1u));
          let words = random_words(vec4u(frame, block, STREAM_NOISE), run.key);
          for (var j = 0u; j < 16u; j++) {
            let v = 16u * block + j;
            let column = columns[v];
            if (((words[j >> 2u] >> (8u * (j & 3u))) & 255u) < (column.x >> 16u) && is_error(frame, v, column.z)) {
              atomicXor(&decided[s], column.y);
              for (var i = column_rows[v]; i < column_rows[v + 1u]; i++) { atomicXor(&syndrome[column_rows[N + 1u + i]], 0x8000u << (16u * s)); }
            }
          }
        }
      }
      workgroupBarrier();
      if (invocation == 0u) { box = vec4u(atomicLoad(&decided[0]), atomicLoad(&decided[1]), 0u, 0u); }
      let flipped = workgroupUniformLoad(&box);
      detectors = select(0u, atomicLoad(&syndrome[check]), is_check);
#end
#for s in 0..2
      if ((wanted & (1u << $su)) != 0u) {
        shot[$s] = next[$s];
        sent[$s] = flipped[$s];
        iterations[$s] = 0u;
        leg[$s] = 0u;
        found[$s] = 0u;
        best_weight[$s] = NO_SHOT;
        best[$s] = 0u;
        total[$s] = 0u;
      }
#end
      active_shots = (active_shots & ~wanted) | got;
      begun |= wanted;
      let fresh = wanted;
      wanted = 0u;
      if (active_shots == 0u) { break; }
      for (var v = invocation; v < N; v += WORKGROUP_SIZE) {
        let lambda = i32(columns[v].x & 0xffffu);
        let p = atomicLoad(&sums[v]);
        atomicStore(&sums[v], packed(select(low(p), lambda, (fresh & 1u) != 0u), select(high(p), lambda, (fresh & 2u) != 0u)));
      }
    }
    if (begun != 0u) {
      // The first checks of a leg read the priors.
#for k in 0..HALF_DEGREE
      even_$k = chosen(begun, pair_of_sums(first[2u * $ku * WORKGROUP_SIZE + invocation]), even_$k);
      odd_$k = chosen(begun, pair_of_sums(first[(2u * $ku + 1u) * WORKGROUP_SIZE + invocation]), odd_$k);
#end
    }
    // Owners: the bias of the next posterior.
    for (var group = 0u; group < GROUPS; group++) {
      let lambda_4 = lambdas[group * WORKGROUP_SIZE + invocation];
#if MEMORY
      let gamma_4 = vec2u(gammas[(leg.x * GROUPS + group) * WORKGROUP_SIZE + invocation], gammas[(leg.y * GROUPS + group) * WORKGROUP_SIZE + invocation]);
#end
      for (var i = 0u; i < 4u; i++) {
        let v = invocation + WORKGROUP_SIZE * (4u * group + i);
        if (v < N) {
          let lambda = i32((lambda_4 >> (8u * i)) & 255u);
#if MEMORY
          let p = atomicLoad(&sums[v]);
          let gamma = bitcast<vec2<i32>>(gamma_4 << vec2u(24u - 8u * i)) >> vec2u(24u);
          atomicStore(&sums[v], packed(bias(lambda, gamma.x, low(p)), bias(lambda, gamma.y, high(p))));
#else
          atomicStore(&sums[v], packed(lambda, lambda));
#end
        }
      }
    }
    var sign = detectors;
    var least = bound();
    var second = least;
#for k in 0..HALF_DEGREE
    { let a = abs(even_$k);
      let b = abs(odd_$k);
      sign ^= signs(even_$k) ^ signs(odd_$k);
      second = min(second, max(least, a));
      least = min(least, a);
      second = min(second, max(least, b));
      least = min(least, b); }
#end
    sign &= 0x80008000u;
    let scaled_least = scaled(least);
    let scaled_second = scaled(second);
    let difference = scaled_least - scaled_second;
    workgroupBarrier();
    if (is_check) {
#for k in 0..HALF_DEGREE
      { let columns_of = edges[$ku * WORKGROUP_SIZE + invocation];
        // The second for the edge of the least, the least for the others. A padded edge takes a message too, so that it reads more than any.
        even_$k = with_signs(scaled_second + difference * min(abs(even_$k) - least, Pair(1)), sign ^ signs(even_$k));
        odd_$k = with_signs(scaled_second + difference * min(abs(odd_$k) - least, Pair(1)), sign ^ signs(odd_$k));
        if (2u * $ku < DEGREE_LEAST || 2u * $ku < degree) { atomicAdd(&sums[columns_of & 0xffffu], sums_of_pair(even_$k)); }
        if (2u * $ku + 1u < DEGREE_LEAST || 2u * $ku + 1u < degree) { atomicAdd(&sums[columns_of >> 16u], sums_of_pair(odd_$k)); } }
#end
    }
    workgroupBarrier();
    iterations += vec2u(1u);
  }
}
