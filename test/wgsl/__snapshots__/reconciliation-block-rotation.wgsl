const KEY_BITS: u32 = 8u;
const WORKGROUP_SIZE: u32 = 64u;
// reconciliation/block-rotation: for every eight values y of a Gaussian sequence and eight bits u, the rotation that
// maps y to the point s = ((-1)^u_i)/√8 of the sphere: as octonions α = s·conj(y)/‖y‖, because α·y = ‖y‖·s.
// Multidimensional
// reconciliation, A. Leverrier, R. Alléaume, J. Boutros, G. Zémor, P. Grangier, Phys. Rev. A 77, 042325 (2008).
// in   sifted_bits [frame]             u, packed, KEY_BITS a frame, a multiple of 8 (reconciliation/packed-bits)
//      values [frame][KEY_BITS]        y
// out  rotation [frame][KEY_BITS/8][5] α_i·32767 to the nearest, as 16-bit integers, i even in the low half of word i/2;
//                                      then the bits of ‖y‖ as f32. All zero if ‖y‖ is
// map  one invocation per group of eight; workgroup y = frame
// bound by the 4·KEY_BITS bytes read per frame
// range |y| at most 2^20, so that squares stay finite
// exact to one unit of α and 1e-6 of ‖y‖: sqrt and / are the device's
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

// Packed bits: bit i is bit 7 - i mod 8 of byte ⌊i/8⌋. Bytes fill words from the lowest bits on, in the order of
// memory. Bytes of frames follow each other without a gap.

// Position of bit i in word ⌊i/32⌋.
fn bit_in_word(i: u32) -> u32 { return (i & 31u) ^ 7u; }

// Bit i of the stream whose word ⌊i/32⌋ is `word`.
fn bit_of(word: u32, i: u32) -> u32 { return (word >> bit_in_word(i)) & 1u; }

// Bytes of a frame of `bits` bits.
fn packed_bytes(bits: u32) -> u32 { return (bits + 7u) / 8u; }

// Octonions by Cayley-Dickson doubling, units e_0 = 1 ... e_7 with e_j e_k = ±e_(j xor k).

// 1 if e_j e_k = -e_(j xor k), else 0: bit k of byte j mod 4.
fn octonion_negative(j: u32, k: u32) -> u32 {
  return (select(0xacc66a00u, 0xb2d8741eu, j > 3u) >> (8u * (j & 3u) + k)) & 1u;
}

// Words of a group of eight values in `rotation`: four of α, two to a word, and the norm's bits.
const ROTATION_WORDS: u32 = 5u;
// The integer for α_i is α_i times this number.
const ROTATION_ONE: f32 = 32767.0;


@group(0) @binding(1) var<storage, read> sifted_bits: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read_write> rotation: array<u32>;

const SQRT_8: f32 = 2.8284271247461903;

// α_i of √8·‖y‖·α_i.
fn fixed_point(sum: f32, scale: f32) -> u32 {
  return u32(i32(clamp(floor(sum * scale + 0.5), -ROTATION_ONE, ROTATION_ONE))) & 0xffffu;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= KEY_BITS / 8u || slot >= run.frames) { return; }
  let first = slot * KEY_BITS + 8u * id.x;
  let bits = sifted_bits[first / 32u] >> (first & 24u);
  let y0 = values[first + 0u];
  let y1 = values[first + 1u];
  let y2 = values[first + 2u];
  let y3 = values[first + 3u];
  let y4 = values[first + 4u];
  let y5 = values[first + 5u];
  let y6 = values[first + 6u];
  let y7 = values[first + 7u];
  let norm = sqrt(y0 * y0 + y1 * y1 + y2 * y2 + y3 * y3 + y4 * y4 + y5 * y5 + y6 * y6 + y7 * y7);
  // Signs of bit, unit and conjugate.
  var sum0 = 0.0;
  sum0 += select(y0, -y0,
    ((bits >> bit_in_word(0u ^ 0u)) & 1u) != (octonion_negative(0u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum0 += select(y1, -y1,
    ((bits >> bit_in_word(0u ^ 1u)) & 1u) != (octonion_negative(0u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum0 += select(y2, -y2,
    ((bits >> bit_in_word(0u ^ 2u)) & 1u) != (octonion_negative(0u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum0 += select(y3, -y3,
    ((bits >> bit_in_word(0u ^ 3u)) & 1u) != (octonion_negative(0u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum0 += select(y4, -y4,
    ((bits >> bit_in_word(0u ^ 4u)) & 1u) != (octonion_negative(0u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum0 += select(y5, -y5,
    ((bits >> bit_in_word(0u ^ 5u)) & 1u) != (octonion_negative(0u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum0 += select(y6, -y6,
    ((bits >> bit_in_word(0u ^ 6u)) & 1u) != (octonion_negative(0u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum0 += select(y7, -y7,
    ((bits >> bit_in_word(0u ^ 7u)) & 1u) != (octonion_negative(0u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum1 = 0.0;
  sum1 += select(y0, -y0,
    ((bits >> bit_in_word(1u ^ 0u)) & 1u) != (octonion_negative(1u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum1 += select(y1, -y1,
    ((bits >> bit_in_word(1u ^ 1u)) & 1u) != (octonion_negative(1u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum1 += select(y2, -y2,
    ((bits >> bit_in_word(1u ^ 2u)) & 1u) != (octonion_negative(1u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum1 += select(y3, -y3,
    ((bits >> bit_in_word(1u ^ 3u)) & 1u) != (octonion_negative(1u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum1 += select(y4, -y4,
    ((bits >> bit_in_word(1u ^ 4u)) & 1u) != (octonion_negative(1u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum1 += select(y5, -y5,
    ((bits >> bit_in_word(1u ^ 5u)) & 1u) != (octonion_negative(1u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum1 += select(y6, -y6,
    ((bits >> bit_in_word(1u ^ 6u)) & 1u) != (octonion_negative(1u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum1 += select(y7, -y7,
    ((bits >> bit_in_word(1u ^ 7u)) & 1u) != (octonion_negative(1u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum2 = 0.0;
  sum2 += select(y0, -y0,
    ((bits >> bit_in_word(2u ^ 0u)) & 1u) != (octonion_negative(2u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum2 += select(y1, -y1,
    ((bits >> bit_in_word(2u ^ 1u)) & 1u) != (octonion_negative(2u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum2 += select(y2, -y2,
    ((bits >> bit_in_word(2u ^ 2u)) & 1u) != (octonion_negative(2u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum2 += select(y3, -y3,
    ((bits >> bit_in_word(2u ^ 3u)) & 1u) != (octonion_negative(2u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum2 += select(y4, -y4,
    ((bits >> bit_in_word(2u ^ 4u)) & 1u) != (octonion_negative(2u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum2 += select(y5, -y5,
    ((bits >> bit_in_word(2u ^ 5u)) & 1u) != (octonion_negative(2u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum2 += select(y6, -y6,
    ((bits >> bit_in_word(2u ^ 6u)) & 1u) != (octonion_negative(2u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum2 += select(y7, -y7,
    ((bits >> bit_in_word(2u ^ 7u)) & 1u) != (octonion_negative(2u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum3 = 0.0;
  sum3 += select(y0, -y0,
    ((bits >> bit_in_word(3u ^ 0u)) & 1u) != (octonion_negative(3u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum3 += select(y1, -y1,
    ((bits >> bit_in_word(3u ^ 1u)) & 1u) != (octonion_negative(3u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum3 += select(y2, -y2,
    ((bits >> bit_in_word(3u ^ 2u)) & 1u) != (octonion_negative(3u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum3 += select(y3, -y3,
    ((bits >> bit_in_word(3u ^ 3u)) & 1u) != (octonion_negative(3u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum3 += select(y4, -y4,
    ((bits >> bit_in_word(3u ^ 4u)) & 1u) != (octonion_negative(3u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum3 += select(y5, -y5,
    ((bits >> bit_in_word(3u ^ 5u)) & 1u) != (octonion_negative(3u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum3 += select(y6, -y6,
    ((bits >> bit_in_word(3u ^ 6u)) & 1u) != (octonion_negative(3u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum3 += select(y7, -y7,
    ((bits >> bit_in_word(3u ^ 7u)) & 1u) != (octonion_negative(3u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum4 = 0.0;
  sum4 += select(y0, -y0,
    ((bits >> bit_in_word(4u ^ 0u)) & 1u) != (octonion_negative(4u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum4 += select(y1, -y1,
    ((bits >> bit_in_word(4u ^ 1u)) & 1u) != (octonion_negative(4u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum4 += select(y2, -y2,
    ((bits >> bit_in_word(4u ^ 2u)) & 1u) != (octonion_negative(4u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum4 += select(y3, -y3,
    ((bits >> bit_in_word(4u ^ 3u)) & 1u) != (octonion_negative(4u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum4 += select(y4, -y4,
    ((bits >> bit_in_word(4u ^ 4u)) & 1u) != (octonion_negative(4u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum4 += select(y5, -y5,
    ((bits >> bit_in_word(4u ^ 5u)) & 1u) != (octonion_negative(4u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum4 += select(y6, -y6,
    ((bits >> bit_in_word(4u ^ 6u)) & 1u) != (octonion_negative(4u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum4 += select(y7, -y7,
    ((bits >> bit_in_word(4u ^ 7u)) & 1u) != (octonion_negative(4u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum5 = 0.0;
  sum5 += select(y0, -y0,
    ((bits >> bit_in_word(5u ^ 0u)) & 1u) != (octonion_negative(5u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum5 += select(y1, -y1,
    ((bits >> bit_in_word(5u ^ 1u)) & 1u) != (octonion_negative(5u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum5 += select(y2, -y2,
    ((bits >> bit_in_word(5u ^ 2u)) & 1u) != (octonion_negative(5u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum5 += select(y3, -y3,
    ((bits >> bit_in_word(5u ^ 3u)) & 1u) != (octonion_negative(5u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum5 += select(y4, -y4,
    ((bits >> bit_in_word(5u ^ 4u)) & 1u) != (octonion_negative(5u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum5 += select(y5, -y5,
    ((bits >> bit_in_word(5u ^ 5u)) & 1u) != (octonion_negative(5u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum5 += select(y6, -y6,
    ((bits >> bit_in_word(5u ^ 6u)) & 1u) != (octonion_negative(5u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum5 += select(y7, -y7,
    ((bits >> bit_in_word(5u ^ 7u)) & 1u) != (octonion_negative(5u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum6 = 0.0;
  sum6 += select(y0, -y0,
    ((bits >> bit_in_word(6u ^ 0u)) & 1u) != (octonion_negative(6u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum6 += select(y1, -y1,
    ((bits >> bit_in_word(6u ^ 1u)) & 1u) != (octonion_negative(6u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum6 += select(y2, -y2,
    ((bits >> bit_in_word(6u ^ 2u)) & 1u) != (octonion_negative(6u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum6 += select(y3, -y3,
    ((bits >> bit_in_word(6u ^ 3u)) & 1u) != (octonion_negative(6u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum6 += select(y4, -y4,
    ((bits >> bit_in_word(6u ^ 4u)) & 1u) != (octonion_negative(6u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum6 += select(y5, -y5,
    ((bits >> bit_in_word(6u ^ 5u)) & 1u) != (octonion_negative(6u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum6 += select(y6, -y6,
    ((bits >> bit_in_word(6u ^ 6u)) & 1u) != (octonion_negative(6u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum6 += select(y7, -y7,
    ((bits >> bit_in_word(6u ^ 7u)) & 1u) != (octonion_negative(6u ^ 7u, 7u) ^ u32(7u > 0u)));
  var sum7 = 0.0;
  sum7 += select(y0, -y0,
    ((bits >> bit_in_word(7u ^ 0u)) & 1u) != (octonion_negative(7u ^ 0u, 0u) ^ u32(0u > 0u)));
  sum7 += select(y1, -y1,
    ((bits >> bit_in_word(7u ^ 1u)) & 1u) != (octonion_negative(7u ^ 1u, 1u) ^ u32(1u > 0u)));
  sum7 += select(y2, -y2,
    ((bits >> bit_in_word(7u ^ 2u)) & 1u) != (octonion_negative(7u ^ 2u, 2u) ^ u32(2u > 0u)));
  sum7 += select(y3, -y3,
    ((bits >> bit_in_word(7u ^ 3u)) & 1u) != (octonion_negative(7u ^ 3u, 3u) ^ u32(3u > 0u)));
  sum7 += select(y4, -y4,
    ((bits >> bit_in_word(7u ^ 4u)) & 1u) != (octonion_negative(7u ^ 4u, 4u) ^ u32(4u > 0u)));
  sum7 += select(y5, -y5,
    ((bits >> bit_in_word(7u ^ 5u)) & 1u) != (octonion_negative(7u ^ 5u, 5u) ^ u32(5u > 0u)));
  sum7 += select(y6, -y6,
    ((bits >> bit_in_word(7u ^ 6u)) & 1u) != (octonion_negative(7u ^ 6u, 6u) ^ u32(6u > 0u)));
  sum7 += select(y7, -y7,
    ((bits >> bit_in_word(7u ^ 7u)) & 1u) != (octonion_negative(7u ^ 7u, 7u) ^ u32(7u > 0u)));
  let scale = select(0.0, ROTATION_ONE / (SQRT_8 * norm), norm > 0.0);
  let word = ROTATION_WORDS * (first / 8u);
  rotation[word] = fixed_point(sum0, scale) | (fixed_point(sum1, scale) << 16u);
  rotation[word + 1u] = fixed_point(sum2, scale) | (fixed_point(sum3, scale) << 16u);
  rotation[word + 2u] = fixed_point(sum4, scale) | (fixed_point(sum5, scale) << 16u);
  rotation[word + 3u] = fixed_point(sum6, scale) | (fixed_point(sum7, scale) << 16u);
  rotation[word + 4u] = bitcast<u32>(norm);
}
