const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 2u;
const LAYERED: u32 = 1u;
const TILE: u32 = 4u;
const TILE_FOURS: u32 = 1u;
const SOME: u32 = 4u;
const ONE_TILE: u32 = 1u;
const HALVES: u32 = 0u;
const HALF_TILE: u32 = 2u;
const KEPT: u32 = 1u;
const UNROLLED_DEGREE: u32 = 2u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const LEVELS: u32 = 16u;
const FRAMES_PER_WORD: u32 = 2u;
const CHANNEL_MAX: u32 = 32767u;
const GROUP: u32 = 64u;
// pack-levels: channel LLRs in steps, as wide as a lane, frames fastest, and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][max(q, 4)] = h·a
// out  flooding: channel [variable][symbol][word of frames]: min(⌊L/step + 1/2⌋, CHANNEL_MAX) in each lane;
//      variable_words [edge][symbol x = h·a][word] the thermometers of the same
//      LAYERED: variable_words [variable][symbol][word], posteriors, lanes as of `channel`
// map  one workgroup per variable and GROUP words (workgroup y), which turns tiles around in workgroup memory
// workgroup bytes: 4·(GROUP + 1)·min(q, 8)
// exact: the step is a power of two
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

// Messages of LEVELS levels as thermometer codes: bit t of a value v in 0 … LEVELS says v ≤ t, so that max is AND and min is
// OR; and integers as wide, LEVELS bits to a lane. FRAMES_PER_WORD = 32 / LEVELS frames share a word, a lane each.
// Twin: src/kernel/levels.ts.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

// LEVELS − v of each lane's thermometer.
fn ones(word: u32) -> u32 {
  var counts = 0u;
  counts |= countOneBits(word & (LANE << (0u * LEVELS))) << (0u * LEVELS);
  counts |= countOneBits(word & (LANE << (1u * LEVELS))) << (1u * LEVELS);
  return counts;
}

// Thermometers of each lane's integer; what is larger than LEVELS is LEVELS.
fn thermometers(values: u32) -> u32 {
  if (LEVELS == 32u) { return select(0xffffffffu << (values & 31u), 0u, values >= 32u); }
  var word = 0u;
  word |= ((LANE << (0u * LEVELS)) << min(lane_of(values, 0u), LEVELS)) & (LANE << (0u * LEVELS));
  word |= ((LANE << (1u * LEVELS)) << min(lane_of(values, 1u), LEVELS)) & (LANE << (1u * LEVELS));
  return word;
}

// Least of each lane, found one value after the other.
alias Leasts = array<u32, FRAMES_PER_WORD>;
fn with_value(leasts: ptr<function, Leasts>, values: u32) {
  // Of a number the lane is the highest part, so what is below it decides nothing that counts.
  (*leasts)[0] = min((*leasts)[0], values & (0xffffffffu >> (32u - LEVELS * 0u - LEVELS)));
  // Of a number the lane is the highest part, so what is below it decides nothing that counts.
  (*leasts)[1] = min((*leasts)[1], values & (0xffffffffu >> (32u - LEVELS * 1u - LEVELS)));
}
fn least_values(leasts: ptr<function, Leasts>) -> u32 {
  var word = 0u;
  word |= (*leasts)[0] & (LANE << (0u * LEVELS));
  word |= (*leasts)[1] & (LANE << (1u * LEVELS));
  return word;
}
fn no_values() -> Leasts {
  var leasts: Leasts;
  leasts[0] = 0xffffffffu;
  leasts[1] = 0xffffffffu;
  return leasts;
}

// The lanes of a word gathered from those of other words.
struct Gathered {
  word: array<u32, FRAMES_PER_WORD>,
  shift: array<u32, FRAMES_PER_WORD>,
}
fn gather_from(at: ptr<function, Gathered>, lane: u32, frame: u32) {
  (*at).word[lane] = frame / FRAMES_PER_WORD;
  (*at).shift[lane] = (frame % FRAMES_PER_WORD) * LEVELS;
}


@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<u32>;
@group(0) @binding(5) var<storage, read_write> channel: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

const BLOCK: u32 = min(Q, 8u);
const PITCH: u32 = GROUP + 1u;
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

var<workgroup> tile: array<u32, BLOCK * PITCH>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x;
  let words = (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD;
  let word = group.y * GROUP + item;
  for (var block = 0u; block < Q; block += BLOCK) {
    // Every word of the tile is made by one work item, which packs its frames.
    for (var i = item; i < BLOCK * GROUP; i += GROUP) {
      var packed = 0u;
      for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
        let frame = (group.y * GROUP + i / BLOCK) * FRAMES_PER_WORD + lane;
        let llr = channel_llr[(min(frame, run.frames - 1u) * N + n) * Q + block + i % BLOCK];
        packed |= u32(min(floor(llr * STEPS_PER_LLR + 0.5), f32(CHANNEL_MAX))) << (lane * LEVELS);
      }
      tile[(i % BLOCK) * PITCH + i / BLOCK] = packed;
    }
    workgroupBarrier();
    for (var a = 0u; a < BLOCK && word < words; a++) {
      let values = tile[a * PITCH + item];
      if (LAYERED == 1u) {
        variable_words[(n * Q + block + a) * words + word] = values;
        continue;
      }
      channel[(n * Q + block + a) * words + word] = values;
      let first = thermometers(values);
      for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
        let edge = variable_edges[k];
        variable_words[(edge.x * Q + products[edge.y * max(Q, 4u) + block + a]) * words + word] = first;
      }
    }
    workgroupBarrier();
  }
}
