// Labels of the uses of a modulation of axes, behind the N symbols of `symbol_use`: [use][BITS] symbol or PADDING, then the place of each
// symbol in them or PADDING, then the symbols that are not sent. The kernel declares `symbol_use` and `codeword`.
const STREAM_NOISE: u32 = 0u;
const PADDING: u32 = 0xffffffffu;
const LABELS_AT: u32 = N;
const PLACES_AT: u32 = LABELS_AT + USES * BITS;
const UNSENT_AT: u32 = PLACES_AT + N;
// Row of the value 0 in the table of LLRs, and the points behind the table.
const ORIGIN: i32 = 16384;
const POINTS_AT: u32 = 32768u * BITS;

// The symbol that is bit j of a use's label.
fn symbol_of(use_of_bit: u32, j: u32) -> u32 { return symbol_use[LABELS_AT + use_of_bit * BITS + j]; }

// Bit j of a use's label in 32 frames; `at` is the place of their words.
fn sent_of(at: u32, use_of_bit: u32, j: u32) -> u32 {
  let n = symbol_of(use_of_bit, j);
  return select(codeword[at + min(n, N - 1u)], 0u, n == PADDING);
}
