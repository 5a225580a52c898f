// Layered: a check subtracts its last message from the posteriors, and adds its new message to the difference. The
// kernel declares `variable_words` [variable][symbol a][word of slots], posteriors, and `check_to_variable`
// [edge][word of symbols x][word of slots].
#import nonbinary/schedules/layered-put

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  let posterior = posterior_of(variable_words[(edge.x * Q + a) * run_slots() + slot]);
  // The first iteration has no message, but reads one: loads under conditions would wait for each other.
  let message = symbol_value(check_to_variable[place(e, x / SYMBOLS_PER_WORD, run_slots(), slot)], x);
  return select(without(posterior, message), posterior, run.iteration == 0u);
}

fn others_of(_at: u32, input: Value) -> Value { return input; }
