// source/encoding/encode-accumulator: parity bits of the rows of an accumulator (DVB-S2; ETSI EN 302 307-1, 5.3.2): parity bit j is parity bit
// j − 1 plus the information bits of check j = q·t + r, row t of block row r.
// With INTERLEAVE frames to a word (1 or 32) a word is a bit of each, and "frame" below is a word of frames.
// in   parity_blocks [block row] (first symbol of its parity block, step);
//      parity_sums [frame][M]          of the information bits; row t of block row r at r·Z + t
// out  codeword [frame][N]             parity bits of the accumulator set
// map  one workgroup per frame (workgroup y); each of WORKGROUP_SIZE invocations does a run of checks, after the sum of all runs
//      before it
// exact: exclusive or
const WORKGROUP_SIZE: u32 = 256u;
#import common/run, common/workgroup-slot

#in parity_blocks: vec2u, parity_sums: u32
#out codeword: u32

const CHECKS: u32 = CORE_ROWS * LIFTING_SIZE;
const CHECKS_PER_INVOCATION: u32 = (CHECKS + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;

var<workgroup> run_sums: array<u32, WORKGROUP_SIZE>;

fn check_sum(slot: u32, j: u32) -> u32 {
  return parity_sums[slot * M + (j % CORE_ROWS) * LIFTING_SIZE + j / CORE_ROWS];
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup_slot(workgroup);
  if (slot * INTERLEAVE >= run.frames) { return; }
  let first = invocation * CHECKS_PER_INVOCATION;
  let end = min(first + CHECKS_PER_INVOCATION, CHECKS);
  var sum = 0u;
  for (var j = first; j < end; j++) { sum ^= check_sum(slot, j); }
  run_sums[invocation] = sum;
  workgroupBarrier();
  var bit = 0u;
  for (var w = 0u; w < invocation; w++) { bit ^= run_sums[w]; }
  for (var j = first; j < end; j++) {
    bit ^= check_sum(slot, j);
    let block = parity_blocks[j % CORE_ROWS];
    codeword[slot * N + block.x + (j / CORE_ROWS) * block.y] = bit;
  }
}
