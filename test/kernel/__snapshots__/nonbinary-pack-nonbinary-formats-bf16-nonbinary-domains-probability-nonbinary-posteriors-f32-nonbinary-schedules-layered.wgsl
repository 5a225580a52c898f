const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 1u;
const UNROLLED_DEGREE: u32 = 2u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/pack: channel LLRs as the decoder keeps them, frame-interleaved, and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][max(q, 4)] = h·a
// out  flooding: channel [variable][word of symbols][frame]; unless variable nodes do that as slots are refilled (REFILLS above 1),
//      variable_words [edge][word of symbols][frame] the same, symbols in the order x = h·a of the check where a word holds one, else a
//      LAYERED: variable_words [variable][symbol][frame], posteriors as f32
// map  one workgroup per variable and WORKGROUP_SIZE frames (workgroup y), which transposes tiles in workgroup memory
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)·min(q, 8)
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

// Vectors over GF(q) stored as bfloat16: two symbols of one frame to a word, the upper half of f32 numbers, computed in
// f32. For values that may be small but not negative, such as probabilities. Twin: wgsl/nonbinary/formats/bf16.ts.
const SYMBOLS_PER_WORD: u32 = 2u;

fn symbol_value(word: u32, symbol: u32) -> f32 { return bitcast<f32>((word >> ((symbol & 1u) * 16u)) << 16u); }
// To the nearest, ties to even.
fn upper_half(values: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(values);
  return (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
}
fn words_of(values: vec4f) -> vec4u {
  let upper = upper_half(values);
  return vec4u(upper.x | (upper.y << 16u), upper.z | (upper.w << 16u), 0u, 0u);
}
fn rounded(value: f32) -> f32 { return bitcast<f32>(upper_half(vec4f(value)).x << 16u); }

// Probabilities up to a factor, which multiply, of which the greatest is the likeliest. A product ends at 1e-36, so that it
// is never lost. Twin: domain.ts.
const NOTHING_KNOWN: f32 = 1.0;
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, 60.0)); }
fn together(a: f32, b: f32) -> f32 { return max(a * b, 1.0e-36); }
fn likelier(a: f32, b: f32) -> bool { return a > b; }
fn without(all: f32, part: f32) -> f32 { return all / part; }


@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<u32>;
@group(0) @binding(5) var<storage, read_write> channel: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

const TILE: u32 = min(Q, 8u);
const PITCH: u32 = WORKGROUP_SIZE + 1u;
const WORDS: u32 = Q / SYMBOLS_PER_WORD;

var<workgroup> tile: array<f32, TILE * PITCH>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let first = workgroup.y * WORKGROUP_SIZE;
  let frame = first + invocation;
  let begin = variable_start[n];
  let end = variable_start[n + 1u];
  for (var block = 0u; block < Q; block += TILE) {
    for (var i = invocation; i < TILE * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
      let a = i % TILE;
      let source = min(first + i / TILE, run.frames - 1u);
      tile[a * PITCH + i / TILE] = channel_llr[(source * N + n) * Q + block + a];
    }
    workgroupBarrier();
    for (var a = 0u; a < TILE && frame < run.frames; a += 4u) {
      var values: vec4f;
      for (var u = 0u; u < min(4u, Q); u++) { values[u] = channel_value(tile[(a + u) * PITCH + invocation]); }
      if (LAYERED == 1u) {
        for (var u = 0u; u < min(4u, Q); u++) {
          variable_words[(n * Q + block + a + u) * run.frames + frame] = bitcast<u32>(values[u]);
        }
        continue;
      }
      let words = words_of(values);
      for (var w = 0u; w < min(4u, Q) / SYMBOLS_PER_WORD; w++) {
        let word = (block + a) / SYMBOLS_PER_WORD + w;
        channel[(n * WORDS + word) * run.frames + frame] = words[w];
        for (var k = begin; k < end && REFILLS == 1u; k++) {
          let edge = variable_edges[k];
          let x = products[edge.y * max(Q, 4u) + word];
          let to = select(word, x, SYMBOLS_PER_WORD == 1u);
          variable_words[(edge.x * WORDS + to) * run.frames + frame] = words[w];
        }
      }
    }
    workgroupBarrier();
  }
}
