// osd/symbols/reduce: the least reliable basis of each frame over GF(q), and H reduced by it, as osd/reduce does over GF(2). Column N is
// the syndrome of the likeliest symbols. Rows keep their pivots: the row of a parity position holds a multiple of its equation.
// in   check_rows [word][ROWS] rows of H: byte b of word w is column 4·w + b; syndrome [frame][ROWS] (SYNDROME only);
//      likeliest [frame][N] (osd/symbols/costs); order [frame][N] (osd/order)
// out  basis [frame][N + 2·RANK]: RANK parity positions, then the information positions, both from the least reliable on, then the row
//      of each parity position, and the inverse of the row's pivot; unsatisfied [frame] 1 where no word has the syndrome
// tmp  rows [frame][word][ROWS], taken [frame][ROWS] 1 where a row has a parity position
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the rows
// exact: elements of GF(q)
#import common/run, common/workgroup-slot, osd/pivot, common/arithmetic/packed-galois

#in check_rows: u32, syndrome: u32, likeliest: u32, order: u32
#out rows: u32, taken: u32, basis: u32, unsatisfied: u32

// Words of a row: N columns and the syndrome.
const WORDS: u32 = N / 4u + 1u;

var<workgroup> odd: atomic<u32>;

// The syndrome's share of four columns.
fn sum_of_four(frame: u32, word: u32, symbols: u32) -> u32 {
  var sum = 0u;
  for (var n = 4u * word; n < min(4u * word + 4u, N); n++) { sum ^= scaled(likeliest[frame * N + n], byte_of(symbols, n)); }
  return sum;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  let first = frame * WORDS * ROWS;
  let ordered = frame * (N + 2u * RANK);
  start_pivots(invocation);
  workgroupBarrier();
  for (var base = 0u; base < ROWS; base += INVOCATIONS) {
    let row = base + invocation;
    if (row < ROWS) {
      var sum = 0u;
      if (SYNDROME == 1u) { sum = syndrome[frame * ROWS + row]; }
      for (var word = 0u; word < WORDS; word++) {
        let symbols = check_rows[word * ROWS + row];
        if (symbols != 0u) { sum ^= sum_of_four(frame, word, symbols); }
        rows[first + word * ROWS + row] = symbols;
      }
      rows[first + (N / 4u) * ROWS + row] |= sum << (8u * (N & 3u));
      taken[frame * ROWS + row] = 0u;
    }
  }
  var rank = 0u;
  for (var i = 0u; i < N; i++) {
    let position = order[frame * N + i];
    let column = first + (position >> 2u) * ROWS;
    if (rank == RANK) {
      if (invocation == 0u) { basis[ordered + i] = position; }
      continue;
    }
    var own = NO_ROW;
    for (var base = 0u; base < ROWS; base += INVOCATIONS) {
      let row = base + invocation;
      if (row < ROWS) {
        if (byte_of(rows[column + row], position) != 0u && taken[frame * ROWS + row] == 0u) { own = min(own, row); }
      }
    }
    let chosen = pivot_row(own, invocation);
    if (chosen == NO_ROW) {
      if (invocation == 0u) { basis[ordered + RANK + i - rank] = position; }
      continue;
    }
    let inverted = inverse(byte_of(rows[column + chosen], position));
    if (invocation == 0u) {
      basis[ordered + rank] = position;
      basis[ordered + N + rank] = chosen;
      basis[ordered + N + RANK + rank] = inverted;
    }
    rank++;
    for (var base = 0u; base < ROWS; base += INVOCATIONS) {
      let row = base + invocation;
      if (row < ROWS) {
        if (row == chosen) { taken[frame * ROWS + row] = 1u; }
        let factor = select(0u, scaled(byte_of(rows[column + row], position), inverted), row != chosen);
        if (factor != 0u) {
          for (var word = 0u; word < WORDS; word++) {
            rows[first + word * ROWS + row] ^= scaled(rows[first + word * ROWS + chosen], factor);
          }
        }
      }
    }
  }
  if (ROWS == RANK) { return; }
  for (var base = 0u; base < ROWS; base += INVOCATIONS) {
    let row = base + invocation;
    if (row < ROWS) {
      let fails = byte_of(rows[first + (N / 4u) * ROWS + row], N) != 0u;
      if (taken[frame * ROWS + row] == 0u && fails) { atomicStore(&odd, 1u); }
    }
  }
  workgroupBarrier();
  if (invocation == 0u) { unsatisfied[frame] = atomicLoad(&odd); }
}
