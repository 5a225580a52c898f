const Q: u32 = 2u;
const N: u32 = 648u;
const M: u32 = 108u;
const WORKGROUP_SIZE: u32 = 64u;
// source/word-syndrome: the syndrome H·c over GF(q) of every frame's word: what Alice sends beside it (Slepian–Wolf).
// in   row_start [M + 1], entries [entry] (column, value) of H, galois_tables, codeword [frame][N]
// out  syndrome [frame][M]             field elements
// map  one invocation per row of H; workgroup y = frame
// workgroup bytes: 4·(3q − 2) of tables
// exact: integers
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


@group(0) @binding(1) var<storage, read> row_start: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<vec2u>;
@group(0) @binding(3) var<storage, read> galois_tables: array<u32>;
@group(0) @binding(4) var<storage, read> codeword: array<u32>;
@group(0) @binding(5) var<storage, read_write> syndrome: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  load_galois_tables(invocation, WORKGROUP_SIZE);
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames) { return; }
  var sum = 0u;
  for (var e = row_start[id.x]; e < row_start[id.x + 1u]; e++) {
    sum ^= multiply(entries[e].y, codeword[slot * N + entries[e].x]);
  }
  syndrome[slot * M + id.x] = sum;
}
