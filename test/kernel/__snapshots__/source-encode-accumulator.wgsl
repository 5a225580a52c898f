const N: u32 = 16200u;
const M: u32 = 1800u;
const LIFTING_SIZE: u32 = 360u;
const WORKGROUP_SIZE: u32 = 256u;
// source/encode-accumulator: parity bits of an accumulator code (DVB-S2; ETSI EN 302 307-1, 5.3.2): parity bit j is parity bit
// j − 1 plus the information bits of check j = q·t + r, row t of block row r. Parity bits are the last M of the codeword.
// in   parity_sums [frame][M]          of the information bits; row t of block row r at r·Z + t
// out  codeword [frame][N]             parity bits set
// map  one workgroup per frame (workgroup y); each of WORKGROUP_SIZE invocations does a run of checks, after the sum of all runs
//      before it
// workgroup bytes: WORKGROUP_SIZE/8
// exact: exclusive or
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }


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
