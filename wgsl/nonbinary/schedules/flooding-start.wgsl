// The first iteration of nonbinary/schedules/flooding: the variables' messages are their channel values, which a check reads itself, so that
// no kernel writes them edge by edge. The kernel declares `variable_words` [variable][word of symbols a][word of frames], channel values, and
// `check_to_variable` [edge][word of symbols x][word of frames].
#import nonbinary/schedules/edges
const COMPACTS_MESSAGES: bool = true;

fn raw_word(e: u32, edge: vec2u, a: u32, x: u32, before: u32) -> u32 {
  return variable_words[(edge.x * WORDS + a / SYMBOLS_PER_WORD) * run_slots() + before];
}

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  return symbol_value(raw_word(e, edge, a, x, before), a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
  put_message(e, x, shift, values, slot);
}
