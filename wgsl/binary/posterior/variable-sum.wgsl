// The sum of a variable of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), in the order of
// its list. The kernel declares list_start and list_edge (src/decoder/binary/variable-lists.ts: where the list of a block
// column, or variable, begins; first message of a circulant and shift, or a message and 0) and the buffers channel and
// messages, and imports lanes, <variable>, the rule of a variable's prior, and common/word-index. The posterior of the iteration before is
// load_posterior, which it declares too, and the rule's value of a variable variable_value. PRIORS: the rule is not the plain one. LOADED_TOGETHER, a multiple of PARTIAL_SUMS: messages loaded at once.
fn variable_sum(word: u32, n: u32) -> u32 {
  let column = n / BLOCK;
  let j = n % BLOCK;
  var sums: array<Wide, PARTIAL_SUMS>;
  sums[0] = prior_of(word, n);
  let last = list_start(column + 1u);
  // On a GPU several loads overlap: one after the other they would make a variable of high degree slow.
  for (var k = list_start(column); k < last; k += LOADED_TOGETHER) {
#for u in 0..LOADED_TOGETHER
    let edge$u = list_edge(k + min($uu, last - 1u - k));
    let message$u = entry_message(edge$u, j);
    let value$u = messages[word_index(word, message$u, MESSAGE_ELEMENTS)];
#end
#for u in 0..LOADED_TOGETHER
    if (($uu == 0u || k + $uu < last) && (ABSENT == 0xffffffffu || message$u != ABSENT)) {
      sums[$uu % PARTIAL_SUMS] += widen(value$u);
    }
#end
  }
  if (PARTIAL_SUMS == 1u) { return narrow(sums[0]); }
  var sum = widen(narrow(sums[0]));
#for i in 1..PARTIAL_SUMS: sum += widen(narrow(sums[$i]));
  return narrow(sum);
}

fn prior_of(word: u32, n: u32) -> Wide {
  let own = widen(channel[word_index(word, n, N)]);
#if PRIORS: return prior(own, widen(load_posterior(word, n)), n);
#else: return own;
}

#import binary/posterior/entry-message
