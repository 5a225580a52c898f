const N: u32 = 648u;
const M: u32 = 108u;
const LIFTING_SIZE: u32 = 27u;
const CORE_ROWS: u32 = 4u;
const INTERLEAVE: u32 = 32u;
const REMAINING_SHIFT: u32 = 0u;
const WORKGROUP_SIZE: u32 = 256u;
// source/encoding/encode-dual-diagonal: core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows
// (802.16e, 802.11n, 5G). Adding all core rows leaves the first parity block alone, shifted once; each core row then gives
// the next parity block, bit by bit. Richardson and Urbanke, "Efficient encoding of
// low-density parity-check codes", IEEE Trans. Inf. Theory 47(2), 2001, with a gap of one block.
// With INTERLEAVE frames to a word (1 or 32) a word is a bit of each, and "frame" below is a word of frames.
// in   parity_blocks [block row] (first symbol of its parity block, step), row_start [block row + 1] and circulants
//      (source/encoding/circulants): of core rows the first parity block's entries;
//      parity_sums [frame][M]          of the information bits
// i/o  codeword [frame][N]             information bits in, core parity bits out
// map  one workgroup per frame (workgroup y), WORKGROUP_SIZE invocations share the bits of a block
// exact: exclusive or
// Parameters that change from run to run and, for `iteration`, from dispatch to dispatch. The engine writes them
// (src/engine/gpu/run-uniform.ts).
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

// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }


@group(0) @binding(1) var<storage, read> parity_blocks: array<vec2u>;
@group(0) @binding(2) var<storage, read> row_start: array<u32>;
@group(0) @binding(3) var<storage, read> circulants: array<u32>;
@group(0) @binding(4) var<storage, read> parity_sums: array<u32>;
@group(0) @binding(5) var<storage, read_write> codeword: array<u32>;

// Circulants of a base matrix as symbols of the codeword, three words each: first symbol of the block column, step from a
// symbol of it to the next, shift. The kernel declares `circulants`.
fn circulant_symbol(entry: u32, i: u32) -> u32 {
  let x = i + circulants[3u * entry + 2u];
  return circulants[3u * entry] + circulants[3u * entry + 1u] * select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}

// Parity bits of a block row. The kernel declares parity_blocks, row_start, parity_sums and codeword, and imports source/encoding/circulants.
fn store(slot: u32, block: u32, i: u32, bit: u32) {
  codeword[slot * N + parity_blocks[block].x + i * parity_blocks[block].y] = bit;
}

// The row's sum so far: of its information bits and of the parity bits in `circulants`.
fn row_sum(slot: u32, r: u32, i: u32) -> u32 {
  var sum = parity_sums[slot * M + r * LIFTING_SIZE + i];
  for (var entry = row_start[r]; entry < row_start[r + 1u]; entry++) {
    sum ^= codeword[slot * N + circulant_symbol(entry, i)];
  }
  return sum;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot * INTERLEAVE >= run.frames) { return; }
  for (var i = invocation; i < LIFTING_SIZE; i += WORKGROUP_SIZE) {
    var sum = 0u;
    for (var r = 0u; r < CORE_ROWS; r++) { sum ^= parity_sums[slot * M + r * LIFTING_SIZE + i]; }
    store(slot, 0u, (i + REMAINING_SHIFT) % LIFTING_SIZE, sum);
  }
  storageBarrier();
  // Parity blocks after the first have shift 0, so bit i of a block follows from bit i of the block before.
  for (var i = invocation; i < LIFTING_SIZE; i += WORKGROUP_SIZE) {
    var bit = 0u;
    for (var r = 0u; r + 1u < CORE_ROWS; r++) {
      bit ^= row_sum(slot, r, i);
      store(slot, r + 1u, i, bit);
    }
  }
}
