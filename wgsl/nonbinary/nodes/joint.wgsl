// nonbinary/nodes/joint: the priors of the errors of one code of a pair from what the other code's checks say of the same symbol. With the
// probabilities E of the partner's errors, Π of its messages, b(x) = Σ_z P(x, z)·E(z) over the greatest b. P(x, z) is a product over the symbol's
// qubits, so that log2 q steps of q/2 products of 2 × 2 compute the sum. X errors are the first half of the variables, Z errors the second.
// in   variable_start [N + 1], from VALUES_AT on the partner of each variable, from ELEMENTS_AT on the element [set of Z errors of a symbol's
//      qubits], then the set [element], variable_edges [edge] (edge, h) in variable-major order,
//      products [h][max(q, 4)] = h·a, lists, check_to_variable [edge][word of symbols][slot]
//      coupling P(no error), P(X), P(Z), P(Y) of a qubit
// out  flooding: channel [variable][word of symbols][word of frames], the priors
//      LAYERED: posteriors [variable][symbol][slot], priors together with the variable's own messages
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// private bytes: 4·q·SLOT_FRAMES
// exact: with GRID: factors have 12 bits, and a sum of two products is rounded to 12 bits
#import common/run, <storage>, <domain>

#in variable_start: u32, variable_edges: vec2u, products: u32, active_list: u32, check_to_variable: u32, coupling: f32
#out variable_words: u32

#import common/active-frames/slots

const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const QUAD: u32 = min(Q, 4u); // symbols written at once
const PRIOR_MOST: f32 = bitcast<f32>(PRIOR_MOST_BITS);
#if GRID
// Smaller factors are 0: with sums of at least LEAST every product is a normal number.
fn factor(p: f32) -> f32 { return select(bits_12(p), 0.0, p < 0x1p-26); }
fn mixed(p: f32, u: Value, r: f32, v: Value) -> Value { return max(bits_12(p * u + r * v), LEAST); }
fn normaliser(most: Value) -> Value { return to_half(most); }
const PRIOR_LEAST: f32 = 0x1p-58;
#else
fn factor(p: f32) -> f32 { return p; }
fn mixed(p: f32, u: Value, r: f32, v: Value) -> Value { return max(p * u + r * v, as_value(1.0e-36)); }
fn normaliser(most: Value) -> Value { return as_value(1.0) / most; }
const PRIOR_LEAST: f32 = 8.756e-27; // e^-60
#end

// The messages to a variable, together.
fn said_of(n: u32, a: u32, slot: u32) -> Value {
  var said = as_value(NOTHING_KNOWN);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    let x = products[edge.y * max(Q, 4u) + a];
    said = together(said, symbol_value(check_to_variable[(edge.x * WORDS + x / SYMBOLS_PER_WORD) * message_slots() + slot], x));
  }
  return said;
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames())) { return; }
  let n = workgroup.x;
  let word = entry_slot(entry_at(slot));
  let partner = variable_start[VALUES_AT + n];
  // P of both bits: the partner's is the column.
  let is_z = n >= N / 2u;
  let p00 = factor(coupling[0]);
  let p01 = factor(coupling[select(2u, 1u, is_z)]);
  let p10 = factor(coupling[select(1u, 2u, is_z)]);
  let p11 = factor(coupling[3]);
  var b: array<Value, Q>;
  var likeliest = said_of(partner, 0u, slot);
  b[0] = likeliest;
  for (var a = 1u; a < Q; a++) {
    let said = said_of(partner, a, slot);
    b[select(variable_start[ELEMENTS_AT + Q + a], a, is_z)] = said;
    likeliest = choose_value(likeliest, said, likelier(said, likeliest));
  }
#if PROBABILITY
  let scale = normaliser(likeliest);
  for (var a = 0u; a < Q; a++) { b[a] *= scale; }
#else
  for (var a = 0u; a < Q; a++) { b[a] = exp(likeliest - b[a]); }
#end
  for (var length = 1u; length < Q; length *= 2u) {
    for (var i = 0u; i < Q / 2u; i++) {
      let low = 2u * i - (i & (length - 1u));
      let u = b[low];
      let v = b[low + length];
      b[low] = mixed(p00, u, p01, v);
      b[low + length] = mixed(p10, u, p11, v);
    }
  }
  var most = b[0];
  for (var a = 1u; a < Q; a++) { most = max(most, b[a]); }
#if PROBABILITY
  let to_prior = normaliser(most);
  for (var a = 0u; a < Q; a++) { b[a] = max(b[a] * to_prior, as_value(PRIOR_LEAST)); }
#else
  for (var a = 0u; a < Q; a++) { b[a] = min(log(most) - log(b[a]), as_value(PRIOR_MOST)); }
#end
  for (var a = 0u; a < Q; a += QUAD) {
    var four = Four();
    for (var u = 0u; u < QUAD; u++) { four[u] = b[select(a + u, variable_start[ELEMENTS_AT + Q + a + u], is_z)]; }
    if (LAYERED == 1u) {
      for (var u = 0u; u < QUAD; u++) {
        variable_words[(n * Q + a + u) * run_slots() + slot] = posterior_word(together(four[u], said_of(n, a + u, slot)));
      }
    } else {
      let words = words_of(four);
      for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
        variable_words[(n * WORDS + a / SYMBOLS_PER_WORD + w) * run_slots() + word] = words[w];
      }
    }
  }
}
