// nonbinary/nodes/joint-contiguous: the variables of a pair of codes as nonbinary/nodes/joint-spread, flooding and bit for bit, where the words of a
// vector follow each other in memory, so that few frames fill whole lines. q / PART invocations have a vector. They read and write it in the order
// x = h·a of the check and permute it in workgroup memory. Numbers of symbols are linear over GF(2), so that an invocation's x follow from its first
// and from one for each bit of their place. A workgroup has the X and the Z error of a symbol, each of which needs the other's messages.
// in   as nonbinary/nodes/joint, SYMBOLS_PER_WORD = 1, but check_to_variable [edge][slot][symbol x]
// out  variable_to_check [edge][slot][symbol x], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable of the first half (x) and slot (y, z); q / PART invocations for it and for that of the second half
#import common/run, common/workgroup-slot, <storage>, <domain>

#in variable_start: u32, variable_edges: vec2u, products: u32, active_list: u32, check_to_variable: u32, coupling: f32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots, nonbinary/nodes/joint-vectors

// A vector of each variable; the variables' banks differ.
var<workgroup> vectors: array<array<u32, Q + GROUPS>, 2>;
var<workgroup> exchanged: array<array<array<Value, GROUPS + PAD>, PART>, 2>;
var<workgroup> greatest: array<array<Value, GROUPS>, 2>;
var<workgroup> likeliest: array<array<Symbols, GROUPS>, 2>;

@compute @workgroup_size(2 * GROUPS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= slots_of(active_frames())) { return; }
  let word = entry_slot(entry_at(slot));
  let side = invocation / GROUPS;
  let group = invocation % GROUPS;
  let is_z = side == 1u;
  let n = workgroup.x + side * (N / 2u);
  let first = variable_start[n];
#if REGULAR: const degree = UNROLLED_DEGREE;
#else: let degree = variable_start[n + 1u] - first;
  // All loads are issued together.
#for k in 0..UNROLLED_DEGREE
  let edge_$k = variable_edges[first + min($ku, degree - 1u)];
  let from_$k = (edge_$k.x * message_slots() + slot) * Q + group;
#for j in 0..PART: let w_$k_$j = check_to_variable[from_$k + $ju * GROUPS];
#end
  // Numbers of the symbols group·PART + j by their errors: symbols of the field and, of an edge, of its check.
  let a = symbol_at(group * PART, is_z);
#for l in LENGTHS_0: let a_of_$l = symbol_at($lu, is_z);
#for k in 0..UNROLLED_DEGREE
  let row_$k = edge_$k.y * Q;
  let x_$k = products[row_$k + a];
#for l in LENGTHS_0: let x_$k_of_$l = products[row_$k + a_of_$l];
#for j in 0..PART: vectors[side][$ju * GROUPS + group] = w_$k_$j;
  workgroupBarrier();
#for j in 0..PART
  var x_$k_$j = x_$k;
#for l in LENGTHS_0: if (($ju & $lu) != 0u) { x_$k_$j ^= x_$k_of_$l; }
  let r_$k_$j = select(as_value(NOTHING_KNOWN), symbol_value(vectors[side][x_$k_$j], 0u), $ku < degree);
#end
  workgroupBarrier();
#end

  // What the own messages say about the other variable's errors.
  let p = factor(!is_z);
  var t: array<Value, PART>;
#for j in 0..PART
  t[$j] = as_value(1.0);
#for k in 0..UNROLLED_DEGREE: t[$j] = together(t[$j], r_$k_$j);
#end
  couple_0(&t, p);
#for j in 0..PART: exchanged[side][$j][group] = t[$j];
  workgroupBarrier();
#for j in 0..PART: t[$j] = exchanged[side][group * LOW + $ju % LOW][$ju / LOW];
  couple_1(&t, p);
  var most = t[0];
#for j in 1..PART: most = max(most, t[$j]);
  greatest[side][group] = most;
  workgroupBarrier();
  for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[side][g]); }
  let scale = as_value(1.0) / most;
#for j in 0..PART: exchanged[side][group * LOW + $ju % LOW][$ju / LOW] = max(t[$j] * scale, as_value(PRIOR_LEAST));
  workgroupBarrier();
#for j in 0..PART: let prior_$j = exchanged[1u - side][$j][group];

  let last = run.iteration + 1u == ITERATIONS;
  if (!last) {
#for k in 0..UNROLLED_DEGREE
    workgroupBarrier();
#for j in 0..PART
    {
      var sum = prior_$j;
#for i in 0..UNROLLED_DEGREE: if ($i != $k) { sum = together(sum, r_$i_$j); }
      vectors[side][x_$k_$j] = posterior_word(sum);
    }
#end
    workgroupBarrier();
    if ($ku < degree) {
#for j in 0..PART: variable_to_check[from_$k + $ju * GROUPS] = vectors[side][$ju * GROUPS + group];
    }
#end
  }
  if (!COMPACTS && !last) { return; }
  var best_value = as_value(0.0);
  var best = same_symbol(0u);
#for j in 0..PART
  {
    var at = a;
#for l in LENGTHS_0: if (($ju & $lu) != 0u) { at ^= a_of_$l; }
    var all = prior_$j;
#for k in 0..UNROLLED_DEGREE: all = together(all, r_$k_$j);
    let is_better = (all > best_value) | ((all == best_value) & (same_symbol(at) < best));
    best = choose_symbols(best, same_symbol(at), is_better);
    best_value = choose_value(best_value, all, is_better);
  }
#end
  greatest[side][group] = best_value;
  likeliest[side][group] = best;
  workgroupBarrier();
  if (group > 0u) { return; }
  for (var g = 1u; g < GROUPS; g++) {
    let value = greatest[side][g];
    let symbol = likeliest[side][g];
    let is_better = (value > best_value) | ((value == best_value) & (symbol < best));
    best = choose_symbols(best, symbol, is_better);
    best_value = choose_value(best_value, value, is_better);
  }
  put_decision(n, slot, word, best);
}
