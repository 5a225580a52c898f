// nonbinary/variable-contiguous: the variables of nonbinary/variable, as probabilities, where the words of a vector follow each other in memory, so
// that few frames fill whole lines. q / PART invocations have a vector. They read and write it in the order x = h·a of the check and permute it in
// workgroup memory. Numbers of symbols are linear over GF(2), so that an invocation's x follow from its first and from one for each bit of their place.
// JOINT: the variables of a pair of codes, with the priors of nonbinary/nodes/joint-spread. A workgroup has two variables: the X and the Z error of a
// symbol, each of which needs the other's messages; else any two. Bits are those of the kernels with other layouts.
// in   variable_start, variable_edges, products as nonbinary/variable; JOINT: variable_start as nonbinary/nodes/joint
//      channel [variable][word of frames][symbol a]; JOINT: coupling in its place
//      check_to_variable [edge][slot][symbol x], lists
// out  variable_to_check [edge][slot][symbol x], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable of the first half (x) and slot (y, z); q / PART invocations for it and for that of the second half
#import common/run
#import common/workgroup-slot
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
#if JOINT
@group(0) @binding(4) var<storage, read> coupling: array<f32>;
#else
@group(0) @binding(4) var<storage, read> channel: array<u32>;
#end
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

#import common/active-frames/slots

const GROUPS: u32 = Q / PART; // invocations of a vector
const HALF: u32 = (N + 1u) / 2u;
#if JOINT
const LOW: u32 = PART / GROUPS; // neighbours among them that an invocation has in the second order
const PRIOR_LEAST: f32 = 8.756e-27; // e^-60
#end

// A vector of each variable; the variables' banks differ.
var<workgroup> vectors: array<array<u32, Q + GROUPS>, 2>;
#if JOINT
var<workgroup> exchanged: array<array<array<Value, GROUPS + PAD>, PART>, 2>;
#end
var<workgroup> greatest: array<array<Value, GROUPS>, 2>;
var<workgroup> likeliest: array<array<Symbols, GROUPS>, 2>;

@compute @workgroup_size(2 * GROUPS)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= slots_of(occupied_frames())) { return; }
  let knows_nothing = is_refilled(slot);
  let word = entry_slot(entry_at(slot));
  let side = invocation / GROUPS;
  let group = invocation % GROUPS;
  let is_z = side == 1u;
  let exists = workgroup.x + side * HALF < N;
  let n = select(workgroup.x, workgroup.x + side * HALF, exists);
  let first = variable_start[n];
#if REGULAR
  const degree = UNROLLED_DEGREE;
#else
  let degree = variable_start[n + 1u] - first;
#end
  // All loads are issued together.
#if !JOINT
#for j in 0..PART
  let c_$j = channel[(n * run_slots() + word) * Q + $ju * GROUPS + group];
#end
#end
#for k in 0..UNROLLED_DEGREE
  let edge_$k = variable_edges[first + min($ku, degree - 1u)];
  let from_$k = (edge_$k.x * message_slots() + slot) * Q + group;
#for j in 0..PART
  let w_$k_$j = check_to_variable[from_$k + $ju * GROUPS];
#end
#end
  // Numbers of the symbols group·PART + j by their errors: symbols of the field and, of an edge, of its check.
  let a = symbol_at(group * PART, is_z);
#for l in LOW_LENGTHS
  let a_of_$l = symbol_at($lu, is_z);
#end
#for k in 0..UNROLLED_DEGREE
  let row_$k = edge_$k.y * Q;
  let x_$k = products[row_$k + a];
#for l in LOW_LENGTHS
  let x_$k_of_$l = products[row_$k + a_of_$l];
#end
#for j in 0..PART
  vectors[side][$ju * GROUPS + group] = w_$k_$j;
#end
  workgroupBarrier();
#for j in 0..PART
  var x_$k_$j = x_$k;
#for l in LOW_LENGTHS
  if (($ju & $lu) != 0u) { x_$k_$j ^= x_$k_of_$l; }
#end
  let r_$k_$j = select(as_value(NOTHING_KNOWN), symbol_value(vectors[side][x_$k_$j], 0u), $ku < degree && !knows_nothing);
#end
  workgroupBarrier();
#end

#if !JOINT
#for j in 0..PART
  vectors[side][$ju * GROUPS + group] = c_$j;
#end
  workgroupBarrier();
#for j in 0..PART
  let prior_$j = symbol_value(vectors[side][group * PART + $ju], 0u);
#end
#else
  // What the own messages say about the other variable's errors.
  let p00 = coupling[0];
  let p01 = coupling[select(1u, 2u, is_z)];
  let p10 = coupling[select(2u, 1u, is_z)];
  let p11 = coupling[3];
  var t: array<Value, PART>;
#for j in 0..PART
  t[$j] = as_value(1.0);
#for k in 0..UNROLLED_DEGREE
  t[$j] = together(t[$j], r_$k_$j);
#end
#end
#for l in LOW_LENGTHS
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let u = t[$k];
    let v = t[$ku | $lu];
    t[$k] = p00 * u + p01 * v;
    t[$ku | $lu] = p10 * u + p11 * v;
  }
#end
#end
#for j in 0..PART
  exchanged[side][$j][group] = t[$j];
#end
  workgroupBarrier();
#for j in 0..PART
  t[$j] = exchanged[side][group * LOW + $ju % LOW][$ju / LOW];
#end
#for l in HIGH_LENGTHS
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let u = t[$k];
    let v = t[$ku | $lu];
    t[$k] = p00 * u + p01 * v;
    t[$ku | $lu] = p10 * u + p11 * v;
  }
#end
#end
  var most = t[0];
#for j in 1..PART
  most = max(most, t[$j]);
#end
  greatest[side][group] = most;
  workgroupBarrier();
  for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[side][g]); }
  let scale = as_value(1.0) / most;
#for j in 0..PART
  exchanged[side][group * LOW + $ju % LOW][$ju / LOW] = max(t[$j] * scale, as_value(PRIOR_LEAST));
#end
  workgroupBarrier();
#for j in 0..PART
  let prior_$j = exchanged[1u - side][$j][group];
#end
#end

  let last = !knows_nothing && iteration_at(slot) + 1u == ITERATIONS;
  if (!last) {
#for k in 0..UNROLLED_DEGREE
    workgroupBarrier();
#for j in 0..PART
    {
      var sum = prior_$j;
#for i in 0..UNROLLED_DEGREE
      if ($i != $k) { sum = together(sum, r_$i_$j); }
#end
      vectors[side][x_$k_$j] = posterior_word(sum);
    }
#end
    workgroupBarrier();
    if ($ku < degree && exists) {
#for j in 0..PART
      variable_to_check[from_$k + $ju * GROUPS] = vectors[side][$ju * GROUPS + group];
#end
    }
#end
  }
  if ((!COMPACTS && !last) || knows_nothing) { return; }
  var best_value = as_value(0.0);
  var best = same_symbol(0u);
#for j in 0..PART
  {
    var at = a;
#for l in LOW_LENGTHS
    if (($ju & $lu) != 0u) { at ^= a_of_$l; }
#end
    var all = prior_$j;
#for k in 0..UNROLLED_DEGREE
    all = together(all, r_$k_$j);
#end
    let is_better = (all > best_value) | ((all == best_value) & (same_symbol(at) < best));
    best = choose_symbols(best, same_symbol(at), is_better);
    best_value = choose_value(best_value, all, is_better);
  }
#end
  greatest[side][group] = best_value;
  likeliest[side][group] = best;
  workgroupBarrier();
  if (group > 0u || !exists) { return; }
  for (var g = 1u; g < GROUPS; g++) {
    let value = greatest[side][g];
    let symbol = likeliest[side][g];
    let is_better = (value > best_value) | ((value == best_value) & (symbol < best));
    best = choose_symbols(best, symbol, is_better);
    best_value = choose_value(best_value, value, is_better);
  }
  let done = done_frames(slot);
  for (var of_word = 0u; of_word < SLOT_FRAMES; of_word++) {
    // Done frames continue only with the other frames of their word.
    let frame = word * SLOT_FRAMES + of_word;
    if (frame < run.frames && ((done >> of_word) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol_in(best, of_word); }
  }
}

// The element of a set of a symbol's qubits, where the Z errors of a pair are numbered by their qubits.
fn symbol_at(errors: u32, is_z: bool) -> u32 {
#if JOINT
  return select(errors, variable_start[ELEMENTS_AT + errors], is_z);
#else
  return errors;
#end
}
