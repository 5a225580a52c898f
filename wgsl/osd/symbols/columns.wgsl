// osd/symbols/columns: the positions in the order of the search, and the parity symbols that a change of each information symbol changes.
// in   rows [frame][word][ROWS], basis [frame][N + 2·RANK] (osd/symbols/reduce)
// out  places [frame][N] positions: of parity from the most reliable on, then of information from the least reliable on; columns
//      [frame][word][K + 1]: byte b of word w is the factor of parity place 4·w + b; column K has the errors of parity without a flip
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share places and columns
// exact: elements of GF(q)
#import common/run, common/workgroup-slot, common/arithmetic/packed-galois

#in rows: u32, basis: u32
#out places: u32, columns: u32

const WORDS: u32 = N / 4u + 1u;
const PARITY_WORDS: u32 = (RANK + 3u) / 4u;
const K: u32 = N - RANK;

// The parity symbols of a column of the reduced H, four places from 4·word on.
fn parity_of(slot: u32, taken: u32, word: u32, position: u32) -> u32 {
  let column = (slot * WORDS + (position >> 2u)) * ROWS;
  var symbols = 0u;
  for (var b = 0u; b < min(4u, RANK - 4u * word); b++) {
    let number = RANK - 1u - (4u * word + b);
    let symbol = byte_of(rows[column + basis[taken + N + number]], position);
    symbols |= scaled(symbol, basis[taken + N + RANK + number]) << (8u * b);
  }
  return symbols;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(id);
  if (slot >= run.frames) { return; }
  let frame = slot * N;
  let taken = slot * (N + 2u * RANK);
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < N) { places[frame + i] = basis[taken + select(i, RANK - 1u - i, i < RANK)]; }
  }
  for (var base = 0u; base <= K; base += INVOCATIONS) {
    let i = base + invocation;
    if (i <= K) {
      var position = N;
      if (i < K) { position = basis[taken + RANK + i]; }
      for (var word = 0u; word < PARITY_WORDS; word++) {
        columns[(slot * PARITY_WORDS + word) * (K + 1u) + i] = parity_of(slot, taken, word, position);
      }
    }
  }
}
