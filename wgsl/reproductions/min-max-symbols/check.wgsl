// reproductions/min-max-symbols/check: R_{m,n}(a) = min over the configurations with n = a that satisfy the check of max over the other
// variables of Q_{m,n'}(a_{n'}) by the forward-backward algorithm (nonbinary paper, Algorithm 2, section IV-E).
// in   check_start [M + 1], check_edges [edge] (variable, value h, base, stride), galois_tables
//      variable_to_check [frame][message], symbol a of an edge at base + a·stride; ≥ 0
//      unsatisfied [iteration][frame]: frames whose previous iteration left it 0 are done
//      syndrome [frame][M] of field elements s, Σ h·a = s, only if SYNDROME, else one unused element: s is 0
// out  check_to_variable [frame][message]
// tmp  metrics [frame][check][2][degree][q]: F and B, only if METRICS_IN_STORAGE, else one unused element
// map  one invocation per SYMBOLS_PER_INVOCATION field elements (1: the paper's mapping), CHECKS_PER_WORKGROUP checks per workgroup;
//      workgroup y = frame
// exact: minima and maxima only
//
// Messages are permuted by h on input, x = h·a, and back on output, so that the trellis steps are C(c) = min_x
// max(A(x), B(c ⊕ x)). If the sum of the other edges is y, x is y ⊕ s. Step i computes F_i and B_{d−1−i}, which are
// independent, in one pass.
#import common/run, common/workgroup-slot, common/arithmetic/galois, common/bound

#in check_start: u32, check_edges: vec4u, galois_tables: u32, variable_to_check: f32, unsatisfied: u32, syndrome: u32
#out check_to_variable: f32, metrics: f32

#import common/active-frames/done, common/check-sum

const LARGEST: f32 = 3.0e38;   // greater than any message: the neutral element of min
const CHECK_INVOCATIONS: u32 = Q / SYMBOLS_PER_INVOCATION;  // invocations of one check
const UNROLL: u32 = max(SYMBOLS_PER_INVOCATION, min(Q, 8u));
const BLOCK: u32 = DEGREE * Q; // F or B of one check
const LOCAL_METRICS: u32 = select(CHECKS_PER_WORKGROUP * 2u * BLOCK, 1u, METRICS_IN_STORAGE == 1u);

var<workgroup> local_metrics: array<f32, LOCAL_METRICS>;
var<workgroup> staged_forward: array<f32, CHECKS_PER_WORKGROUP * Q>;
var<workgroup> staged_backward: array<f32, CHECKS_PER_WORKGROUP * Q>;

fn load_metric(index: u32) -> f32 {
  if (METRICS_IN_STORAGE == 1u) { return metrics[index]; }
  return local_metrics[index];
}

fn store_metric(index: u32, value: f32) {
  if (METRICS_IN_STORAGE == 1u) { metrics[index] = value; } else { local_metrics[index] = value; }
}

fn metrics_barrier() {
  if (METRICS_IN_STORAGE == 1u) { storageBarrier(); }
  workgroupBarrier();
}

alias Symbols = array<f32, SYMBOLS_PER_INVOCATION>;

// One block of a trellis step, all in registers: least[i] = min(least[i], max_j(left[j], right[i ⊕ j])).
fn relax(least: ptr<function, Symbols>, left: Symbols, right: Symbols) {
  for (var i = 0u; i < SYMBOLS_PER_INVOCATION; i++) {
    for (var j = 0u; j < SYMBOLS_PER_INVOCATION; j++) { (*least)[i] = min((*least)[i], max(left[j], right[i ^ j])); }
  }
}

// F_s and B_t of this invocation's symbols, from F_{s − 1}, B_{t + 1} and the staged messages.
fn trellis_steps(s: u32, t: u32, forward: u32, backward: u32, stage: u32, own: u32, symbols: u32) {
  var least_forward: Symbols;
  var least_backward: Symbols;
  for (var i = 0u; i < SYMBOLS_PER_INVOCATION; i++) {
    least_forward[i] = LARGEST;
    least_backward[i] = LARGEST;
  }
  for (var block = 0u; block < symbols; block += UNROLL) {
    for (var step = 0u; step < UNROLL; step += SYMBOLS_PER_INVOCATION) {
      let x = block + step;
      var before: Symbols;
      var after: Symbols;
      var up: Symbols;
      var down: Symbols;
      for (var j = 0u; j < SYMBOLS_PER_INVOCATION; j++) {
        before[j] = load_metric(forward + (s - 1u) * Q + x + j);
        up[j] = staged_forward[stage + (own ^ x) + j];
        after[j] = load_metric(backward + (t + 1u) * Q + x + j);
        down[j] = staged_backward[stage + (own ^ x) + j];
      }
      relax(&least_forward, before, up);
      relax(&least_backward, after, down);
    }
  }
  for (var i = 0u; i < SYMBOLS_PER_INVOCATION; i++) {
    store_metric(forward + s * Q + own + i, least_forward[i]);
    store_metric(backward + t * Q + own + i, least_backward[i]);
  }
}

// The inputs of edge e of a check for the sums of this invocation's symbols.
fn combined(e: u32, degree: u32, forward: u32, backward: u32, own: u32, symbols: u32) -> Symbols {
  var least: Symbols;
  for (var i = 0u; i < SYMBOLS_PER_INVOCATION; i++) {
    least[i] = LARGEST;
    if (degree == 1u) {
      least[i] = select(LLR_BOUND, 0.0, own + i == 0u); // such a check forces its variable
    } else if (e == 0u) {
      least[i] = load_metric(backward + Q + own + i);
    } else if (e == degree - 1u) {
      least[i] = load_metric(forward + (degree - 2u) * Q + own + i);
    }
  }
  if (e > 0u && e + 1u < degree) {
    for (var block = 0u; block < symbols; block += UNROLL) {
      for (var step = 0u; step < UNROLL; step += SYMBOLS_PER_INVOCATION) {
        let x = block + step;
        var before: Symbols;
        var after: Symbols;
        for (var j = 0u; j < SYMBOLS_PER_INVOCATION; j++) {
          before[j] = load_metric(forward + (e - 1u) * Q + x + j);
          after[j] = load_metric(backward + (e + 1u) * Q + (own ^ x) + j);
        }
        relax(&least, before, after);
      }
    }
  }
  return least;
}

@compute @workgroup_size(CHECKS_PER_WORKGROUP * CHECK_INVOCATIONS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames || frame_done(slot)) { return; }
  load_galois_tables(invocation, CHECKS_PER_WORKGROUP * CHECK_INVOCATIONS);
  // Q, but unknown to the compiler: Mesa would unroll loops over x with constant bounds completely and take 4 to 25 s
  // for the kernel. Blocks of a few steps are unrolled everywhere, which gives all of the gain.
  let symbols = select(Q, 0u, run.frames == 0u);
  let in_workgroup = invocation / CHECK_INVOCATIONS;
  let own = (invocation % CHECK_INVOCATIONS) * SYMBOLS_PER_INVOCATION; // first symbol of this item, at the beginning of an aligned block
  let m = workgroup.x * CHECKS_PER_WORKGROUP + in_workgroup;
  // Invocations without a check in the last group run with degree 0, because all invocations must meet every barrier.
  let exists = m < M;
  let first = check_start[min(m, M - 1u)];
  let degree = select(0u, check_start[min(m, M - 1u) + 1u] - first, exists);
  let frame = slot * MESSAGES;
  let forward = select(in_workgroup, slot * M + m, METRICS_IN_STORAGE == 1u) * 2u * BLOCK;
  let backward = forward + BLOCK;
  let stage = in_workgroup * Q;

  if (degree > 0u) {
    let low = check_edges[first];
    let high = check_edges[first + degree - 1u];
    for (var a = own; a < own + SYMBOLS_PER_INVOCATION; a++) {
      store_metric(forward + multiply(low.y, a), variable_to_check[frame + low.z + a * low.w]);
      store_metric(backward + (degree - 1u) * Q + multiply(high.y, a), variable_to_check[frame + high.z + a * high.w]);
    }
  }
  for (var s = 1u; s + 1u < DEGREE; s++) {
    let runs = s + 1u < degree;
    let t = degree - 1u - s;
    if (runs) {
      let up = check_edges[first + s];
      let down = check_edges[first + t];
      for (var a = own; a < own + SYMBOLS_PER_INVOCATION; a++) {
        staged_forward[stage + multiply(up.y, a)] = variable_to_check[frame + up.z + a * up.w];
        staged_backward[stage + multiply(down.y, a)] = variable_to_check[frame + down.z + a * down.w];
      }
    }
    metrics_barrier();
    if (runs) { trellis_steps(s, t, forward, backward, stage, own, symbols); }
    metrics_barrier();
  }
  if (DEGREE < 3u) { metrics_barrier(); }

  // Outputs for the possible sums y of the other edges in this item: h·a = y ⊕ s.
  let sum = check_sum(slot, min(m, M - 1u));
  for (var e = 0u; e < degree; e++) {
    let edge = check_edges[first + e];
    var least = combined(e, degree, forward, backward, own, symbols);
    for (var i = 0u; i < SYMBOLS_PER_INVOCATION; i++) {
      check_to_variable[frame + edge.z + divide((own + i) ^ sum, edge.y) * edge.w] = least[i];
    }
  }
}
