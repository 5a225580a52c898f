const WORDS: u32 = 163840u;
const WORDS_PER_INVOCATION: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// common/clear-words: sets the leading words of a buffer to zero, within a run: before each stage of a round what a run begins with.
// out  words [WORDS and more]
// map  one invocation per word, WORDS_PER_INVOCATION after one another where there are more than a dispatch has invocations
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


@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  for (var k = 0u; k < WORDS_PER_INVOCATION; k++) {
    let at = (id.x * WORDS_PER_INVOCATION + k) * WORKGROUP_SIZE + invocation;
    if (at < WORDS) { words[at] = 0u; }
  }
}
