const N: u32 = 8u;
const KEY_BITS: u32 = 8u;
const WORKGROUP_SIZE: u32 = 64u;
// reconciliation/rotated-llr: channel LLRs of the bits u of reconciliation/block-rotation, for whoever has values x that are correlated with its y: as
// octonions v = α·x is ρ·‖y‖·s and Gaussian noise of the same variance 1 - ρ² in every component, so that ln P(0)/P(1) of
// u_i is 2·ρ·‖y‖·v_i/(√8·(1 - ρ²)). Multidimensional reconciliation, see block-rotation.
// in   position_use [N] (state, index) 0 bit of the key, 1 punctured, 2 shortened; which of its kind it is
//      rotation [frame][KEY_BITS/8][5] α_i·32767 as 16-bit integers and the bits of ‖y‖, as from block-rotation
//      values [frame][KEY_BITS]        x, of unit variance
// out  channel_llr [frame][N] f32      natural logarithm, at most LLR_BOUND: run.llr_scale·‖y‖·Σ ±32767·α_j·x_k with
//                                      run.llr_scale = 2·ρ/(√8·(1 - ρ²)·32767); 0 if punctured, LLR_BOUND if shortened
// map  one invocation per position; workgroup y = frame
// bound by the reading of its eight α and x, which come from the caches for seven of eight invocations
// exact to 1e-6 of the sum of magnitudes: products and sums may be fused
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

// Stands for certainty; no message is larger. Twin: wgsl/common/bound.ts.
const LLR_BOUND: f32 = 1048576.0;

// Octonions by Cayley-Dickson doubling, units e_0 = 1 ... e_7 with e_j e_k = ±e_(j xor k). Twin: wgsl/reconciliation/octonion.ts.

// 1 if e_j e_k = -e_(j xor k), else 0: bit k of byte j mod 4.
fn octonion_negative(j: u32, k: u32) -> u32 {
  return (select(0xacc66a00u, 0xb2d8741eu, j > 3u) >> (8u * (j & 3u) + k)) & 1u;
}

// Words of a group of eight values in `rotation`: four of α, two to a word, and the norm's bits.
const ROTATION_WORDS: u32 = 5u;
// α_i as an integer is α_i times this.
const ROTATION_ONE: f32 = 32767.0;


@group(0) @binding(1) var<storage, read> position_use: array<vec2u>;
@group(0) @binding(2) var<storage, read> rotation: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read_write> channel_llr: array<f32>;

const KEY: u32 = 0u;
const PUNCTURED: u32 = 1u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let position = position_use[id.x];
  var llr = LLR_BOUND;
  if (position.x == KEY) {
    let first = slot * KEY_BITS + (position.y & ~7u);
    let word = ROTATION_WORDS * (first / 8u);
    let i = position.y & 7u;
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
      let j = i ^ k;
      let half = i32(rotation[word + j / 2u] << (16u - 16u * (j & 1u))) >> 16u;
      let x = values[first + k];
      sum += f32(half) * select(x, -x, octonion_negative(j, k) == 1u);
    }
    llr = clamp(run.llr_scale * bitcast<f32>(rotation[word + 4u]) * sum, -LLR_BOUND, LLR_BOUND);
  } else if (position.x == PUNCTURED) {
    llr = 0.0;
  }
  channel_llr[slot * N + id.x] = llr;
}
