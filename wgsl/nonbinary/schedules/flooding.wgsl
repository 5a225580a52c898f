// Flooding: a check reads its variables' messages, not normalised, and writes its own to the same frame's place. The
// kernel declares `variable_words` [edge][word of symbols][slot of the iteration before], symbols in the order x of the
// check where a word holds one, else a, and `check_to_variable` [edge][word of symbols x][slot].
#import nonbinary/schedules/edges
const COMPACTS_MESSAGES: bool = true;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  let word = select(a / SYMBOLS_PER_WORD, x, SYMBOLS_PER_WORD == 1u);
  return symbol_value(variable_words[(e * WORDS + word) * message_slots() + before], a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
  put_message(e, x, shift, values, slot);
}
