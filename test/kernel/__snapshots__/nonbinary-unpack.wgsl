const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/unpack: decisions frame by frame.
// in   symbols [variable][frame]
// out  decision [frame][N]
// map  one workgroup per 32 variables (x) and WORKGROUP_SIZE frames (y), which transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1)
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


@group(0) @binding(1) var<storage, read> symbols: array<u32>;
@group(0) @binding(2) var<storage, read_write> decision: array<u32>;

const TILE: u32 = 32u;
const PITCH: u32 = WORKGROUP_SIZE + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x * TILE;
  let first = workgroup.y * WORKGROUP_SIZE;
  for (var i = 0u; i < TILE; i++) {
    tile[i * PITCH + invocation] = symbols[min(n + i, N - 1u) * run.frames + min(first + invocation, run.frames - 1u)];
  }
  workgroupBarrier();
  for (var i = invocation; i < TILE * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
    let frame = first + i / TILE;
    if (n + i % TILE < N && frame < run.frames) {
      decision[frame * N + n + i % TILE] = tile[(i % TILE) * PITCH + i / TILE];
    }
  }
}
