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
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 64u;
// nonbinary/decide: c_n = the likeliest symbol of the posterior (layered decoders), the lowest of equals.
// in   posteriors [variable][symbol][frame or word of frames] (beliefs), lists, unsatisfied [iteration][frame]
// out  symbols [variable][frame], where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per frame
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

// Probabilities up to a factor, which multiply, of which the greatest is the likeliest. A product ends at 1e-36, so that it
// is never lost. Twin: domain.ts.
const NOTHING_KNOWN: f32 = 1.0;
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, 60.0)); }
fn together(a: f32, b: f32) -> f32 { return max(a * b, 1.0e-36); }
fn likelier(a: f32, b: f32) -> bool { return a > b; }
fn without(all: f32, part: f32) -> f32 { return all / part; }


@group(0) @binding(1) var<storage, read> posteriors: array<u32>;
@group(0) @binding(2) var<storage, read> active_list: array<u32>;
@group(0) @binding(3) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(4) var<storage, read_write> symbols: array<u32>;

// Which frames a dispatch works on. Memory is frame-interleaved, and active frames fill the first slots: slot i of an iteration
// holds frame frame_at(i). Once the decision of a frame satisfies all checks, compaction (kernel common/active-frames/compact) moves the other frames
// up, so that no invocation idles beside a frame that takes longer. SLOT_FRAMES frames share a word, and so a slot. With REFILLS above
// 1 messages have slots for that part of the run's frames only, and frames that have not started refill the slots behind the active
// ones: in that iteration their variables send the first messages, and their checks follow one iteration of the run later. The kernel
// declares `active_list` [LIST_HEAD + 2·LIST_ROWS·frames]: common/active-frames/list, common/active-frames/list-rows. Without early termination, and in
// iteration 0, slot i holds frame i.
// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started. Twin: wgsl/common/active-frames/list.ts.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Slots of all frames of the run, and slots that messages have room for.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }

// The buffer `active_list`, written by common/active-frames/compact: the number of active slots in even and in odd iterations; with REFILLS above 1 the
// number of occupied slots, those just refilled included, in even and in odd iterations, and how many slots of the run have started.
// Then a list for even and one for odd iterations. An entry holds a slot of the run, SLOT_FRAMES frames, and, if they are at most 4,
// a bit for each that is done, which goes on for the sake of the others; of more frames a row of its own holds these bits. Twin:
// wgsl/common/active-frames/list.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }


const COMPACTS: bool = STOP == 1u;

// Active frames, of which checks have messages: the first slots.
fn active_frames() -> u32 {
  if (!COMPACTS) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return active_list[run.iteration & 1u] * SLOT_FRAMES;
}

// These, and behind them frames that refill a slot.
fn occupied_frames() -> u32 {
  if (REFILLS == 1u) { return active_frames(); }
  if (run.iteration == 0u) { return message_slots() * SLOT_FRAMES; }
  return active_list[2u + (run.iteration & 1u)] * SLOT_FRAMES;
}

fn is_refilled(slot: u32) -> bool { return REFILLS > 1u && slot * SLOT_FRAMES >= active_frames(); }

// The iteration that a slot's frames are in; undefined of a slot that was just refilled.
fn iteration_at(slot: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - active_list[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + slot];
}

// The entry of a slot: common/active-frames/list.
fn entry_at(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + slot];
}

fn frame_at(slot: u32) -> u32 {
  return entry_slot(entry_at(slot / SLOT_FRAMES)) * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// A bit for each frame of a slot that is done.
fn done_frames(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return 0u; }
  if (SLOT_FRAMES <= ENTRY_FRAMES) { return entry_done(entry_at(slot)); }
  return active_list[list_of(run.iteration) + 2u * run.frames + slot];
}

fn slot_before(slot: u32) -> u32 {
  if (!COMPACTS || run.iteration == 0u) { return slot; }
  return active_list[list_of(run.iteration) + run.frames + slot / SLOT_FRAMES] * SLOT_FRAMES + slot % SLOT_FRAMES;
}

// Whether a frame's previous iteration satisfied all checks. A done frame writes nothing more, so it stays done: its later
// entries of `unsatisfied` [iteration][frame] keep the 0 that the engine cleared them to.
fn frame_done(slot: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return unsatisfied[(run.iteration - 1u) * run.frames + slot] == 0u;
}

// Posteriors as f32, [row][frame]. The kernel declares `posteriors`. Twin: wgsl/nonbinary/decide.ts.
fn belief(row: u32, frame: u32) -> f32 { return bitcast<f32>(posteriors[row * run.frames + frame]); }


@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= active_frames() || !(COMPACTS || run.iteration + 1u == ITERATIONS)) { return; }
  let frame = frame_at(slot);
  if (frame >= run.frames || frame_done(frame)) { return; }
  let n = workgroup.x;
  var best = 0u;
  var best_value = belief(n * Q, frame);
  for (var a = 1u; a < Q; a++) {
    let value = belief(n * Q + a, frame);
    if (likelier(value, best_value)) {
      best = a;
      best_value = value;
    }
  }
  symbols[n * run.frames + frame] = best;
}
