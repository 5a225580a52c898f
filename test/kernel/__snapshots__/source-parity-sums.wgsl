const N: u32 = 648u;
const M: u32 = 108u;
const LIFTING_SIZE: u32 = 27u;
const WORKGROUP_SIZE: u32 = 64u;
// source/parity-sums: what the information bits of a quasi-cyclic binary code add up to in every check, from its base matrix.
// in   row_start [block row + 1], circulants of the information part (source/circulants), codeword [frame][N]
// out  parity_sums [frame][M]          0 or 1; row i of block row r at r·Z + i
// map  one invocation per check; workgroup y = frame
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


@group(0) @binding(1) var<storage, read> row_start: array<u32>;
@group(0) @binding(2) var<storage, read> circulants: array<u32>;
@group(0) @binding(3) var<storage, read> codeword: array<u32>;
@group(0) @binding(4) var<storage, read_write> parity_sums: array<u32>;

// Circulants of a base matrix as symbols of the codeword, three words each: first symbol of the block column, step from a
// symbol of it to the next, shift. The kernel declares `circulants`. Twin: wgsl/source/circulants.ts.
fn circulant_symbol(entry: u32, i: u32) -> u32 {
  let x = i + circulants[3u * entry + 2u];
  return circulants[3u * entry] + circulants[3u * entry + 1u] * select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames) { return; }
  let r = id.x / LIFTING_SIZE;
  let i = id.x % LIFTING_SIZE;
  var sum = 0u;
  for (var entry = row_start[r]; entry < row_start[r + 1u]; entry++) {
    sum ^= codeword[slot * N + circulant_symbol(entry, i)];
  }
  parity_sums[slot * M + id.x] = sum;
}
