const SCALE: u32 = 12u;
const OFFSET_STEPS: u32 = 0u;
const STEPS_PER_LLR_BITS: u32 = 1082130432u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const FRAMES_FASTEST: u32 = 1u;
const MESSAGES: u32 = 8u;
const LIFTING_SIZE: u32 = 1u;
const COMPACT: u32 = 0u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 8u;
const ABSENT: u32 = 4294967295u;
const SYNDROME: u32 = 1u;
const STOP: u32 = 1u;
const LAYERED: u32 = 0u;
const COUNT_FLIPS: u32 = 0u;
const CORE: u32 = 4u;
const BLOCK: u32 = 1u;
const VARIABLES_PER_GROUP: u32 = 1u;
const GROUP: u32 = 64u;
// variable-sums: posteriors of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), of core
// variables; leaves get theirs with their check.
// in   variable_start [block column + 1] or [variable + 1], variable_edges (first message of a circulant, shift) by block
//      column, or (message, 0) by variable (src/decoder/binary/variable-lists.ts), channel [word][N],
//      messages [word][message], progress: unsatisfied [iteration][frame]; FRAMES_FASTEST: the list of open words
//      (shared/open-words)
// i/o  posteriors [word][N]; FRAMES_FASTEST: all three with the word last
// map  one work item per variable; workgroup y = word. FRAMES_FASTEST: one workgroup per VARIABLES_PER_GROUP variables (x)
//      and GROUP places of words (y)
// exact: sums in the order of the lists
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run; workgroup y is the slot 0 … frames − 1
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

// Message words of four int8 numbers: four frames to a word, two's complement, computed four at once. Posteriors are
// within ±127 and messages within ±31; their differences are cut at ±127. Twin: src/kernel/lanes/int8.ts.
// Arithmetic on the four bytes of a word at once.
const HIGH: u32 = 0x80808080u;
const LOW: u32 = 0x7f7f7f7fu;
const ONES: u32 = 0x01010101u;

// All ones in the bytes whose highest bit is set.
fn byte_mask(x: u32) -> u32 { return ((x >> 7u) & ONES) * 255u; }

// a where the mask is set, else b.
fn choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }


// Differences, as magnitude and sign.
struct Lanes {
  magnitude: u32, // 0 … 127
  negative: u32,  // all ones where negative
}
alias Wide = vec4i;
alias Signs = u32;

const FRAMES_PER_WORD: u32 = 4u;
const SIGN_BITS: u32 = 0x80808080u;
const NEUTRAL = Lanes(LOW, 0u);
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

fn widen(word: u32) -> Wide {
  return vec4i(vec4u(word << 24u, word << 16u, word << 8u, word)) >> vec4u(24u);
}
fn narrow(sum: Wide) -> u32 {
  let bytes = vec4u(clamp(sum, vec4i(-127), vec4i(127))) & vec4u(0xffu);
  return bytes.x | (bytes.y << 8u) | (bytes.z << 16u) | (bytes.w << 24u);
}
fn unpack(word: u32) -> Lanes {
  let ones = (word >> 7u) & ONES;
  let negative = ones * 255u;
  return Lanes((word ^ negative) + ones, negative);
}
fn difference(posterior: u32, message: u32) -> Lanes {
  let wrapped = ((posterior | HIGH) - (message & LOW)) ^ ((posterior ^ ~message) & HIGH);
  // Where the difference does not fit a byte its sign is the posterior's. With the right sign the magnitude comes out
  // right, up to 158, as an unsigned byte.
  let sign = wrapped ^ ((posterior ^ message) & (posterior ^ wrapped) & HIGH);
  let ones = (sign >> 7u) & ONES;
  let negative = ones * 255u;
  let magnitude = (wrapped ^ negative) + ones;
  let over = magnitude & HIGH;
  return Lanes((magnitude | (over - (over >> 7u))) & LOW, negative);
}
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let steps = i32(min(floor(abs(llr) * STEPS_PER_LLR + 0.5), 127.0));
  return (u32(select(steps, -steps, llr < 0.0)) & 0xffu) << (8u * lane);
}
fn sign_word(t: Lanes) -> u32 { return t.negative & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }


@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> channel: array<u32>;
@group(0) @binding(4) var<storage, read> messages: array<u32>;
@group(0) @binding(5) var<storage, read> progress: array<u32>;
@group(0) @binding(6) var<storage, read_write> posteriors: array<u32>;

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAMES_FASTEST, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// src/kernel/word-places.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD; }

fn word_place(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return x * word_count() + word; }
  return word * elements + x;
}


// The sum of a variable of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), in the order of
// its list. The kernel declares list_start and list_edge (src/decoder/binary/variable-lists.ts: where the list of a block
// column, or variable, begins; first message of a circulant and shift, or a message and 0) and the buffers channel and
// messages, and imports lanes and shared/word-places.
fn variable_sum(word: u32, n: u32) -> u32 {
  let column = n / BLOCK;
  let j = n % BLOCK;
  var sum = widen(channel[word_place(word, n, N)]);
  let last = list_start(column + 1u);
  // Four loads under way at once: one after the other, a variable of high degree is a long wait.
  for (var k = list_start(column); k < last; k += 4u) {
    let edge0 = list_edge(min(k + 0u, last - 1u));
    let message0 = edge0.x + select(j - edge0.y, j + BLOCK - edge0.y, j < edge0.y);
    let value0 = messages[word_place(word, message0, MESSAGES * (1u + COUNT_FLIPS))];
    let edge1 = list_edge(min(k + 1u, last - 1u));
    let message1 = edge1.x + select(j - edge1.y, j + BLOCK - edge1.y, j < edge1.y);
    let value1 = messages[word_place(word, message1, MESSAGES * (1u + COUNT_FLIPS))];
    let edge2 = list_edge(min(k + 2u, last - 1u));
    let message2 = edge2.x + select(j - edge2.y, j + BLOCK - edge2.y, j < edge2.y);
    let value2 = messages[word_place(word, message2, MESSAGES * (1u + COUNT_FLIPS))];
    let edge3 = list_edge(min(k + 3u, last - 1u));
    let message3 = edge3.x + select(j - edge3.y, j + BLOCK - edge3.y, j < edge3.y);
    let value3 = messages[word_place(word, message3, MESSAGES * (1u + COUNT_FLIPS))];
    if (k + 0u < last && message0 != ABSENT) { sum += widen(value0); }
    if (k + 1u < last && message1 != ABSENT) { sum += widen(value1); }
    if (k + 2u < last && message2 != ABSENT) { sum += widen(value2); }
    if (k + 3u < last && message3 != ABSENT) { sum += widen(value3); }
  }
  return narrow(sum);
}


fn list_start(i: u32) -> u32 { return variable_start[i]; }
fn list_edge(k: u32) -> vec2u { return variable_edges[k]; }

fn sum_of(n: u32, word: u32, done: u32) {
  let at = word_place(word, n, N);
  let after = variable_sum(word, n);
  posteriors[at] = select(after, (posteriors[at] & done) | (after & ~done), done != 0u);
}

// Which words a dispatch works on where frames are fastest: those that kernel list-words listed, all where nothing ends early
// and in iteration 0. Twin: src/kernel/open-words.ts. The kernel declares `progress`, the buffer open_words of list-words, and imports run and lanes.
const ENDS: bool = STOP == 1u;

fn open_count() -> u32 {
  if (!ENDS || run.iteration == 0u) { return word_count(); }
  return progress[run.iteration & 1u];
}

fn open_word(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return place; }
  return progress[2u + 2u * place];
}

// Lanes of the word whose frames are done, or that have none: all ones.
fn open_done(place: u32) -> u32 {
  if (!ENDS || run.iteration == 0u) { return 0u; }
  return progress[3u + 2u * place];
}


@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let place = id.y * GROUP + item;
  if (place >= open_count()) { return; }
  let last = min((id.x + 1u) * VARIABLES_PER_GROUP, CORE);
  for (var n = id.x * VARIABLES_PER_GROUP; n < last; n++) { sum_of(n, open_word(place), open_done(place)); }
}
