const P: u32 = 3u;
const POLYNOMIAL: u32 = 11u;
const COEFFICIENTS: u32 = 5u;
const N: u32 = 6u;
const RANK: u32 = 3u;
const WORDS: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// source/encode: parity symbols of a systematic code over GF(q): c[parity j] = Σ_i u[i]·g[i][j], on bit planes. As polynomials over
// GF(2) the product of u and g has the coefficients Σ_{b+c=t} u_c·g_b, t = 0 … 2p − 2, and so has a sum of products: 32 of
// them at once are u_c & g_b of 32 symbols, added by exclusive or. The sum's bits are then the parities of 2p − 1 words, and
// it is reduced by the field's polynomial once, at the end.
// in   parity_position [rank]
//      generator [word][p][rank]        bit i mod 32 of word ⌊i/32⌋: bit b of g[i][j]
//      information_planes [word of 4 frames][word][p] (bit-planes)
// i/o  codeword [frame][N]              parity symbols out
// map  one invocation per parity symbol and 4 frames, which share its generator words; workgroup y = word of 4 frames.
//      Invocations read their generator words side by side, and all of a group the same information words.
// bound by operations: p²·k·rank/32 three-input logic operations per frame (75,000 of a (620,310) code over GF(32), for
//      96,100 products), and (p/2)·k·rank/32 loads of one or four words
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


@group(0) @binding(1) var<storage, read> parity_position: array<u32>;
@group(0) @binding(2) var<storage, read> generator: array<u32>;
@group(0) @binding(3) var<storage, read> information_planes: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> codeword: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let j = id.x;
  let frames = workgroup_slot(id);
  let slot = 4u * frames;
  if (j >= RANK || slot >= run.frames) { return; }
  // Coefficients 0 … 2p − 2 of four frames.
  var sums: array<vec4u, COEFFICIENTS>;
  for (var word = 0u; word < WORDS; word++) {
    let generator_0 = vec4u(generator[(word * P + 0u) * RANK + j]);
    let generator_1 = vec4u(generator[(word * P + 1u) * RANK + j]);
    let generator_2 = vec4u(generator[(word * P + 2u) * RANK + j]);
    let information_0 = information_planes[(frames * WORDS + word) * P + 0u];
    sums[0 + 0] ^= generator_0 & information_0;
    sums[1 + 0] ^= generator_1 & information_0;
    sums[2 + 0] ^= generator_2 & information_0;
    let information_1 = information_planes[(frames * WORDS + word) * P + 1u];
    sums[0 + 1] ^= generator_0 & information_1;
    sums[1 + 1] ^= generator_1 & information_1;
    sums[2 + 1] ^= generator_2 & information_1;
    let information_2 = information_planes[(frames * WORDS + word) * P + 2u];
    sums[0 + 2] ^= generator_0 & information_2;
    sums[1 + 2] ^= generator_1 & information_2;
    sums[2 + 2] ^= generator_2 & information_2;
  }
  // x^t = x^(t − p)·(the polynomial without x^p)
  if (((POLYNOMIAL >> 0u) & 1u) == 1u) { sums[4u - P + 0u] ^= sums[4]; }
  if (((POLYNOMIAL >> 1u) & 1u) == 1u) { sums[4u - P + 1u] ^= sums[4]; }
  if (((POLYNOMIAL >> 2u) & 1u) == 1u) { sums[4u - P + 2u] ^= sums[4]; }
  if (((POLYNOMIAL >> 0u) & 1u) == 1u) { sums[3u - P + 0u] ^= sums[3]; }
  if (((POLYNOMIAL >> 1u) & 1u) == 1u) { sums[3u - P + 1u] ^= sums[3]; }
  if (((POLYNOMIAL >> 2u) & 1u) == 1u) { sums[3u - P + 2u] ^= sums[3]; }
  var symbols = vec4u(0u);
  symbols |= (countOneBits(sums[0]) & vec4u(1u)) << vec4u(0u);
  symbols |= (countOneBits(sums[1]) & vec4u(1u)) << vec4u(1u);
  symbols |= (countOneBits(sums[2]) & vec4u(1u)) << vec4u(2u);
  let at = slot * N + parity_position[j];
  if (slot + 0u < run.frames) { codeword[at + 0u * N] = symbols[0]; }
  if (slot + 1u < run.frames) { codeword[at + 1u * N] = symbols[1]; }
  if (slot + 2u < run.frames) { codeword[at + 2u * N] = symbols[2]; }
  if (slot + 3u < run.frames) { codeword[at + 3u * N] = symbols[3]; }
}
