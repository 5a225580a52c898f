// Layered behind a rule of edges (nonbinary/nodes/edge): what a check reads stands in the place of its last message, and the posteriors have that
// message subtracted. What the rule took from the check stays in the posterior, else it would be lost to all other checks. The kernel declares
// `variable_words` [variable][symbol a][word of slots], posteriors, and `check_to_variable` [edge][word of symbols x][word of slots].
#import nonbinary/schedules/layered-put

fn raw_value(e: u32, _edge: vec2u, _a: u32, x: u32, slot: u32, _before: u32) -> Value {
  return symbol_value(check_to_variable[place(e, x / SYMBOLS_PER_WORD, run_slots(), slot)], x);
}

fn others_of(at: u32, _input: Value) -> Value { return posterior_of(variable_words[at]); }
