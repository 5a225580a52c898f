const FRAMES_FASTEST: u32 = 1u;
const LEVELS: u32 = 0u;
const ROWS: u32 = 0u;
const ONE_ARRAY: u32 = 0u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const UPDATES: u32 = 1u;
const FIRST_NODE: u32 = 0u;
const FIRST_EDGE: u32 = 0u;
const COUNT: u32 = 1u;
const DEGREE: u32 = 2u;
const NODES: u32 = 3u;
const SLOTS: u32 = 3u;
const RECEIVED: u32 = 8u;
const SENT: u32 = 8u;
const NODES_PER_GROUP: u32 = 6u;
const GROUP: u32 = 64u;
// check-ratio: check nodes of ratio-sum-product (Mink and Nakassis, section 3, "a" form): with a_j = tanh(L_j/2) from the
// variables and the check's bit s of the syndrome, T = (−1)^s·Π a_j and T/a_j goes back to variable j. The variables'
// decisions come with their messages, so the check also tests them: of the iteration before, or, if UPDATES = 0 and nothing
// is sent, of this one.
// in   addresses [own index]: index in the variables' array of each message
//      check_syndromes [check][word] in the order of the layout (SYNDROME only), lists
//      received [message][place] of shared/ratio-places: the variables' messages in the order of the checks
// out  sent: the checks' messages in the order of the variables. ONE_ARRAY: both are `sent`, in the order of the variables
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  shared/ratio-items; all checks of a dispatch have DEGREE messages, which are kept in registers
// exact: to what division has, 2.5 units in the last place, before rounding to a level. |T| is at least 2^-100: below it, the
//      quotients are below the least message anyhow
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

// Messages of ratio-sum-product, one frame to a word: |a| as f32, 2^-24 … 1 − 2^-20, which leaves the two highest bits free for
// the sign of a and the decision of the variable that sends it. Twin: src/kernel/ratio-words.ts.
alias Values = f32;

const FRAMES_PER_WORD: u32 = 1u;
const SIGNS: u32 = 0x80000000u;

// |a|
fn magnitudes(word: u32) -> Values { return bitcast<f32>(word & 0x3fffffffu); }
// (1 + a)/(1 − a)
fn ratios(word: u32) -> Values {
  let magnitude = magnitudes(word);
  let a = select(magnitude, -magnitude, (word & SIGNS) != 0u);
  return (1.0 + a) / (1.0 - a);
}
fn word_of(magnitude: Values) -> u32 { return bitcast<u32>(clamp(magnitude, 0x1p-24f, 1.0f - 0x1p-20f)); }
// The sign bits of the lanes where a < b.
fn signs_where(a: Values, b: Values) -> u32 { return select(0u, SIGNS, a < b); }

// Bounds of every running product of ratio-sum-product, so that f32 neither overflows nor becomes 0. Twin: src/kernel/ratio-words.ts.
const LEAST_PRODUCT: f32 = 0x1p-100f;
const MOST_PRODUCT: f32 = 0x1p+100f;


@group(0) @binding(1) var<storage, read> addresses: array<u32>;
@group(0) @binding(2) var<storage, read> check_syndromes: array<u32>;
@group(0) @binding(3) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> received: array<u32>;
@group(0) @binding(5) var<storage, read_write> sent: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

// Which nodes and which word of frames a work item has, and where in an array the element of a node and a word is.
// FRAMES_FASTEST: the work items of a workgroup have the same NODES_PER_GROUP nodes (x), each a word of its own (y), and words
// are fastest in memory. Else each has a node of its own (x), all the same word (y), and nodes are fastest. Twin:
// src/kernel/ratio-items.ts. The kernel imports run and message.
// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: work items stand in x. Kernels that give a workgroup GROUP frames or words never need rows. The twin
// of the dispatch: src/kernel/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(group: vec3u) -> u32 { return group.z * SLOTS_PER_ROW + group.y; }

fn words_of_run() -> u32 { return (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD; }

fn item_word(group: vec3u, item: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return group.y * GROUP + item; }
  return workgroup_slot(group);
}

// First node and end.
fn item_nodes(group: vec3u, item: u32, count: u32) -> vec2u {
  if (FRAMES_FASTEST == 1u) {
    let first = group.x * NODES_PER_GROUP;
    return min(vec2u(first, first + NODES_PER_GROUP), vec2u(count));
  }
  let node = group.x * GROUP + item;
  return min(vec2u(node, node + 1u), vec2u(count));
}

fn element(index: u32, count: u32, word: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return index * words_of_run() + word; }
  return word * count + index;
}

// Where words of frames and messages are. With FRAMES_FASTEST and early termination the words with frames that are not done
// move up (kernel list-frames, whose places are words here): place i of an iteration holds word word_at(i, iteration). The
// kernel declares `lists` [LIST_HEAD + 2·2·frames] (shared/listed-place): for even and for odd iterations the word at each place,
// and its place one iteration before. The kernel imports ratio-items. Twin: src/kernel/ratio-items.ts.
// The buffer `lists`, written by list-frames: how many places are left, in even and in odd iterations; with REFILLS above 1 how
// many there are with those whose frames enter, in even and in odd ones, and how many of the run have entered. Then a list for even
// and one for odd iterations. An entry: a place of PLACE_FRAMES frames, and which of them are done, which go on for the sake of the
// others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }


const MOVES: bool = STOP == 1u && FRAMES_FASTEST == 1u;

fn list_base(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * 2u * run.frames; }

fn words_left(iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return words_of_run(); }
  return lists[iteration & 1u];
}

fn word_at(place: u32, iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return place; }
  return listed_place(lists[list_base(iteration) + place]);
}

fn place_before(place: u32, iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return place; }
  return lists[list_base(iteration) + run.frames + place];
}

// Message k of node i of the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAMES_FASTEST: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}


fn load(i: u32, k: u32, place: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return sent[element(addresses[own_index(i, k)], SENT, place)]; }
  return received[element(own_index(i, k), RECEIVED, place)];
}

fn is_open(frame: u32, tested: u32) -> bool {
  if (frame >= run.frames) { return false; }
  if (STOP == 0u || tested == 0u) { return true; }
  return atomicLoad(&unsatisfied[(tested - 1u) * run.frames + frame]) != 0u;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  // The iteration whose decisions come with the messages; of iteration 0 the channel's, which are not tested.
  let tested = run.iteration - min(run.iteration, UPDATES);
  let place = item_word(group, item);
  if (place >= words_left(tested)) { return; }
  let word = word_at(place, tested);
  if (FRAMES_FASTEST == 0u && !is_open(word, tested)) { return; }
  var failed = 0u;
  let nodes = item_nodes(group, item, COUNT);
  for (var i = nodes.x; i < nodes.y; i++) {
    var signs = 0u;
    if (SYNDROME == 1u) { signs = check_syndromes[element(FIRST_NODE + i, NODES, word)]; }
    let word_0 = load(i, 0u, place);
    let to_0 = element(addresses[own_index(i, 0u)], SENT, place);
    let word_1 = load(i, 1u, place);
    let to_1 = element(addresses[own_index(i, 1u)], SENT, place);
    signs ^= word_0;
    signs ^= word_1;
    failed |= signs;
    var product = Values(1.0);
    let a_0 = magnitudes(word_0);
    product = max(product * a_0, Values(LEAST_PRODUCT));
    let a_1 = magnitudes(word_1);
    product = max(product * a_1, Values(LEAST_PRODUCT));
    sent[to_0] = word_of(product / a_0) | ((signs ^ word_0) & SIGNS);
    sent[to_1] = word_of(product / a_1) | ((signs ^ word_1) & SIGNS);
  }
  if (UPDATES == 1u && (STOP == 0u || run.iteration == 0u)) { return; }
  if ((failed & (SIGNS >> 1u)) == 0u) { return; }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    let fails = ((failed >> ((lane + 1u) * (32u / FRAMES_PER_WORD) - 2u)) & 1u) != 0u;
    if (fails && is_open(frame, tested)) { atomicStore(&unsatisfied[tested * run.frames + frame], 1u); }
  }
}
