const LENGTH: u32 = 3u;
const WORKGROUP_SIZE: u32 = 64u;
// reconciliation/unpack-bits: packed bits as a word each.
// in   packed [frame]                  LENGTH bits a frame (reconciliation/packed-bits)
// out  bits [frame][LENGTH]            0 or 1
// map  one invocation per bit; workgroup y = frame
// bound by the 4·LENGTH bytes written per frame
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

// Packed bits: bit i is bit 7 - i mod 8 of byte ⌊i/8⌋, and bytes are in words from their lowest bits on, as they lie in
// memory. Bytes of frames follow each other without a gap. Twin: wgsl/reconciliation/packed-bits.ts.

// Where bit i is in word ⌊i/32⌋.
fn bit_in_word(i: u32) -> u32 { return (i & 31u) ^ 7u; }

// Bit i of the stream of which `word` is word ⌊i/32⌋.
fn bit_of(word: u32, i: u32) -> u32 { return (word >> bit_in_word(i)) & 1u; }

// Bytes of a frame of so many bits.
fn packed_bytes(bits: u32) -> u32 { return (bits + 7u) / 8u; }


@group(0) @binding(1) var<storage, read> packed: array<u32>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= LENGTH || slot >= run.frames) { return; }
  let i = slot * 8u * packed_bytes(LENGTH) + id.x;
  bits[slot * LENGTH + id.x] = bit_of(packed[i / 32u], i);
}
