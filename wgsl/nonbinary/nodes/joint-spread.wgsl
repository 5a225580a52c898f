// nonbinary/nodes/joint-spread: the variables of a pair of codes, flooding, with the priors of nonbinary/nodes/joint and the messages and decisions
// of nonbinary/variable in one, as probabilities, for a vector over q / PART invocations; LAYERED: the posteriors. Steps run on PART consecutive
// symbols, then on as many with the other bits of their numbers, as the transforms of nonbinary/rules/qspa-spread do: an invocation with a whole
// vector has it in memory, not in registers, and moves it there log2 q times.
// in   as nonbinary/nodes/joint, SYMBOLS_PER_WORD = 1
// out  variable_to_check [edge][symbol x = h·a][slot], but after the last iteration, and symbols [variable][frame] where they count: with early
//      termination, and after the last iteration; LAYERED: posteriors [variable][symbol][slot]
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable (x) and SLOTS slots (y, z); q / PART invocations per word of frames, words next to each other
#import common/run, common/workgroup-slot, <storage>, <domain>

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> active_list: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> coupling: array<f32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
#if !LAYERED: @group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

#import common/active-frames/slots, nonbinary/nodes/joint-vectors

var<workgroup> exchanged: array<array<array<Value, SLOTS>, GROUPS + PAD>, PART>;
var<workgroup> greatest: array<array<Value, SLOTS>, GROUPS>;
#if !LAYERED: var<workgroup> likeliest: array<array<Symbols, SLOTS>, GROUPS>;

@compute @workgroup_size(GROUPS * SLOTS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = slots_of(active_frames());
  let begin = workgroup_slot(workgroup) * SLOTS;
  if (begin >= end) { return; }
  let lane = invocation % SLOTS;
  let group = invocation / SLOTS;
  // Invocations without a slot repeat the last one and store nothing, because all invocations must meet every barrier.
  let slot = min(begin + lane, end - 1u);
  let word = entry_slot(entry_at(slot));
  let n = workgroup.x;
  let partner = variable_start[VALUES_AT + n];
  let is_z = n >= N / 2u;
  let p = factor(is_z);
  // Symbols are numbered by the errors of their qubits. Elements of the partner's:
#for j in 0..PART
  let a_$j = symbol_at(group * PART + $ju, !is_z);
  var t_$j = as_value(1.0);
#end
  for (var k = variable_start[partner]; k < variable_start[partner + 1u]; k++) {
    let edge = variable_edges[k];
#for j in 0..PART: t_$j = together(t_$j, message(edge, a_$j, slot));
  }
  var t: array<Value, PART>;
#for j in 0..PART: t[$j] = t_$j;
  couple_0(&t, p);
#for j in 0..PART: exchanged[$j][group][lane] = t[$j];
  workgroupBarrier();
#for j in 0..PART: t[$j] = exchanged[group * LOW + $ju % LOW][$ju / LOW][lane];
  couple_1(&t, p);
  var most = t[0];
#for j in 1..PART: most = max(most, t[$j]);
  greatest[group][lane] = most;
  workgroupBarrier();
  for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[g][lane]); }
  let scale = as_value(1.0) / most;
  let exists = begin + lane < end;
#if LAYERED
  if (!exists) { return; }
#for j in 0..PART
  {
    let at = symbol_at(($ju / LOW) * PART + group * LOW + $ju % LOW, is_z);
    var posterior = max(t[$j] * scale, as_value(PRIOR_LEAST));
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) { posterior = together(posterior, message(variable_edges[k], at, slot)); }
    variable_words[(n * Q + at) * run_slots() + slot] = posterior_word(posterior);
  }
#end
#else
  let first = variable_start[n];
#if REGULAR: const degree = UNROLLED_DEGREE;
#else: let degree = variable_start[n + 1u] - first;
#for k in 0..UNROLLED_DEGREE
  var edge_$k = vec2u(0u);
  if ($ku < degree) { edge_$k = variable_edges[first + $ku]; }
#end
  let last = run.iteration + 1u == ITERATIONS;
  var best_value = as_value(0.0);
  var best = same_symbol(0u);
#for j in 0..PART
  {
    let at = symbol_at(($ju / LOW) * PART + group * LOW + $ju % LOW, is_z);
    let prior = max(t[$j] * scale, as_value(PRIOR_LEAST));
    var all = prior;
#for k in 0..UNROLLED_DEGREE
    var r_$k = as_value(NOTHING_KNOWN);
    if ($ku < degree) { r_$k = message(edge_$k, at, slot); }
    all = together(all, r_$k);
#end
#for k in 0..UNROLLED_DEGREE
    if ($ku < degree && exists && !last) {
      var sum = prior;
#for i in 0..UNROLLED_DEGREE: if ($i != $k) { sum = together(sum, r_$i); }
      variable_words[(edge_$k.x * Q + products[edge_$k.y * Q + at]) * message_slots() + slot] = posterior_word(sum);
    }
#end
    let is_better = (all > best_value) | ((all == best_value) & (same_symbol(at) < best));
    best = choose_symbols(best, same_symbol(at), is_better);
    best_value = choose_value(best_value, all, is_better);
  }
#end
  if (!COMPACTS && !last) { return; }
  workgroupBarrier();
  greatest[group][lane] = best_value;
  likeliest[group][lane] = best;
  workgroupBarrier();
  if (group > 0u || !exists) { return; }
  for (var g = 1u; g < GROUPS; g++) {
    let value = greatest[g][lane];
    let symbol = likeliest[g][lane];
    let is_better = (value > best_value) | ((value == best_value) & (symbol < best));
    best = choose_symbols(best, symbol, is_better);
    best_value = choose_value(best_value, value, is_better);
  }
  put_decision(n, slot, word, best);
#end
}

fn message(edge: vec2u, a: u32, slot: u32) -> Value {
  let x = products[edge.y * Q + a];
  return symbol_value(check_to_variable[(edge.x * Q + x) * message_slots() + slot], x);
}
