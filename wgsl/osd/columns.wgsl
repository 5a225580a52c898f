// osd/columns: the parity bits that each information position flips, and the reliabilities of both in the order of the search.
// in   rows [frame][word][ROWS], basis [frame][N + RANK] (osd/reduce); reliability [frame][N] (osd/order)
// out  columns [frame][word][K + 1]: bit b of word w is parity position 32·w + b, counted from the most reliable on; column K has the
//      parity bits that the hard decisions fail; costs [frame][N]: of parity positions from the most reliable on, then of
//      information positions from the least reliable on
// map  one workgroup of INVOCATIONS per frame (workgroup y); its invocations share the columns
// exact: bits
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read> basis: array<u32>;
@group(0) @binding(3) var<storage, read> reliability: array<u32>;
@group(0) @binding(4) var<storage, read_write> columns: array<u32>;
@group(0) @binding(5) var<storage, read_write> costs: array<u32>;

const WORDS: u32 = N / 32u + 1u;
const PARITY_WORDS: u32 = (RANK + 31u) / 32u;
const COLUMNS: u32 = N - RANK + 1u;

@compute @workgroup_size(INVOCATIONS)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let frame = workgroup_slot(id);
  if (frame >= run.frames) { return; }
  let ordered = frame * (N + RANK);
  for (var base = 0u; base < COLUMNS; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < COLUMNS) {
      var position = N;
      if (i < COLUMNS - 1u) { position = basis[ordered + RANK + i]; }
      let column = (frame * WORDS + (position >> 5u)) * ROWS;
      let bit = position & 31u;
      for (var word = 0u; word < PARITY_WORDS; word++) {
        var bits = 0u;
        for (var b = 0u; b < min(32u, RANK - 32u * word); b++) {
          let row = basis[ordered + N + RANK - 1u - 32u * word - b];
          bits |= ((rows[column + row] >> bit) & 1u) << b;
        }
        columns[(frame * PARITY_WORDS + word) * COLUMNS + i] = bits;
      }
    }
  }
  for (var base = 0u; base < N; base += INVOCATIONS) {
    let i = base + invocation;
    if (i < N) { costs[frame * N + i] = reliability[frame * N + basis[ordered + select(i, RANK - 1u - i, i < RANK)]]; }
  }
}
