const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 1u;
const LAYERED: u32 = 0u;
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
const ITERATIONS: u32 = 10u;
const GROUP: u32 = 64u;
// variable-levels: variable nodes of level-sliced Min-Max, in integers: V_k(a) = C(a) + Σ_{others} R(a), to the check
// min(V_k(a) − min V_k, LEVELS) as thermometers; decision argmin_a C(a) + Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][max(q, 4)] = h·a
//      channel [variable][symbol][word of frames], check_to_variable [edge][symbol x = h·a][word of places], lists
// out  variable_to_check [edge][symbol x][word of places], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and GROUP words of places (y), one work item per word
// numeric range: sums at most CHANNEL_MAX + degree·LEVELS, which fits a lane
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


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. The kernel declares `lists` [2 + 2·2·frames]: how many places are left, in even and in odd iterations;
// then for even and for odd ones what is at each place, and its place one iteration before. Without early termination, and
// in iteration 0, place i is frame i.
const MOVES: bool = STOP == 1u;

fn list_base() -> u32 { return 2u + (run.iteration & 1u) * 2u * run.frames; }

fn frames_left() -> u32 {
  if (!MOVES || run.iteration == 0u) { return run.frames; }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

fn frame_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}


const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x;
  let words = (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD;
  let word = group.y * GROUP + item;
  let left = frames_left();
  if (word * FRAMES_PER_WORD >= left) { return; }
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = run.iteration + 1u == ITERATIONS;
  var at: Gathered;
  gather_from(&at, 0u, frame_at(min(word * FRAMES_PER_WORD + 0u, left - 1u)));
  gather_from(&at, 1u, frame_at(min(word * FRAMES_PER_WORD + 1u, left - 1u)));

  // All messages at once, so that they are under way together, and once only.
  var edge_0 = vec2u(0u);
  var heard_0: Vector;
  if (0u < degree) {
    edge_0 = variable_edges[first + 0u];
    {
      let x = products[edge_0.y * ROW + 0u];
      heard_0[4u * 0u + 0u] = check_to_variable[(edge_0.x * Q + x[0]) * words + word];
      heard_0[4u * 0u + 1u] = check_to_variable[(edge_0.x * Q + x[1]) * words + word];
      heard_0[4u * 0u + 2u] = check_to_variable[(edge_0.x * Q + x[2]) * words + word];
      heard_0[4u * 0u + 3u] = check_to_variable[(edge_0.x * Q + x[3]) * words + word];
    }
  }
  var edge_1 = vec2u(0u);
  var heard_1: Vector;
  if (1u < degree) {
    edge_1 = variable_edges[first + 1u];
    {
      let x = products[edge_1.y * ROW + 0u];
      heard_1[4u * 0u + 0u] = check_to_variable[(edge_1.x * Q + x[0]) * words + word];
      heard_1[4u * 0u + 1u] = check_to_variable[(edge_1.x * Q + x[1]) * words + word];
      heard_1[4u * 0u + 2u] = check_to_variable[(edge_1.x * Q + x[2]) * words + word];
      heard_1[4u * 0u + 3u] = check_to_variable[(edge_1.x * Q + x[3]) * words + word];
    }
  }
  // C + Σ R: every check adds LEVELS − ones.
  var sums: Vector;
  let levels = degree * LEVELS * (0xffffffffu / LANE);
  { const block = 0u;
    {
      let row = (n * Q + block + 0u) * words;
      var own = 0u;
      if (MOVES) {
        own |= ((channel[row + at.word[0]] >> at.shift[0]) & LANE) << (0u * LEVELS);
        own |= ((channel[row + at.word[1]] >> at.shift[1]) & LANE) << (1u * LEVELS);
      } else {
        own = channel[row + word];
      }
      sums[block + 0u] = own + levels;
    }
    {
      let row = (n * Q + block + 1u) * words;
      var own = 0u;
      if (MOVES) {
        own |= ((channel[row + at.word[0]] >> at.shift[0]) & LANE) << (0u * LEVELS);
        own |= ((channel[row + at.word[1]] >> at.shift[1]) & LANE) << (1u * LEVELS);
      } else {
        own = channel[row + word];
      }
      sums[block + 1u] = own + levels;
    }
    {
      let row = (n * Q + block + 2u) * words;
      var own = 0u;
      if (MOVES) {
        own |= ((channel[row + at.word[0]] >> at.shift[0]) & LANE) << (0u * LEVELS);
        own |= ((channel[row + at.word[1]] >> at.shift[1]) & LANE) << (1u * LEVELS);
      } else {
        own = channel[row + word];
      }
      sums[block + 2u] = own + levels;
    }
    {
      let row = (n * Q + block + 3u) * words;
      var own = 0u;
      if (MOVES) {
        own |= ((channel[row + at.word[0]] >> at.shift[0]) & LANE) << (0u * LEVELS);
        own |= ((channel[row + at.word[1]] >> at.shift[1]) & LANE) << (1u * LEVELS);
      } else {
        own = channel[row + word];
      }
      sums[block + 3u] = own + levels;
    }
  }
  if (0u < degree) {
    heard_0[0] = ones(heard_0[0]);
    sums[0] -= heard_0[0];
    heard_0[1] = ones(heard_0[1]);
    sums[1] -= heard_0[1];
    heard_0[2] = ones(heard_0[2]);
    sums[2] -= heard_0[2];
    heard_0[3] = ones(heard_0[3]);
    sums[3] -= heard_0[3];
  }
  if (1u < degree) {
    heard_1[0] = ones(heard_1[0]);
    sums[0] -= heard_1[0];
    heard_1[1] = ones(heard_1[1]);
    sums[1] -= heard_1[1];
    heard_1[2] = ones(heard_1[2]);
    sums[2] -= heard_1[2];
    heard_1[3] = ones(heard_1[3]);
    sums[3] -= heard_1[3];
  }

  if (MOVES || last) {
    {
      var best = 0u;
      var least = lane_of(sums[0], 0u);
      { const block = 0u;
        {
          let value = lane_of(sums[block + 0u], 0u);
          best = select(best, block + 0u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 1u], 0u);
          best = select(best, block + 1u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 2u], 0u);
          best = select(best, block + 2u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 3u], 0u);
          best = select(best, block + 3u, value < least);
          least = min(least, value);
        }
      }
      let place = word * FRAMES_PER_WORD + 0u;
      if (place < left) { symbols[n * run.frames + frame_at(place)] = best; }
    }
    {
      var best = 0u;
      var least = lane_of(sums[0], 1u);
      { const block = 0u;
        {
          let value = lane_of(sums[block + 0u], 1u);
          best = select(best, block + 0u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 1u], 1u);
          best = select(best, block + 1u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 2u], 1u);
          best = select(best, block + 2u, value < least);
          least = min(least, value);
        }
        {
          let value = lane_of(sums[block + 3u], 1u);
          best = select(best, block + 3u, value < least);
          least = min(least, value);
        }
      }
      let place = word * FRAMES_PER_WORD + 1u;
      if (place < left) { symbols[n * run.frames + frame_at(place)] = best; }
    }
  }
  if (last) { return; }

  if (0u < degree) {
    var leasts = no_values();
    heard_0[0] += sums[0];
    with_value(&leasts, heard_0[0]);
    heard_0[1] += sums[1];
    with_value(&leasts, heard_0[1]);
    heard_0[2] += sums[2];
    with_value(&leasts, heard_0[2]);
    heard_0[3] += sums[3];
    with_value(&leasts, heard_0[3]);
    let least = least_values(&leasts);
    {
      let x = products[edge_0.y * ROW + 0u];
      variable_to_check[(edge_0.x * Q + x[0]) * words + word] = thermometers(heard_0[4u * 0u + 0u] - least);
      variable_to_check[(edge_0.x * Q + x[1]) * words + word] = thermometers(heard_0[4u * 0u + 1u] - least);
      variable_to_check[(edge_0.x * Q + x[2]) * words + word] = thermometers(heard_0[4u * 0u + 2u] - least);
      variable_to_check[(edge_0.x * Q + x[3]) * words + word] = thermometers(heard_0[4u * 0u + 3u] - least);
    }
  }
  if (1u < degree) {
    var leasts = no_values();
    heard_1[0] += sums[0];
    with_value(&leasts, heard_1[0]);
    heard_1[1] += sums[1];
    with_value(&leasts, heard_1[1]);
    heard_1[2] += sums[2];
    with_value(&leasts, heard_1[2]);
    heard_1[3] += sums[3];
    with_value(&leasts, heard_1[3]);
    let least = least_values(&leasts);
    {
      let x = products[edge_1.y * ROW + 0u];
      variable_to_check[(edge_1.x * Q + x[0]) * words + word] = thermometers(heard_1[4u * 0u + 0u] - least);
      variable_to_check[(edge_1.x * Q + x[1]) * words + word] = thermometers(heard_1[4u * 0u + 1u] - least);
      variable_to_check[(edge_1.x * Q + x[2]) * words + word] = thermometers(heard_1[4u * 0u + 2u] - least);
      variable_to_check[(edge_1.x * Q + x[3]) * words + word] = thermometers(heard_1[4u * 0u + 3u] - least);
    }
  }
}
