// Vectors of a pair of codes over invocations with PART consecutive symbols each, then with as many that have the other bits of their numbers. The
// kernel declares `variable_start` and `coupling` as nonbinary/nodes/joint and, unless it is LAYERED, `symbols` [variable][frame]; it imports run,
// domain and common/active-frames/slots.
const GROUPS: u32 = Q / PART; // invocations of a vector
const LOW: u32 = PART / GROUPS; // neighbours among them that an invocation has in the second order
const PRIOR_LEAST: f32 = 8.756e-27; // e^-60

// The element of a set of a symbol's qubits.
fn symbol_at(errors: u32, is_z: bool) -> u32 { return select(errors, variable_start[ELEMENTS_AT + errors], is_z); }

// P of both bits of a qubit for the priors of one side, Z or X: the other side's bit is the column.
fn factor(is_z: bool) -> vec4f {
  return vec4f(coupling[0], coupling[select(2u, 1u, is_z)], coupling[select(1u, 2u, is_z)], coupling[3]);
}

// What a vector says about the other side: the factor of each qubit whose bits the invocation's symbols have, in the first order and in the second.
#for o in 0..2
fn couple_$o(t: ptr<function, array<Value, PART>>, p: vec4f) {
#for l in LENGTHS_$o
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let u = (*t)[$k];
    let v = (*t)[$ku | $lu];
    (*t)[$k] = p[0] * u + p[1] * v;
    (*t)[$ku | $lu] = p[2] * u + p[3] * v;
  }
#end
#end
}
#end

#if !LAYERED
fn put_decision(n: u32, slot: u32, word: u32, best: Symbols) {
  let done = done_frames(slot);
  for (var of_word = 0u; of_word < SLOT_FRAMES; of_word++) {
    // Done frames continue only with the other frames of their word.
    let frame = word * SLOT_FRAMES + of_word;
    if (frame < run.frames && ((done >> of_word) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol_in(best, of_word); }
  }
}
#end
