const N: u32 = 6u;
const P: u32 = 3u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/sample: BPSK (bit 0 → +1, symbol bits least significant first) over a symmetric discrete channel: the output for +1 is
// drawn, and mirrored where −1 was sent.
// in   noise [4096]                    alias table of the noise cells
//      codeword [frame][N]
// out  received [frame][N·p] i32       channel output in grid steps: ±(amplitude + noise cell − 2048)
//      AWGN: amplitude about 256/σ, the cells are the noise. Binary symmetric channel: amplitude 0, cells 2049 (as sent)
//      and 2047 (flipped), so that the output is ±1. Erasures: cells 2049 and 2048 (erased), outputs ±1 and 0.
// map  one invocation per four bits; workgroup y = frame
// numeric range: |received| ≤ amplitude + 2047
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

// Threefry4x32-13 (Salmon et al., SC 2011) with a key of two words, in about 90 operations for four words. A round
// processes two pairs of words: x and y hold words 0 and 2 of the state, z and w words 1 and 3, exchanged after each
// round.

fn threefry_round(state: vec4u, bits: vec2u) -> vec4u {
  let sums = state.xy + state.zw;
  let rotated = ((state.zw << bits) | (state.zw >> (vec2u(32u) - bits))) ^ sums;
  return vec4u(sums, rotated.yx);
}

fn random_words(counter: vec4u, key: vec2u) -> vec4u {
  let parity = key.x ^ key.y ^ 0x1bd11bdau;
  var state = vec4u(counter.x + key.x, counter.z, counter.y + key.y, counter.w);
  state = threefry_round(state, vec2u(10u, 26u));
  state = threefry_round(state, vec2u(11u, 21u));
  state = threefry_round(state, vec2u(13u, 27u));
  state = threefry_round(state, vec2u(23u, 5u));
  state += vec4u(key.y, 0u, 0u, parity + 1u);
  state = threefry_round(state, vec2u(6u, 20u));
  state = threefry_round(state, vec2u(17u, 11u));
  state = threefry_round(state, vec2u(25u, 10u));
  state = threefry_round(state, vec2u(18u, 20u));
  state += vec4u(0u, parity, 0u, key.x + 2u);
  state = threefry_round(state, vec2u(10u, 26u));
  state = threefry_round(state, vec2u(11u, 21u));
  state = threefry_round(state, vec2u(13u, 27u));
  state = threefry_round(state, vec2u(23u, 5u));
  state += vec4u(0u, key.x, parity, key.y + 3u);
  state = threefry_round(state, vec2u(6u, 20u));
  return vec4u(state.x, state.w, state.y, state.z);
}


@group(0) @binding(1) var<storage, read> noise: array<u32>;
@group(0) @binding(2) var<storage, read> codeword: array<u32>;
@group(0) @binding(3) var<storage, read_write> received: array<i32>;

// The outcome of a uniform random word by an alias table of `noise` [table][4096], which the kernel declares. Integers only, as in
// aliasSample of src/channel/alias-table.ts.
// The outcome of a uniform random word, of its entry of an alias table (src/channel/alias-table.ts). The entry's upper 20 bits are more than
// the word's.
fn alias_outcome(word: u32, entry: u32) -> u32 {
  return select(entry & 0xfffu, word & 0xfffu, word < (entry & 0xfffff000u));
}


fn alias_sample_of(table: u32, word: u32) -> u32 { return alias_outcome(word, noise[table * 4096u + (word & 0xfffu)]); }

// The same with one table.
fn alias_sample(word: u32) -> u32 { return alias_sample_of(0u, word); }


const STREAM_NOISE: u32 = 0u;
const BITS: u32 = N * P;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (4u * id.x >= BITS || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
  let bit_0 = 4u * id.x + 0u;
  if (BITS % 4u == 0u || bit_0 < BITS) {
    let sent = (codeword[slot * N + bit_0 / P] >> (bit_0 % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[0])) - 2048;
    received[slot * BITS + bit_0] = select(output, -output, sent == 1u);
  }
  let bit_1 = 4u * id.x + 1u;
  if (BITS % 4u == 0u || bit_1 < BITS) {
    let sent = (codeword[slot * N + bit_1 / P] >> (bit_1 % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[1])) - 2048;
    received[slot * BITS + bit_1] = select(output, -output, sent == 1u);
  }
  let bit_2 = 4u * id.x + 2u;
  if (BITS % 4u == 0u || bit_2 < BITS) {
    let sent = (codeword[slot * N + bit_2 / P] >> (bit_2 % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[2])) - 2048;
    received[slot * BITS + bit_2] = select(output, -output, sent == 1u);
  }
  let bit_3 = 4u * id.x + 3u;
  if (BITS % 4u == 0u || bit_3 < BITS) {
    let sent = (codeword[slot * N + bit_3 / P] >> (bit_3 % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[3])) - 2048;
    received[slot * BITS + bit_3] = select(output, -output, sent == 1u);
  }
}
