// osd/reduce: the least reliable basis of each frame, and H reduced by it. Positions are taken from the least reliable on; a position
// whose column is independent of the columns before becomes a parity position, and its column is eliminated from all other rows. The
// other positions are the most reliable information set. Column N is the syndrome of the hard decisions, and is reduced with H.
// in   check_rows [word][ROWS] rows of H: bit b of word w is column 32·w + b; syndrome [frame][ROWS] (SYNDROME only); llr [frame][N];
//      order [frame][N] (osd/order)
// out  basis [frame][N + RANK]: RANK parity positions, then the information positions, both from the least reliable on, then the row
//      of each parity position; unsatisfied [frame] 1 where no word has the syndrome
// tmp  rows [frame][word][ROWS], taken [frame][ROWS] 1 where a row has a parity position
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the rows
// exact: bits
#import common/run, common/workgroup-slot, osd/pivot

#in check_rows: u32, syndrome: u32, llr: f32, order: u32
#out rows: u32, taken: u32, basis: u32, unsatisfied: u32

// Words of a row: N columns and the syndrome.
const WORDS: u32 = N / 32u + 1u;

var<workgroup> decided: array<u32, WORDS>;
var<workgroup> odd: atomic<u32>;

// The hard decisions of 32 positions.
fn decisions(frame: u32, word: u32) -> u32 {
  var bits = 0u;
  for (var n = 32u * word; n < min(32u * word + 32u, N); n++) { bits |= u32(llr[frame * N + n] < 0.0) << (n & 31u); }
  return bits;
}

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  let first = frame * WORDS * ROWS;
  let ordered = frame * (N + RANK);
  for (var word = invocation; word < WORDS; word += INVOCATIONS) { decided[word] = decisions(frame, word); }
  start_pivots(invocation);
  workgroupBarrier();
  for (var base = 0u; base < ROWS; base += INVOCATIONS) {
    let row = base + invocation;
    if (row < ROWS) {
      var sum = 0u;
      for (var word = 0u; word < WORDS; word++) {
        let bits = check_rows[word * ROWS + row];
        sum ^= bits & decided[word];
        rows[first + word * ROWS + row] = bits;
      }
      var fails = countOneBits(sum) & 1u;
      if (SYNDROME == 1u) { fails ^= syndrome[frame * ROWS + row]; }
      rows[first + (N / 32u) * ROWS + row] |= fails << (N & 31u);
      taken[frame * ROWS + row] = 0u;
    }
  }
  var rank = 0u;
  for (var i = 0u; i < N; i++) {
    let position = order[frame * N + i];
    let column = first + (position >> 5u) * ROWS;
    let bit = position & 31u;
    if (rank == RANK) {
      if (invocation == 0u) { basis[ordered + i] = position; }
      continue;
    }
    var own = NO_ROW;
    for (var base = 0u; base < ROWS; base += INVOCATIONS) {
      let row = base + invocation;
      if (row < ROWS) {
        if (((rows[column + row] >> bit) & 1u) == 1u && taken[frame * ROWS + row] == 0u) { own = min(own, row); }
      }
    }
    let chosen = pivot_row(own, invocation);
    if (chosen == NO_ROW) {
      if (invocation == 0u) { basis[ordered + RANK + i - rank] = position; }
      continue;
    }
    if (invocation == 0u) {
      basis[ordered + rank] = position;
      basis[ordered + N + rank] = chosen;
    }
    rank++;
    for (var base = 0u; base < ROWS; base += INVOCATIONS) {
      let row = base + invocation;
      if (row < ROWS) {
        if (row == chosen) { taken[frame * ROWS + row] = 1u; }
        let mask = select(0u, 0u - ((rows[column + row] >> bit) & 1u), row != chosen);
        for (var word = 0u; word < WORDS; word++) {
          rows[first + word * ROWS + row] ^= mask & rows[first + word * ROWS + chosen];
        }
      }
    }
  }
  if (ROWS == RANK) { return; }
  for (var base = 0u; base < ROWS; base += INVOCATIONS) {
    let row = base + invocation;
    if (row < ROWS) {
      let fails = (rows[first + (N / 32u) * ROWS + row] >> (N & 31u)) & 1u;
      if (taken[frame * ROWS + row] == 0u && fails == 1u) { atomicStore(&odd, 1u); }
    }
  }
  workgroupBarrier();
  if (invocation == 0u) { unsatisfied[frame] = atomicLoad(&odd); }
}
