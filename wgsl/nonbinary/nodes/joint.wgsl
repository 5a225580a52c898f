// nonbinary/nodes/joint: the priors of the errors of one code of a pair from what the other code's checks say of the same symbol. With costs E of
// the partner, Σ of its messages, b(x) = −ln Σ_z P(x, z)·e^−E(z) less the least b. P(x, z) is a product over the symbol's qubits, so that log2 q
// steps of q/2 products of 2 × 2 compute the sum. X errors are the first half of the variables, Z errors the second.
// in   variable_start [N + 1], from VALUES_AT on the partner of each variable, variable_edges [edge] (edge, h) in variable-major order,
//      products [h][max(q, 4)] = h·a, lists, check_to_variable [edge][word of symbols][slot]
//      coupling P(no error), P(X), P(Z), P(Y) of a qubit; elements [set of Z errors of a symbol's qubits], then [element] the set
// out  priors [variable][word of symbols][word of frames]
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// private bytes: 4·q
#import common/run
#import nonbinary/nodes/numbers

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<u32>;
@group(0) @binding(4) var<storage, read> active_list: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> coupling: array<f32>;
@group(0) @binding(7) var<storage, read> elements: array<u32>;
@group(0) @binding(8) var<storage, read_write> priors: array<u32>;

#import common/active-frames/slots

const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const PRIOR_MOST: f32 = bitcast<f32>(PRIOR_MOST_BITS);
const PRIOR_LEAST: f32 = 8.756e-27; // e^-60
const LEAST: f32 = 1.0e-36;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames())) { return; }
  let n = workgroup.x;
  let word = entry_slot(entry_at(slot));
  let partner = variable_start[VALUES_AT + n];
  // P of both bits: the partner's is the column.
  let is_z = n >= N / 2u;
  let p00 = coupling[0];
  let p01 = coupling[select(2u, 1u, is_z)];
  let p10 = coupling[select(1u, 2u, is_z)];
  let p11 = coupling[3];
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    var b: array<f32, Q>;
#if !PROBABILITY
    var least = 3.0e38;
#end
    for (var a = 0u; a < Q; a++) {
      var said = f32(PROBABILITY);
      for (var k = variable_start[partner]; k < variable_start[partner + 1u]; k++) {
        let edge = variable_edges[k];
        let x = products[edge.y * max(Q, 4u) + a];
        let message = check_to_variable[(edge.x * WORDS + x / SYMBOLS_PER_WORD) * message_slots() + slot];
        let number = stored_in(message, message_half(x, lane), MESSAGES);
#if PROBABILITY
        said = max(said * number, LEAST);
#end
#if !PROBABILITY
        said += number;
#end
      }
      b[select(elements[Q + a], a, is_z)] = said;
#if !PROBABILITY
      least = min(least, said);
#end
    }
#if !PROBABILITY
    for (var a = 0u; a < Q; a++) { b[a] = max(exp(least - b[a]), LEAST); }
#end
    for (var length = 1u; length < Q; length *= 2u) {
      for (var i = 0u; i < Q / 2u; i++) {
        let low = 2u * i - (i & (length - 1u));
        let u = b[low];
        let v = b[low + length];
        b[low] = max(p00 * u + p01 * v, LEAST);
        b[low + length] = max(p10 * u + p11 * v, LEAST);
      }
    }
    var most = 0.0;
    for (var a = 0u; a < Q; a++) { most = max(most, b[a]); }
    for (var a = 0u; a < Q; a++) {
#if PROBABILITY
      let number = max(b[a] / most, PRIOR_LEAST);
#end
#if !PROBABILITY
      let number = min(log(most) - log(b[a]), PRIOR_MOST);
#end
      let at = select(a, elements[a], is_z);
      let place = (n * WORDS + at / SYMBOLS_PER_WORD) * run_slots() + word;
      let half = select(at & 1u, lane, SYMBOLS_PER_WORD == 1u);
      priors[place] = stored_with(priors[place], half, number, MESSAGES);
    }
  }
}
