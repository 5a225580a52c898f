const Q: u32 = 8u;
const P: u32 = 3u;
const N: u32 = 6u;
const VARIABLES_PER_GROUP: u32 = 8u;
const GROUP: u32 = 64u;
// symbol-llr: LLR vectors of symbols from the bits' channel outputs: L(a) = ln P(s)/P(a) ≥ 0 with s the most likely
// symbol, which is the sum of |LLR| over the bits where a differs from s.
// in   received [frame][N·p] i32       grid steps
// out  channel_llr [frame][N][q] f32   natural logarithm
// map  one work item per field element, VARIABLES_PER_GROUP variables per workgroup; workgroup y = frame
// exact: integer sums and one multiplication
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run; workgroup y is the slot 0 … frames − 1
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


@group(0) @binding(1) var<storage, read> received: array<i32>;
@group(0) @binding(2) var<storage, read_write> channel_llr: array<f32>;

@compute @workgroup_size(VARIABLES_PER_GROUP * Q)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let slot = group.y;
  let n = group.x * VARIABLES_PER_GROUP + item / Q;
  if (n >= N) { return; }
  let a = item % Q;
  var sum = 0;
  for (var b = 0u; b < P; b++) {
    let v = received[(slot * N + n) * P + b];
    sum += select(0, abs(v), ((a >> b) & 1u) != u32(v < 0));
  }
  channel_llr[(slot * N + n) * Q + a] = f32(sum) * run.llr_scale;
}
