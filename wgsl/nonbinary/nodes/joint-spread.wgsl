// nonbinary/nodes/joint-spread: the priors of nonbinary/nodes/joint, as probabilities, for a vector over q / PART invocations. Steps run on PART
// consecutive symbols, then on as many with the other bits of their numbers, as the transforms of nonbinary/rules/qspa-spread do: an invocation
// with a whole vector has it in memory, not in registers, and moves it there log2 q times.
// in, out  as nonbinary/nodes/joint, SYMBOLS_PER_WORD = 1
// map  one workgroup per variable (x) and WORDS_OF_FRAMES slots (y, z); q / PART invocations per word of frames, words next to each other
// workgroup bytes: 4·SLOT_FRAMES·WORDS_OF_FRAMES·(PART·(q/PART + PAD) + q/PART)
#import common/run
#import common/workgroup-slot
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> active_list: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> coupling: array<f32>;
@group(0) @binding(7) var<storage, read> elements: array<u32>;
@group(0) @binding(8) var<storage, read_write> variable_words: array<u32>;

#import common/active-frames/slots

const GROUPS: u32 = Q / PART; // invocations of a vector
const LOW: u32 = PART / GROUPS; // neighbours among them that an invocation has in the second order
const PRIOR_LEAST: f32 = 8.756e-27; // e^-60

var<workgroup> exchanged: array<array<array<Value, WORDS_OF_FRAMES>, GROUPS + PAD>, PART>;
var<workgroup> greatest: array<array<Value, WORDS_OF_FRAMES>, GROUPS>;

@compute @workgroup_size(GROUPS * WORDS_OF_FRAMES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = slots_of(active_frames());
  let begin = workgroup_slot(workgroup) * WORDS_OF_FRAMES;
  if (begin >= end) { return; }
  let lane = invocation % WORDS_OF_FRAMES;
  let group = invocation / WORDS_OF_FRAMES;
  // Invocations without a slot repeat the last one and store nothing, because all invocations must meet every barrier.
  let slot = min(begin + lane, end - 1u);
  let word = entry_slot(entry_at(slot));
  let n = workgroup.x;
  let partner = variable_start[VALUES_AT + n];
  // P of both bits: the partner's is the column.
  let is_z = n >= N / 2u;
  let p00 = coupling[0];
  let p01 = coupling[select(2u, 1u, is_z)];
  let p10 = coupling[select(1u, 2u, is_z)];
  let p11 = coupling[3];
  // Symbols are numbered by the errors of their qubits. Elements of the partner's:
#for j in 0..PART
  let a_$j = select(elements[group * PART + $ju], group * PART + $ju, is_z);
  var t_$j = as_value(1.0);
#end
  for (var k = variable_start[partner]; k < variable_start[partner + 1u]; k++) {
    let edge = variable_edges[k];
#for j in 0..PART
    t_$j = together(t_$j, message(edge, a_$j, slot));
#end
  }
  var t: array<Value, PART>;
#for j in 0..PART
  t[$j] = t_$j;
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
  exchanged[$j][group][lane] = t[$j];
#end
  workgroupBarrier();
#for j in 0..PART
  t[$j] = exchanged[group * LOW + $ju % LOW][$ju / LOW][lane];
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
  greatest[group][lane] = most;
  workgroupBarrier();
  for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[g][lane]); }
  if (begin + lane >= end) { return; }
  let scale = as_value(1.0) / most;
#for j in 0..PART
  {
    let i = ($ju / LOW) * PART + group * LOW + $ju % LOW;
    let at = select(i, elements[i], is_z);
    var prior = max(t[$j] * scale, as_value(PRIOR_LEAST));
    if (LAYERED == 1u) {
      for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) { prior = together(prior, message(variable_edges[k], at, slot)); }
    }
    // A word of posteriors is as one of priors here.
    variable_words[(n * Q + at) * run_slots() + select(word, slot, LAYERED == 1u)] = posterior_word(prior);
  }
#end
}

fn message(edge: vec2u, a: u32, slot: u32) -> Value {
  let x = products[edge.y * Q + a];
  return symbol_value(check_to_variable[(edge.x * Q + x) * message_slots() + slot], x);
}
