const Q: u32 = 8u;
const N: u32 = 6u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/received-llr: LLR vectors from received symbols of the q-ary symmetric channel: L(a) = ln P(r)/P(a), 0 for the received
// symbol r and the same for all others.
// in   received [frame][N]             field elements
// out  channel_llr [frame][N][q] f32   natural logarithm: 0 or run.llr_scale
// map  one invocation per two field elements of a variable; workgroup y = frame
// bound by the 4·N·q bytes written per frame
// exact: nothing is computed
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


@group(0) @binding(1) var<storage, read> received: array<u32>;
@group(0) @binding(2) var<storage, read_write> channel_llr: array<vec2f>;

const PAIRS: u32 = Q / 2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = id.x / PAIRS;
  let slot = workgroup_slot(id);
  if (n >= N || slot >= run.frames) { return; }
  let first = 2u * (id.x % PAIRS);
  let others = vec2u(first, first + 1u) != vec2u(received[slot * N + n]);
  channel_llr[slot * N * PAIRS + id.x] = select(vec2f(0.0), vec2f(run.llr_scale), others);
}
