// The tables of a model whose shots are in device memory (quantum/shot-lanes, quantum/shot-teams). The kernel declares `columns` and `graph`.
const NO_SHOT: u32 = 0xffffffffu;
const EDGES: u32 = M + 1u;
const COLUMN_START: u32 = EDGES + E;
const ROWS: u32 = COLUMN_START + N + 1u;
// Words of the memory strengths of a leg.
const GROUPS: u32 = (N + 3u) / 4u;

// 32 observables that a column flips, from 32·word on.
fn flipped_observables(column: u32, word: u32) -> u32 {
#if WIDE: if (word > 0u) { return graph[ROWS + E + column * (OBSERVABLE_WORDS - 1u) + word - 1u]; }
  return columns[4u * column + 1u];
}

// The memory strength of column 4·group + i, which is in [−64, 64], of its group's word.
fn gamma_in(word: u32, i: u32) -> i32 { return bitcast<i32>(word << (24u - 8u * i)) >> 24u; }

fn both(x: u32) -> u32 { return x | (x << 16u); }
fn minus(x: u32) -> u32 { return both((0u - x) & 0xffffu); }
