// source/encode-accumulator: parity bits of an accumulator code (DVB-S2; ETSI EN 302 307-1, 5.3.2): parity bit j is parity bit
// j − 1 plus the information bits of check j = q·t + r, row t of block row r. Parity bits are the last M of the codeword.
// in   parity_sums [frame][M]          of the information bits; row t of block row r at r·Z + t
// out  codeword [frame][N]             parity bits set
// map  one workgroup per frame (workgroup y); each of WORKGROUP_SIZE invocations does a run of checks, after the sum of all runs
//      before it
// workgroup bytes: WORKGROUP_SIZE/8
// exact: exclusive or
#import common/run
#import common/workgroup-slot

@group(0) @binding(1) var<storage, read> parity_sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> codeword: array<u32>;

const BLOCK_ROWS: u32 = M / LIFTING_SIZE;
const CHECKS_PER_INVOCATION: u32 = (M + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;

// Bit b of word w: whether the run of invocation 32·w + b adds up to 1.
var<workgroup> odd_runs: array<atomic<u32>, WORKGROUP_SIZE / 32u>;

fn check_sum(slot: u32, j: u32) -> u32 {
  return parity_sums[slot * M + (j % BLOCK_ROWS) * LIFTING_SIZE + j / BLOCK_ROWS];
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let first = invocation * CHECKS_PER_INVOCATION;
  let end = min(first + CHECKS_PER_INVOCATION, M);
  var sum = 0u;
  for (var j = first; j < end; j++) { sum ^= check_sum(slot, j); }
  atomicOr(&odd_runs[invocation / 32u], sum << (invocation % 32u));
  workgroupBarrier();
  var bits = atomicLoad(&odd_runs[invocation / 32u]) & ((1u << (invocation % 32u)) - 1u);
  for (var w = 0u; w < invocation / 32u; w++) { bits ^= atomicLoad(&odd_runs[w]); }
  var bit = countOneBits(bits) & 1u;
  for (var j = first; j < end; j++) {
    bit ^= check_sum(slot, j);
    codeword[slot * N + N - M + j] = bit;
  }
}
