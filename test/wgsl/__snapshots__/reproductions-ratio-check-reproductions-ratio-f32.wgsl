const FRAME_INTERLEAVED: u32 = 1u;
const LEVELS: u32 = 0u;
const ROWS: u32 = 0u;
const ONE_ARRAY: u32 = 0u;
const STOP: u32 = 1u;
const SLOT_FRAMES: u32 = 1u;
const REFILLS: u32 = 1u;
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
const NODES_PER_WORKGROUP: u32 = 6u;
const WORKGROUP_SIZE: u32 = 64u;
// reproductions/ratio/check: check nodes of ratio-sum-product (Mink and Nakassis, section 3, "a" form): from a_j =
// tanh(L_j/2) of the variables and the check's bit s of the syndrome it computes T = (−1)^s·Π a_j, and sends T/a_j to
// variable j. The variables' decisions come with their messages, so the check also tests them: the decisions of the
// iteration before or, if UPDATES = 0 and the kernel sends nothing, of this iteration.
// in   addresses [own index]: index in the variables' array of each message
//      check_syndromes [check][word] in the order of the layout (SYNDROME only), lists
//      received [message][slot] of reproductions/ratio/active-words: the variables' messages in the order of the checks
// out  sent: the checks' messages in the order of the variables. ONE_ARRAY: both are `sent`, in the order of the variables
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  reproductions/ratio/invocations; all checks of a dispatch have DEGREE messages, which are kept in registers
// exact: to the accuracy of division, 2.5 units in the last place, before rounding to a level. |T| is at least 2^-100: below it, the
//      quotients are below the least message anyhow
// Parameters that change from run to run and, for `iteration`, from dispatch to dispatch. The engine writes them
// (src/engine/gpu/run-uniform.ts).
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
// the sign of a and the decision of the variable that sends it.
alias Values = f32;

const INTERLEAVE: u32 = 1u;
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

// Bounds of every running product of ratio-sum-product, so that f32 neither overflows nor becomes 0.
const LEAST_PRODUCT: f32 = 0x1p-100f;
const MOST_PRODUCT: f32 = 0x1p+100f;


@group(0) @binding(1) var<storage, read> addresses: array<u32>;
@group(0) @binding(2) var<storage, read> check_syndromes: array<u32>;
@group(0) @binding(3) var<storage, read> active_list: array<u32>;
@group(0) @binding(4) var<storage, read> received: array<u32>;
@group(0) @binding(5) var<storage, read_write> sent: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsatisfied: array<atomic<u32>>;

// The nodes and the word of frames of an invocation, and the position in an array of the element for a node and a word.
// FRAME_INTERLEAVED: the invocations of a workgroup have the same NODES_PER_WORKGROUP nodes (x), each with a word of
// its own (y), and words are contiguous in memory. Else each has a node of its own (x), all the same word (y), and
// nodes are contiguous. The kernel imports run and message.
// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

fn words_of_run() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn invocation_word(workgroup: vec3u, invocation: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return workgroup.y * WORKGROUP_SIZE + invocation; }
  return workgroup_slot(workgroup);
}

// First node and end.
fn invocation_nodes(workgroup: vec3u, invocation: u32, count: u32) -> vec2u {
  if (FRAME_INTERLEAVED == 1u) {
    let first = workgroup.x * NODES_PER_WORKGROUP;
    return min(vec2u(first, first + NODES_PER_WORKGROUP), vec2u(count));
  }
  let node = workgroup.x * WORKGROUP_SIZE + invocation;
  return min(vec2u(node, node + 1u), vec2u(count));
}

fn element(index: u32, count: u32, word: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return index * words_of_run() + word; }
  return word * count + index;
}

// Positions of words of frames and of messages. With FRAME_INTERLEAVED and early termination compaction (kernel
// common/active-frames/compact, whose slots are words here) moves the active words up: slot i of an iteration holds
// word word_at(i, iteration). The kernel declares `active_list`
// and imports reproductions/ratio/invocations.
// The frames of a dispatch. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel
// common/active-frames/compact) moves the other frames up, so that no invocation idles beside a frame that takes
// longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above 1 messages have slots for only that part
// of the run's frames, and frames that have not started refill the slots behind the active
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Numbers of slots for all frames of the run, and for messages.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }

// The buffer `active_list`: counters by name, then the lists of compaction.
// Of a counter with two words, the first belongs to even iterations, the second to odd ones (counter_at).
// - ACTIVE: active slots. A slot is a word of memory: SLOT_FRAMES frames share it and are active together;
// - OCCUPIED: with slot refill, the number of active and of just refilled slots;
// - STARTED: with slot refill, the number of slots of the run that have started.
// An entry of kernel common/active-frames/compact holds a slot of the run and, if it has at most 4 frames, a done bit
// for each frame. A done frame stays in a slot with active frames, with common/active-frames/fill also while most slots are
// active. The done bits of more frames have a row of their own.
const ACTIVE: u32 = 0u;
const OCCUPIED: u32 = 2u;
const STARTED: u32 = 4u;
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn counter_at(counter: u32, iteration: u32) -> u32 { return counter + (iteration & 1u); }
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }


const COMPACTS: bool = STOP == 1u;

// Number of active frames with messages to checks: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[counter_at(ACTIVE, run.iteration)] * SLOT_FRAMES;
}

// The number of active frames, and of frames that refill a slot behind them.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[counter_at(OCCUPIED, run.iteration)] * SLOT_FRAMES;
}

// Slots that hold the first frames.
fn slots_of(frames: u32) -> u32 { return (frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration of a slot's frames; undefined for a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + slot];
}
fn entry_at(slot: u32) -> u32 { return entry_in(slot, run.iteration); }

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each done frame of a slot.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// Active slots in an iteration, for kernels that work on words of frames and may need another iteration than the run's.
fn active_slots_in(iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return run_slots(); }
  return active_list[counter_at(ACTIVE, iteration)];
}

fn slot_before_in(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_of(iteration) + run.frames + slot];
}


fn active_words_at(iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return words_of_run(); }
  return active_slots_in(iteration);
}

fn word_at(slot: u32, iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return slot; }
  return entry_slot(entry_in(slot, iteration));
}

fn word_before(slot: u32, iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return slot; }
  return slot_before_in(slot, iteration);
}

// Message k of node i among the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAME_INTERLEAVED: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}

// frame_done of common/active-frames/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// Whether a frame was done by an iteration of its own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}


fn load(i: u32, k: u32, slot: u32) -> u32 {
  if (ONE_ARRAY == 1u) { return sent[element(addresses[own_index(i, k)], SENT, slot)]; }
  return received[element(own_index(i, k), RECEIVED, slot)];
}

fn is_active(frame: u32, tested: u32) -> bool {
  if (frame >= run.frames) { return false; }
  return !frame_done_by(frame, tested);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  // The iteration of the decisions that come with the messages; in iteration 0 they are the channel's, which are not
  // tested.
  let tested = run.iteration - min(run.iteration, UPDATES);
  let slot = invocation_word(workgroup, invocation);
  if (slot >= active_words_at(tested)) { return; }
  let word = word_at(slot, tested);
  if (FRAME_INTERLEAVED == 0u && !is_active(word, tested)) { return; }
  var failed = 0u;
  let nodes = invocation_nodes(workgroup, invocation, COUNT);
  for (var i = nodes.x; i < nodes.y; i++) {
    var signs = 0u;
    if (SYNDROME == 1u) { signs = check_syndromes[element(FIRST_NODE + i, NODES, word)]; }
    let word_0 = load(i, 0u, slot);
    let to_0 = element(addresses[own_index(i, 0u)], SENT, slot);
    let word_1 = load(i, 1u, slot);
    let to_1 = element(addresses[own_index(i, 1u)], SENT, slot);
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
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let fails = ((failed >> ((lane + 1u) * (32u / INTERLEAVE) - 2u)) & 1u) != 0u;
    if (fails && is_active(frame, tested)) { atomicStore(&unsatisfied[tested * run.frames + frame], 1u); }
  }
}
