const Q: u32 = 8u;
const N: u32 = 6u;
const M: u32 = 3u;
const SYNDROME: u32 = 0u;
const STOP: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/min-max-symbols/syndrome: marks the frame of every check Σ_n h_{m,n}·c_n ≠ s_m (nonbinary paper, Algorithm 1, stopping test: s = 0).
// in   check_start [M + 1], check_edges [edge] (variable, value, base, stride), galois_tables, decision [frame][N]
//      syndrome [frame][M] of field elements s, only if SYNDROME, else one unused element: s is 0
// i/o  unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per check; workgroup y = frame
// workgroup bytes: 4·(3q − 2) of tables
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


@group(0) @binding(1) var<storage, read> check_start: array<u32>;
@group(0) @binding(2) var<storage, read> check_edges: array<vec4u>;
@group(0) @binding(3) var<storage, read> galois_tables: array<u32>;
@group(0) @binding(4) var<storage, read> decision: array<u32>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

// frame_done of common/active-frames/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// The same of an iteration of the frame's own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}

// What a check's products h·a sum to. The kernel declares M, SYNDROME, and the buffer syndrome [frame][M].
fn check_sum(slot: u32, m: u32) -> u32 {
  if (SYNDROME == 1u) { return syndrome[slot * M + m]; }
  return 0u;
}


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  load_galois_tables(invocation, WORKGROUP_SIZE);
  let slot = workgroup_slot(id);
  if (id.x >= M || slot >= run.frames || frame_done(slot)) { return; }
  var sum = check_sum(slot, id.x);
  for (var e = check_start[id.x]; e < check_start[id.x + 1u]; e++) {
    sum ^= multiply(check_edges[e].y, decision[slot * N + check_edges[e].x]);
  }
  if (sum != 0u) { atomicStore(&unsatisfied[run.iteration * run.frames + slot], 1u); }
}
