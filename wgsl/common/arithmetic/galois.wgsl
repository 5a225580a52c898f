// GF(q) arithmetic by logarithms, tables in workgroup memory (nonbinary paper, section IV-C). The kernel that imports
// this declares `galois_tables` (storage: exp, 2(q − 1) entries, then log, q entries) and calls `load_galois_tables`.
const EXP_SIZE: u32 = 2u * (Q - 1u);

var<workgroup> exp_table: array<u32, EXP_SIZE>;
var<workgroup> log_table: array<u32, Q>;

// All invocations of the group must call this, `size` of them, in uniform control flow.
fn load_galois_tables(invocation: u32, size: u32) {
  for (var i = invocation; i < EXP_SIZE; i += size) { exp_table[i] = galois_tables[i]; }
  for (var i = invocation; i < Q; i += size) { log_table[i] = galois_tables[EXP_SIZE + i]; }
  workgroupBarrier();
}

fn multiply(a: u32, b: u32) -> u32 {
  return select(exp_table[log_table[a] + log_table[b]], 0u, a == 0u || b == 0u);
}

// a/b, b ≠ 0.
fn divide(a: u32, b: u32) -> u32 {
  return select(exp_table[log_table[a] + Q - 1u - log_table[b]], 0u, a == 0u);
}
