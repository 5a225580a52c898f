// Flooding: a check reads its variables' messages, not normalised, and writes its own to the same frame's place. The
// kernel declares `variable_words` [edge][word of symbols][slot of the iteration before], symbols in the order x of the
// check where a word holds one, else a, and `check_to_variable` [edge][word of symbols x][slot].
#import nonbinary/schedules/flooding-messages

fn raw_word(e: u32, edge: vec2u, a: u32, x: u32, before: u32) -> u32 {
  let word = select(a / SYMBOLS_PER_WORD, x, SYMBOLS_PER_WORD == 1u);
  return variable_words[place(e, word, message_slots(), before)];
}
