// Layered: a check subtracts its last message from the posteriors, and adds its new message to the difference. The
// kernel declares `variable_words` [variable][symbol a][word of frames], posteriors, and `check_to_variable`
// [edge][word of symbols x][word of frames].
#import nonbinary/schedules/edges
// Posteriors and messages stay in their places.
const COMPACTS_MESSAGES: bool = false;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  let posterior = posterior_of(variable_words[(edge.x * Q + a) * run_slots() + slot]);
  if (run.iteration == 0u) { return posterior; }
  let message = symbol_value(check_to_variable[(e * WORDS + x / SYMBOLS_PER_WORD) * run_slots() + slot], x);
  return without(posterior, message);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
  put_message(e, x, shift, values, slot);
  for (var u = 0u; u < QUAD; u++) {
    let a = quotient(edge.y, (x + u) ^ shift);
    variable_words[(edge.x * Q + a) * run_slots() + slot] = posterior_word(together(input[u], rounded(values[u])));
  }
}
