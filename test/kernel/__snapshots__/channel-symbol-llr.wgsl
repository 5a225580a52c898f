const P: u32 = 3u;
const N: u32 = 6u;
const FIXED: u32 = 1u;
const PAIRS: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// channel/symbol-llr: LLR vectors of symbols from the bits' channel outputs: L(a) = ln P(s)/P(a) ≥ 0 with s the most likely
// symbol, which is the sum of |LLR| over the bits where a differs from s.
// in   received [frame][N·p] i32       grid steps
// out  channel_llr [frame][N][q] f32   natural logarithm
// map  one invocation per 2·PAIRS field elements of a variable, which differ in bit 0 and in the bits from FIXED on: it
//      reads the p values once, sums what the bits between add to all its elements once, and writes pairs. Invocations of
//      a variable are neighbours, so that what they write together is one run of 8·q/(2·PAIRS) bytes for each pair.
//      workgroup y = frame
// bound by the 4·N·q bytes written per frame: some 10 operations per element
// exact: integer sums and one multiplication
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


@group(0) @binding(1) var<storage, read> received: array<i32>;
@group(0) @binding(2) var<storage, read_write> channel_llr: array<vec2f>;

const VARIABLE_INVOCATIONS: u32 = (1u << P) / (2u * PAIRS);

// What a bit adds where the symbol has it 0 (x) and 1 (y).
fn bit_costs(n: u32, bit: u32) -> vec2i {
  let v = received[n * P + bit];
  return max(vec2i(-v, v), vec2i(0));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = id.x / VARIABLE_INVOCATIONS;
  let slot = workgroup_slot(id);
  if (n >= N || slot >= run.frames) { return; }
  let symbol = slot * N + n;
  let pair = id.x % VARIABLE_INVOCATIONS;
  var lowest = bit_costs(symbol, 0u);
  let costs_1 = bit_costs(symbol, 1u);
  let costs_2 = bit_costs(symbol, 2u);
  let at = symbol * VARIABLE_INVOCATIONS * PAIRS + pair;
  var sum_0 = lowest;
  sum_0 += select(costs_1.x, costs_1.y, ((0u >> (1u - FIXED)) & 1u) == 1u);
  sum_0 += select(costs_2.x, costs_2.y, ((0u >> (2u - FIXED)) & 1u) == 1u);
  channel_llr[at + 0u * VARIABLE_INVOCATIONS] = vec2f(sum_0) * run.llr_scale;
  var sum_1 = lowest;
  sum_1 += select(costs_1.x, costs_1.y, ((1u >> (1u - FIXED)) & 1u) == 1u);
  sum_1 += select(costs_2.x, costs_2.y, ((1u >> (2u - FIXED)) & 1u) == 1u);
  channel_llr[at + 1u * VARIABLE_INVOCATIONS] = vec2f(sum_1) * run.llr_scale;
  var sum_2 = lowest;
  sum_2 += select(costs_1.x, costs_1.y, ((2u >> (1u - FIXED)) & 1u) == 1u);
  sum_2 += select(costs_2.x, costs_2.y, ((2u >> (2u - FIXED)) & 1u) == 1u);
  channel_llr[at + 2u * VARIABLE_INVOCATIONS] = vec2f(sum_2) * run.llr_scale;
  var sum_3 = lowest;
  sum_3 += select(costs_1.x, costs_1.y, ((3u >> (1u - FIXED)) & 1u) == 1u);
  sum_3 += select(costs_2.x, costs_2.y, ((3u >> (2u - FIXED)) & 1u) == 1u);
  channel_llr[at + 3u * VARIABLE_INVOCATIONS] = vec2f(sum_3) * run.llr_scale;
}
