// The first iteration of nonbinary/schedules/flooding: the variables' messages are their channel values, which a check reads itself, so that
// no kernel writes them edge by edge. The kernel declares `variable_words` [variable][word of symbols a][word of frames], channel values, and
// `check_to_variable` [edge][word of symbols x][word of frames].
#import nonbinary/schedules/flooding-messages

fn raw_word(e: u32, edge: vec2u, a: u32, x: u32, before: u32) -> u32 {
  return variable_words[place(edge.x, a / SYMBOLS_PER_WORD, run_slots(), before)];
}
