// Messages of LEVELS levels in memory: a lane holds SYMBOLS_PER_LANE symbols of SYMBOL_BITS each, numbers 1 … LEVELS,
// which are the message plus one. A thermometer would need LEVELS bits for the same number, and memory bounds the
// decoders. BLOCK_SYMBOLS symbols begin with a word and fill BLOCK_WORDS. A message has MESSAGE_WORDS words. PART
// symbols, which are loaded and stored at a time, have PART_WORDS. The kernel imports nonbinary/formats/levels and
// declares alias Vector = array<u32, Q>.
alias PartWords = array<u32, PART_WORDS>;
const NUMBER: u32 = (1u << SYMBOL_BITS) - 1u;

// Where the words of a part that begins with symbol `block` lie in a message.
fn part_start(block: u32) -> u32 { return block / BLOCK_SYMBOLS * BLOCK_WORDS; }

// The numbers of a part's symbols.
fn unpack(words: ptr<function, PartWords>, block: u32, to: ptr<function, Vector>) {
#for x in 0..PART
  (*to)[block + $xu] = (NUMBER * LANES) & ((*words)[$xu / BLOCK_SYMBOLS * BLOCK_WORDS + $xu % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> ($xu % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
#end
}

fn pack(numbers: ptr<function, Vector>, block: u32) -> PartWords {
  var words: PartWords;
#for x in 0..PART
  words[$xu / BLOCK_SYMBOLS * BLOCK_WORDS + $xu % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + $xu] << ($xu % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
#end
  return words;
}
