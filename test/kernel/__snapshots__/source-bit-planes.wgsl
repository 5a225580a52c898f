const N: u32 = 6u;
const K: u32 = 3u;
const P: u32 = 3u;
const WORDS: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// source/bit-planes: the information symbols of each frame as bit planes: bit i mod 32 of word ⌊i/32⌋ of plane b is bit b of
// information symbol i. So one operation on words is one on 32 symbols (encode).
// in   information_position [k], codeword [frame][N]
// out  information_planes [word of 4 frames][word][p][frame of 4]   symbols from k on are zero
// map  one invocation per word and frame; workgroup y = word of 4 frames
// bound by its loads, 2·k per frame: neighbouring invocations read places 32 symbols apart, which share no sector
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


@group(0) @binding(1) var<storage, read> information_position: array<u32>;
@group(0) @binding(2) var<storage, read> codeword: array<u32>;
@group(0) @binding(3) var<storage, read_write> information_planes: array<u32>;

fn information(slot: u32, i: u32) -> u32 {
  let symbol = codeword[slot * N + information_position[select(0u, i, i < K)]];
  return select(0u, symbol, i < K);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = id.x / 4u;
  let frame = id.x % 4u;
  let frames = workgroup_slot(id);
  let slot = 4u * frames + frame;
  if (word >= WORDS || slot >= run.frames) { return; }
  var planes: array<u32, P>;
  let first = 32u * word;
  // A loop without a constant bound: unrolled to 64 loads it would take a software device half a second to compile.
  for (var i = first; i < min(first + 8u, K); i++) {
    // Symbols i, i + 8, i + 16 and i + 24 as bytes: bit b of each is the same bit of plane b.
    var bytes = 0u;
    bytes |= information(slot, i + 8u * 0u) << (8u * 0u);
    bytes |= information(slot, i + 8u * 1u) << (8u * 1u);
    bytes |= information(slot, i + 8u * 2u) << (8u * 2u);
    bytes |= information(slot, i + 8u * 3u) << (8u * 3u);
    planes[0] |= ((bytes >> 0u) & 0x01010101u) << (i % 32u);
    planes[1] |= ((bytes >> 1u) & 0x01010101u) << (i % 32u);
    planes[2] |= ((bytes >> 2u) & 0x01010101u) << (i % 32u);
  }
  let at = 4u * P * (frames * WORDS + word) + frame;
  information_planes[at + 4u * 0u] = planes[0];
  information_planes[at + 4u * 1u] = planes[1];
  information_planes[at + 4u * 2u] = planes[2];
}
