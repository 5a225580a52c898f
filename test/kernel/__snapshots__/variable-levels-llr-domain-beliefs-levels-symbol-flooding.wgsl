const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 2u;
const LAYERED: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const LEVELS: u32 = 16u;
const FRAMES_PER_WORD: u32 = 2u;
const CHANNEL_MAX: u32 = 32767u;
const SYMBOL_BITS: u32 = 5u;
const SYMBOLS_PER_LANE: u32 = 3u;
const BLOCK_SYMBOLS: u32 = 4u;
const BLOCK_WORDS: u32 = 2u;
const MESSAGE_WORDS: u32 = 2u;
const PART: u32 = 4u;
const PART_FOURS: u32 = 1u;
const PART_WORDS: u32 = 2u;
const ONE_PART: u32 = 1u;
const SOME: u32 = 4u;
const TURN_0_0: u32 = 2u;
const TURN_0_1: u32 = 3u;
const TURN_1_0: u32 = 3u;
const TURN_1_1: u32 = 1u;
const KEPT: u32 = 1u;
const UNROLLED_DEGREE: u32 = 2u;
const ITERATIONS: u32 = 10u;
const GROUP: u32 = 64u;
// variable-levels: variable nodes of level-sliced Min-Max, in integers: V_k(a) = C(a) + Σ_{others} R(a), to the check
// min(V_k(a) − min V_k, LEVELS); decision argmin_a C(a) + Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order
//      products: KEPT [max(q, 4)] = logarithms to the base α, else [h][max(q, 4)] = h·a
//      channel [variable][symbol][word of frames], check_to_variable [edge][word of symbols x = h·a][word of places], lists
// out  variable_to_check [edge][word of symbols x][word of places], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and GROUP words of places (y), one work item per word. KEPT: all messages of a variable
//      in registers, where a variable index would be memory; h turns them by fixed permutations. Else they are read twice.
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

// Integers in lanes of LEVELS bits, FRAMES_PER_WORD = 32 / LEVELS frames to a word: messages of level-sliced Min-Max, 0 … LEVELS,
// and channel values and posteriors, as wide as the lane. Twin: src/kernel/levels.ts.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);
const LANES: u32 = 0xffffffffu / LANE;   // 1 in each lane

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

fn at_most(limit: u32, values: u32) -> u32 {
  var result = 0u;
  result |= min(lane_of(values, 0u), limit) << (0u * LEVELS);
  result |= min(lane_of(values, 1u), limit) << (1u * LEVELS);
  return result;
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

// Messages of LEVELS levels as they lie in memory: SYMBOLS_PER_LANE symbols to a lane, SYMBOL_BITS each. A thermometer has LEVELS
// bits for what these say, and memory is what decoders wait for. BLOCK_SYMBOLS symbols begin with a word and fill BLOCK_WORDS;
// MESSAGE_WORDS are a message, PART_WORDS those of PART symbols, which are loaded and stored at a time. The kernel imports
// shared/levels and declares alias Vector = array<u32, Q>. Twin: src/kernel/levels.ts.
alias PartWords = array<u32, PART_WORDS>;
const NUMBER: u32 = (1u << SYMBOL_BITS) - 1u;

// Where the words of a part that begins with symbol `block` lie in a message.
fn part_start(block: u32) -> u32 { return block / BLOCK_SYMBOLS * BLOCK_WORDS; }

// The numbers of a part's symbols.
fn unpack(words: ptr<function, PartWords>, block: u32, to: ptr<function, Vector>) {
  (*to)[block + 0u] = (NUMBER * LANES) & ((*words)[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 1u] = (NUMBER * LANES) & ((*words)[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 2u] = (NUMBER * LANES) & ((*words)[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
  (*to)[block + 3u] = (NUMBER * LANES) & ((*words)[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE]
    >> (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS));
}

fn pack(numbers: ptr<function, Vector>, block: u32) -> PartWords {
  var words: PartWords;
  words[0u / BLOCK_SYMBOLS * BLOCK_WORDS + 0u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 0u] << (0u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[1u / BLOCK_SYMBOLS * BLOCK_WORDS + 1u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 1u] << (1u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[2u / BLOCK_SYMBOLS * BLOCK_WORDS + 2u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 2u] << (2u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  words[3u / BLOCK_SYMBOLS * BLOCK_WORDS + 3u % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] |=
    (*numbers)[block + 3u] << (3u % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
  return words;
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
// place of the list. The kernel declares `lists` [2 + 2·LIST_ROWS·frames]: how many places are left, in even and in odd
// iterations; then for even and for odd ones what is at each place, its place one iteration before, and which of its frames are
// done, where an entry has no room for that. Without early termination, and
// in iteration 0, place i is frame i.
// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, and, where a place has more
// frames than an entry has bits for, a bit for each of its frames that is done. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = select(2u, 3u, PLACE_FRAMES > 4u);

// An entry of `lists`, written by list-frames: a place of PLACE_FRAMES frames, and which of them are done, which go on for the
// sake of the others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }


const MOVES: bool = STOP == 1u;

fn list_base() -> u32 { return 2u + (run.iteration & 1u) * LIST_ROWS * run.frames; }

fn frames_left() -> u32 {
  if (!MOVES || run.iteration == 0u) { return run.frames; }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

// What is at a place of PLACE_FRAMES frames: shared/listed-place.
fn entry_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + place];
}

fn frame_at(place: u32) -> u32 {
  return listed_place(entry_at(place / PLACE_FRAMES)) * PLACE_FRAMES + place % PLACE_FRAMES;
}

// A bit for each frame of a place that is done.
fn done_frames(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return 0u; }
  if (LIST_ROWS == 2u) { return listed_done(entry_at(place)); }
  return lists[list_base() + 2u * run.frames + place];
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}


const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;

fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }

// Symbol a becomes what symbol α^k·a was: a fixed permutation for each bit of k, which is the same for the whole workgroup.
fn turn(vector: ptr<function, Vector>, k: u32) {
  if (((k >> 0u) & 1u) == 1u) {
    let had = *vector;
    (*vector)[1] = had[0u
      ^ (((1u >> 0u) & 1u) * TURN_0_0)
      ^ (((1u >> 1u) & 1u) * TURN_0_1)
    ];
    (*vector)[2] = had[0u
      ^ (((2u >> 0u) & 1u) * TURN_0_0)
      ^ (((2u >> 1u) & 1u) * TURN_0_1)
    ];
    (*vector)[3] = had[0u
      ^ (((3u >> 0u) & 1u) * TURN_0_0)
      ^ (((3u >> 1u) & 1u) * TURN_0_1)
    ];
  }
  if (((k >> 1u) & 1u) == 1u) {
    let had = *vector;
    (*vector)[1] = had[0u
      ^ (((1u >> 0u) & 1u) * TURN_1_0)
      ^ (((1u >> 1u) & 1u) * TURN_1_1)
    ];
    (*vector)[2] = had[0u
      ^ (((2u >> 0u) & 1u) * TURN_1_0)
      ^ (((2u >> 1u) & 1u) * TURN_1_1)
    ];
    (*vector)[3] = had[0u
      ^ (((3u >> 0u) & 1u) * TURN_1_0)
      ^ (((3u >> 1u) & 1u) * TURN_1_1)
    ];
  }
}


fn store_message(e: u32, words: u32, word: u32, numbers: ptr<function, Vector>) {
  { const block = 0u;
    let packed = pack(numbers, block);
    variable_to_check[(e * MESSAGE_WORDS + part_start(block) + 0u) * words + word] = packed[0];
    variable_to_check[(e * MESSAGE_WORDS + part_start(block) + 1u) * words + word] = packed[1];
  }
}

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
  let entry = entry_at(word);
  let own_word = listed_place(entry);

  // All messages at once, so that they are under way together, and once only.
  var edge_0 = vec2u(0u);
  var packed_0: PartWords;
  if (0u < degree) {
    edge_0 = variable_edges[first + 0u];
    packed_0[0] = check_to_variable[(edge_0.x * MESSAGE_WORDS + 0u) * words + word];
    packed_0[1] = check_to_variable[(edge_0.x * MESSAGE_WORDS + 1u) * words + word];
  }
  var edge_1 = vec2u(0u);
  var packed_1: PartWords;
  if (1u < degree) {
    edge_1 = variable_edges[first + 1u];
    packed_1[0] = check_to_variable[(edge_1.x * MESSAGE_WORDS + 0u) * words + word];
    packed_1[1] = check_to_variable[(edge_1.x * MESSAGE_WORDS + 1u) * words + word];
  }
  var sums: Vector;
  { const block = 0u;
    sums[block + 0u] = channel[(n * Q + block + 0u) * words + own_word];
    sums[block + 1u] = channel[(n * Q + block + 1u) * words + own_word];
    sums[block + 2u] = channel[(n * Q + block + 2u) * words + own_word];
    sums[block + 3u] = channel[(n * Q + block + 3u) * words + own_word];
  }
  var heard_0: Vector;
  if (0u < degree) {
    unpack(&packed_0, 0u, &heard_0);
    turn(&heard_0, logarithm(edge_0.y));
    sums[0] += heard_0[0];
    sums[1] += heard_0[1];
    sums[2] += heard_0[2];
    sums[3] += heard_0[3];
  }
  var heard_1: Vector;
  if (1u < degree) {
    unpack(&packed_1, 0u, &heard_1);
    turn(&heard_1, logarithm(edge_1.y));
    sums[0] += heard_1[0];
    sums[1] += heard_1[1];
    sums[2] += heard_1[2];
    sums[3] += heard_1[3];
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
      // Frames that are done go on for the sake of others alone.
      let frame = own_word * FRAMES_PER_WORD + 0u;
      let done = ((listed_done(entry) >> 0u) & 1u) == 1u;
      if (frame < run.frames && !done) { symbols[n * run.frames + frame] = best; }
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
      // Frames that are done go on for the sake of others alone.
      let frame = own_word * FRAMES_PER_WORD + 1u;
      let done = ((listed_done(entry) >> 1u) & 1u) == 1u;
      if (frame < run.frames && !done) { symbols[n * run.frames + frame] = best; }
    }
  }
  if (last) { return; }

  if (0u < degree) {
    var leasts = no_values();
    heard_0[0] = sums[0] - heard_0[0];
    with_value(&leasts, heard_0[0]);
    heard_0[1] = sums[1] - heard_0[1];
    with_value(&leasts, heard_0[1]);
    heard_0[2] = sums[2] - heard_0[2];
    with_value(&leasts, heard_0[2]);
    heard_0[3] = sums[3] - heard_0[3];
    with_value(&leasts, heard_0[3]);
    let least = least_values(&leasts);
    heard_0[0] = at_most(LEVELS, heard_0[0] - least);
    heard_0[1] = at_most(LEVELS, heard_0[1] - least);
    heard_0[2] = at_most(LEVELS, heard_0[2] - least);
    heard_0[3] = at_most(LEVELS, heard_0[3] - least);
    turn(&heard_0, Q - 1u - logarithm(edge_0.y));
    store_message(edge_0.x, words, word, &heard_0);
  }
  if (1u < degree) {
    var leasts = no_values();
    heard_1[0] = sums[0] - heard_1[0];
    with_value(&leasts, heard_1[0]);
    heard_1[1] = sums[1] - heard_1[1];
    with_value(&leasts, heard_1[1]);
    heard_1[2] = sums[2] - heard_1[2];
    with_value(&leasts, heard_1[2]);
    heard_1[3] = sums[3] - heard_1[3];
    with_value(&leasts, heard_1[3]);
    let least = least_values(&leasts);
    heard_1[0] = at_most(LEVELS, heard_1[0] - least);
    heard_1[1] = at_most(LEVELS, heard_1[1] - least);
    heard_1[2] = at_most(LEVELS, heard_1[2] - least);
    heard_1[3] = at_most(LEVELS, heard_1[3] - least);
    turn(&heard_1, Q - 1u - logarithm(edge_1.y));
    store_message(edge_1.x, words, word, &heard_1);
  }
}
