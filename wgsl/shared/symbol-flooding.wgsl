// Flooding: a check reads its variables' messages, not normalised, and writes its own to the same frame's place. The
// kernel declares `variable_words` [edge][word of symbols a][place of the iteration before] and `check_to_variable`
// [edge][word of symbols x][place].
#import shared/symbol-edges
const MOVES_MESSAGES: bool = true;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, place: u32, before: u32) -> f32 {
  return symbol_value(variable_words[(e * WORDS + a / SYMBOLS_PER_WORD) * run.frames + before], a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: vec4f, input: vec4f, place: u32) {
  put_message(e, x, shift, values, place);
}
