const N: u32 = 6u;
const P: u32 = 3u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/sample: BPSK (bit 0 → +1, symbol bits least significant first) over a symmetric discrete channel: the output for +1 is
// drawn, and mirrored where −1 was sent.
// in   noise [4096]                    alias table of the noise cells
//      codeword [frame][N]
// out  received [frame][N·p] i32       channel output in grid steps: ±(amplitude + noise cell − 2048)
//      AWGN: amplitude about 256/σ, the cells are the noise. Binary symmetric channel: amplitude 0, cells 2049 (as sent)
//      and 2047 (flipped), so that the output is ±1.
// map  one invocation per four bits; workgroup y = frame
// numeric range: |received| ≤ amplitude + 2047
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/gpu/run-uniform.ts).
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

// Philox4x32-10 (Salmon et al., SC 2011); twin: src/channel/philox.ts. WGSL has no 64-bit product: its upper half comes from products
// of 16-bit halves. These are arranged for the two multipliers so that no sum exceeds 32 bits.

// ⌊0xd2511f53·a / 2^32⌋
fn multiply_high_0(a: u32) -> u32 {
  let low = a & 0xffffu;
  let high = a >> 16u;
  return high * 0xd251u + ((low * 0xd251u + (high * 0x1f53u + ((low * 0x1f53u) >> 16u))) >> 16u);
}

// ⌊0xcd9e8d57·a / 2^32⌋ by the complement 2^32 − 0xcd9e8d57 = 0x326172a9: of its product with a ≠ 0 the lower half is not 0.
fn multiply_high_1(a: u32) -> u32 {
  let low = a & 0xffffu;
  let high = a >> 16u;
  let complement = high * 0x3261u + ((low * 0x3261u + (high * 0x72a9u + ((low * 0x72a9u) >> 16u))) >> 16u);
  return a - min(a, 1u) - complement;
}

fn philox_round(counter: vec4u, key: vec2u) -> vec4u {
  return vec4u(
    multiply_high_1(counter.z) ^ counter.y ^ key.x,
    0xcd9e8d57u * counter.z,
    multiply_high_0(counter.x) ^ counter.w ^ key.y,
    0xd2511f53u * counter.x,
  );
}

// Key of round r: r times 0x9e3779b9 and 0xbb67ae85 more. Written out, since a compiler that sees a loop may keep it.
fn philox(start: vec4u, key: vec2u) -> vec4u {
  var counter = start;
  counter = philox_round(counter, key + vec2u(0x00000000u, 0x00000000u));
  counter = philox_round(counter, key + vec2u(0x9e3779b9u, 0xbb67ae85u));
  counter = philox_round(counter, key + vec2u(0x3c6ef372u, 0x76cf5d0au));
  counter = philox_round(counter, key + vec2u(0xdaa66d2bu, 0x32370b8fu));
  counter = philox_round(counter, key + vec2u(0x78dde6e4u, 0xed9eba14u));
  counter = philox_round(counter, key + vec2u(0x1715609du, 0xa9066899u));
  counter = philox_round(counter, key + vec2u(0xb54cda56u, 0x646e171eu));
  counter = philox_round(counter, key + vec2u(0x5384540fu, 0x1fd5c5a3u));
  counter = philox_round(counter, key + vec2u(0xf1bbcdc8u, 0xdb3d7428u));
  counter = philox_round(counter, key + vec2u(0x8ff34781u, 0x96a522adu));
  return counter;
}


@group(0) @binding(1) var<storage, read> noise: array<u32>;
@group(0) @binding(2) var<storage, read> codeword: array<u32>;
@group(0) @binding(3) var<storage, read_write> received: array<i32>;

// The outcome of a uniform random word by the alias table `noise` [4096], which the kernel declares. Integers only; twin:
// aliasSample in src/channel/alias-table.ts.
fn alias_sample(word: u32) -> u32 {
  let cell = word & 0xfffu;
  let entry = noise[cell];
  // The entry's upper 20 bits are more than the word's.
  return select(entry & 0xfffu, cell, word < (entry & 0xfffff000u));
}


const STREAM_NOISE: u32 = 0u;
const BITS: u32 = N * P;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (4u * id.x >= BITS || slot >= run.frames) { return; }
  let words = philox(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
  for (var j = 0u; j < min(4u, BITS - 4u * id.x); j++) {
    let bit = 4u * id.x + j;
    let sent = (codeword[slot * N + bit / P] >> (bit % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[j])) - 2048;
    received[slot * BITS + bit] = select(output, -output, sent == 1u);
  }
}
