const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const SLOT_FRAMES: u32 = 2u;
const REFILLS: u32 = 1u;
const LAYERED: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1073741824u;
const LEVELS: u32 = 16u;
const INTERLEAVE: u32 = 2u;
const CHANNEL_MAX: u32 = 255u;
const SYMBOL_BITS: u32 = 5u;
const SYMBOLS_PER_LANE: u32 = 3u;
const BLOCK_SYMBOLS: u32 = 4u;
const BLOCK_WORDS: u32 = 2u;
const MESSAGE_WORDS: u32 = 2u;
const PART: u32 = 4u;
const PART_QUADS: u32 = 1u;
const PART_WORDS: u32 = 2u;
const ONE_PART: u32 = 1u;
const QUAD: u32 = 4u;
const CHANNEL_BITS: u32 = 8u;
const CHANNEL_PER_LANE: u32 = 2u;
const PART_CHANNEL_WORDS: u32 = 2u;
const PERMUTATION_DIGITS: u32 = 1u;
const PERMUTATION_END_0: u32 = 4u;
const PERMUTATION_0_0_0: u32 = 1u;
const PERMUTATION_0_0_1: u32 = 2u;
const PERMUTATION_0_1_0: u32 = 2u;
const PERMUTATION_0_1_1: u32 = 3u;
const PERMUTATION_0_2_0: u32 = 3u;
const PERMUTATION_0_2_1: u32 = 1u;
const PERMUTATION_0_3_0: u32 = 1u;
const PERMUTATION_0_3_1: u32 = 2u;
const IN_REGISTERS: u32 = 1u;
const UNROLLED_DEGREE: u32 = 2u;
const BLOCK: u32 = 4u;
const BLOCK_LOADS: u32 = 4u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/pack-levels: channel LLRs in steps, as wide as a lane or half of it, frame-interleaved, and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products: IN_REGISTERS [max(q, 4)] = logarithms to the base α, else [h][max(q, 4)] = h·a
// out  flooding: channel [variable][word of CHANNEL_PER_LANE symbols][word of frames]: min(⌊L/step + 1/2⌋, CHANNEL_MAX), IN_REGISTERS in the
//      order of the variable's first edge, h·a; unless variable nodes do that as slots are refilled (REFILLS above 1), variable_words [edge][word of symbols x = h·a][word] the same, at most LEVELS − 1
//      LAYERED: variable_words [variable][symbol][word], posteriors, in lanes
// map  one workgroup per variable and WORKGROUP_SIZE words (workgroup y), which transposes tiles of BLOCK symbols in workgroup memory, and
//      one invocation per word for its messages. IN_REGISTERS: a vector in registers, permuted to the order of each edge by fixed
//      permutations
// private bytes: IN_REGISTERS 0, else 8·q
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)·BLOCK
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

// Integers in lanes of LEVELS bits, INTERLEAVE = 32 / LEVELS frames to a word: what variables of level-sliced Min-Max
// compute with, and posteriors. Twin: wgsl/nonbinary/formats/levels.ts.
const LANE: u32 = 0xffffffffu >> (32u - LEVELS);
const LANES: u32 = 0xffffffffu / LANE;   // 1 in each lane
const MOST: u32 = LEVELS - 1u;           // the largest message

fn lane_of(word: u32, lane: u32) -> u32 { return (word >> (lane * LEVELS)) & LANE; }

// Each lane's value where the number has its highest bits. What is below decides nothing in minima.
fn on_top(values: u32, lane: u32) -> u32 { return values << (32u - LEVELS - lane * LEVELS); }
const TOP: u32 = LANE << (32u - LEVELS);

fn at_most(limit: u32, values: u32) -> u32 {
  var result = 0u;
  result |= (min(on_top(values, 0u), (limit << (32u - LEVELS)) | ~TOP) >> (32u - LEVELS)) << (0u * LEVELS);
  result |= (min(on_top(values, 1u), (limit << (32u - LEVELS)) | ~TOP) >> (32u - LEVELS)) << (1u * LEVELS);
  return result;
}

// Least of each lane, found one value after the other.
alias Leasts = array<u32, INTERLEAVE>;
fn with_value(leasts: ptr<function, Leasts>, values: u32) {
  (*leasts)[0] = min((*leasts)[0], on_top(values, 0u));
  (*leasts)[1] = min((*leasts)[1], on_top(values, 1u));
}
fn least_values(leasts: ptr<function, Leasts>) -> u32 {
  var word = 0u;
  word |= ((*leasts)[0] >> (32u - LEVELS)) << (0u * LEVELS);
  word |= ((*leasts)[1] >> (32u - LEVELS)) << (1u * LEVELS);
  return word;
}
fn no_values() -> Leasts {
  var leasts: Leasts;
  leasts[0] = 0xffffffffu;
  leasts[1] = 0xffffffffu;
  return leasts;
}

// Messages of LEVELS levels as they lie in memory: SYMBOLS_PER_LANE symbols to a lane, SYMBOL_BITS each, numbers 1 … LEVELS,
// one more than the message. A thermometer has LEVELS bits for what these say, and memory is
// what decoders wait for. BLOCK_SYMBOLS symbols begin with a word and fill BLOCK_WORDS;
// MESSAGE_WORDS are a message, PART_WORDS those of PART symbols, which are loaded and stored at a time. The kernel imports
// nonbinary/formats/levels and declares alias Vector = array<u32, Q>. Twin: wgsl/nonbinary/formats/levels.ts.
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


@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> channel: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

alias Vector = array<u32, Q>;
const PITCH: u32 = WORKGROUP_SIZE + 1u;
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

var<workgroup> tile: array<u32, BLOCK * PITCH>;

fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }
// A vector over GF(q) in registers in another order of its symbols. In registers a variable index would be memory, so the
// permutation by α^k is made of fixed ones, for each digit of k to the base 4 one of three: PERMUTATION_t_d_i = α^(d·4^t)·x^i. k is the same
// for the whole workgroup. The kernel declares alias Vector = array<u32, Q>.

// Symbol a becomes what symbol α^k·a was.
fn permute(vector: ptr<function, Vector>, k: u32) {
  switch ((k >> (2u * 0u)) & 3u) {
    case 1u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_1_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_1_1)
      ];
    }
    case 2u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_2_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_2_1)
      ];
    }
    case 3u: {
      let had = *vector;
      (*vector)[1] = had[0u
        ^ (((1u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((1u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
      (*vector)[2] = had[0u
        ^ (((2u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((2u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
      (*vector)[3] = had[0u
        ^ (((3u >> 0u) & 1u) * PERMUTATION_0_3_0)
        ^ (((3u >> 1u) & 1u) * PERMUTATION_0_3_1)
      ];
    }
    default: {}
  }
}

// From symbols α^had·a to symbols α^wanted·a.
fn reorder(vector: ptr<function, Vector>, had: u32, wanted: u32) {
  permute(vector, select(had + (Q - 1u) - wanted, had - wanted, had >= wanted));
}


// Symbols from `block` on to the tile: each of its words is made by one invocation, which packs its frames.
fn load_tile(n: u32, block: u32, first_word: u32, invocation: u32) {
  for (var row = 0u; row < BLOCK; row += BLOCK_LOADS) {
    // Several at once, so that their loads are under way together.
    let i_0 = (row + 0u) * WORKGROUP_SIZE + invocation;
    let llr_0_0 = llr_of((first_word + i_0 / BLOCK) * INTERLEAVE + 0u, n, block + i_0 % BLOCK);
    let llr_0_1 = llr_of((first_word + i_0 / BLOCK) * INTERLEAVE + 1u, n, block + i_0 % BLOCK);
    let i_1 = (row + 1u) * WORKGROUP_SIZE + invocation;
    let llr_1_0 = llr_of((first_word + i_1 / BLOCK) * INTERLEAVE + 0u, n, block + i_1 % BLOCK);
    let llr_1_1 = llr_of((first_word + i_1 / BLOCK) * INTERLEAVE + 1u, n, block + i_1 % BLOCK);
    let i_2 = (row + 2u) * WORKGROUP_SIZE + invocation;
    let llr_2_0 = llr_of((first_word + i_2 / BLOCK) * INTERLEAVE + 0u, n, block + i_2 % BLOCK);
    let llr_2_1 = llr_of((first_word + i_2 / BLOCK) * INTERLEAVE + 1u, n, block + i_2 % BLOCK);
    let i_3 = (row + 3u) * WORKGROUP_SIZE + invocation;
    let llr_3_0 = llr_of((first_word + i_3 / BLOCK) * INTERLEAVE + 0u, n, block + i_3 % BLOCK);
    let llr_3_1 = llr_of((first_word + i_3 / BLOCK) * INTERLEAVE + 1u, n, block + i_3 % BLOCK);
    tile[(i_0 % BLOCK) * PITCH + i_0 / BLOCK] = 0u
      | (steps(llr_0_0) << (0u * LEVELS))
      | (steps(llr_0_1) << (1u * LEVELS))
      ;
    tile[(i_1 % BLOCK) * PITCH + i_1 / BLOCK] = 0u
      | (steps(llr_1_0) << (0u * LEVELS))
      | (steps(llr_1_1) << (1u * LEVELS))
      ;
    tile[(i_2 % BLOCK) * PITCH + i_2 / BLOCK] = 0u
      | (steps(llr_2_0) << (0u * LEVELS))
      | (steps(llr_2_1) << (1u * LEVELS))
      ;
    tile[(i_3 % BLOCK) * PITCH + i_3 / BLOCK] = 0u
      | (steps(llr_3_0) << (0u * LEVELS))
      | (steps(llr_3_1) << (1u * LEVELS))
      ;
  }
}

// A lane without a frame does as another.
fn llr_of(frame: u32, n: u32, a: u32) -> f32 { return channel_llr[(min(frame, run.frames - 1u) * N + n) * Q + a]; }

fn steps(llr: f32) -> u32 { return u32(min(llr * STEPS_PER_LLR + 0.5, f32(CHANNEL_MAX))); }

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let words = (run.frames + INTERLEAVE - 1u) / INTERLEAVE;
  let word = workgroup.y * WORKGROUP_SIZE + invocation;
  var own: Vector;
  load_tile(n, 0u, workgroup.y * WORKGROUP_SIZE, invocation);
  workgroupBarrier();
  if (word >= words) { return; }
  own[0] = tile[0u * PITCH + invocation];
  own[1] = tile[1u * PITCH + invocation];
  own[2] = tile[2u * PITCH + invocation];
  own[3] = tile[3u * PITCH + invocation];
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  var order = 0u;
  for (var k = 0u; k < max(degree, 1u); k++) {
    var edge = vec2u(0u, 1u);
    if (degree > 0u) { edge = variable_edges[first + k]; }
    let next = logarithm(edge.y);
    reorder(&own, order, next);
    order = next;
    if (k == 0u) {
      channel[(n * Q / CHANNEL_PER_LANE + 0u) * words + word] = 0u
        | (own[0u * CHANNEL_PER_LANE + 0u] << (0u * CHANNEL_BITS))
        | (own[0u * CHANNEL_PER_LANE + 1u] << (1u * CHANNEL_BITS))
        ;
      channel[(n * Q / CHANNEL_PER_LANE + 1u) * words + word] = 0u
        | (own[1u * CHANNEL_PER_LANE + 0u] << (0u * CHANNEL_BITS))
        | (own[1u * CHANNEL_PER_LANE + 1u] << (1u * CHANNEL_BITS))
        ;
      own[0] = at_most(MOST, own[0]) + LANES;
      own[1] = at_most(MOST, own[1]) + LANES;
      own[2] = at_most(MOST, own[2]) + LANES;
      own[3] = at_most(MOST, own[3]) + LANES;
    }
    if (degree == 0u || REFILLS > 1u) { return; }
    let packed = pack(&own, 0u);
    variable_words[(edge.x * MESSAGE_WORDS + 0u) * words + word] = packed[0];
    variable_words[(edge.x * MESSAGE_WORDS + 1u) * words + word] = packed[1];
  }
}
