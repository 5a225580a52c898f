// The first iteration of nonbinary/schedules/layered: a check subtracts no message from the posteriors. The kernel declares
// `variable_words` [variable][symbol a][word of frames], posteriors, and `check_to_variable` [edge][word of symbols x][word of frames].
#import nonbinary/schedules/layered-put

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  return posterior_of(variable_words[(edge.x * Q + a) * run_slots() + slot]);
}

fn others_of(_at: u32, input: Value) -> Value { return input; }
