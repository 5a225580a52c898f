const SLOT_FRAMES: u32 = 1u;
const RUN: u32 = 8u;
const REFILLS: u32 = 1u;
const ITERATIONS: u32 = 10u;
const WORKGROUP_SIZE: u32 = 256u;
// common/active-frames/compact: the frames that are active after the previous iteration, in their order, and behind them, with REFILLS above 1, as many
// frames that have not started as there is room for (common/active-frames/slots); in iteration 0 how many there are.
// in   unsatisfied [iteration of the frame][frame]
// i/o  lists (common/active-frames/list, common/active-frames/list-rows): reads what is of the previous iteration, writes what is of this one
//      A slot has SLOT_FRAMES frames and is active as long as one of them fails a check, at most ITERATIONS if REFILLS is above 1
// map  one workgroup, which goes over the slot_count WORKGROUP_SIZE·RUN at a time: each invocation looks at a run of RUN neighbours, so that
//      their loads are under way together, and a sum over the items says where its frames go
// workgroup bytes: 4·(WORKGROUP_SIZE + 2)
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


@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> active_list: array<u32>;

// Sum of the values of invocations 0 … item of a workgroup of WORKGROUP_SIZE. All of its invocations call it.
// workgroup bytes: 4·WORKGROUP_SIZE
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

fn sum_up_to(invocation: u32, value: u32) -> u32 {
  sums[invocation] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
    var sum = sums[invocation];
    if (invocation >= distance) { sum += sums[invocation - distance]; }
    workgroupBarrier();
    sums[invocation] = sum;
    workgroupBarrier();
  }
  return sums[invocation];
}

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


// How many slots the previous iteration had and how many slots of the run have started, the same for all invocations by WGSL's rules too, as
// that decides on barriers.
var<workgroup> slot_count: u32;
var<workgroup> started: u32;

// Iterations that a slot of the previous iteration has had.
fn age(own: u32) -> u32 {
  if (REFILLS == 1u) { return run.iteration; }
  if (run.iteration == 1u) { return 0u; }
  return run.iteration - 1u - active_list[list_of(run.iteration - 1u) + (LIST_ROWS - 1u) * run.frames + own];
}

// A bit for each frame of a slot that fails a check in its iteration before `age`, or has had none.
fn failed_frames(slot: u32, age: u32) -> u32 {
  var failed = 0u;
  let first = slot * SLOT_FRAMES;
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    let frame = min(first + lane, run.frames - 1u);
    let fails = age == 0u || unsatisfied[(max(age, 1u) - 1u) * run.frames + frame] != 0u;
    failed |= u32(fails && first + lane < run.frames) << lane;
  }
  return select(failed, 0u, REFILLS > 1u && age == ITERATIONS);
}

fn put_done(at: u32, slot: u32, done: u32) {
  if (SLOT_FRAMES <= ENTRY_FRAMES) {
    active_list[at] = slot | (done << SLOT_BITS);
  } else {
    active_list[at] = slot;
    active_list[at + 2u * run.frames] = done;
  }
}

fn put_age(at: u32, age: u32) {
  if (REFILLS > 1u) { active_list[at + (LIST_ROWS - 1u) * run.frames] = run.iteration - age; }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) invocation: u32) {
  let now = run.iteration & 1u;
  let list_now = list_of(run.iteration);
  let list_before = list_of(run.iteration + 1u);
  let first_list = run.iteration <= 1u;
  let all = run_slots();
  let room = message_slots();
  if (invocation == 0u) {
    if (run.iteration == 0u) {
      active_list[0] = select(0u, all, REFILLS == 1u);
      active_list[2] = room;
    }
    slot_count = room;
    started = room;
    if (!first_list) {
      slot_count = active_list[select(2u, 0u, REFILLS == 1u) + 1u - now];
      started = active_list[4];
    }
  }
  if (run.iteration == 0u) { return; }
  let count = workgroupUniformLoad(&slot_count);
  let had_started = workgroupUniformLoad(&started);

  var to = list_now;
  for (var begin = 0u; begin < count; begin += WORKGROUP_SIZE * RUN) {
    var frames: array<u32, RUN>;
    var ages: array<u32, RUN>;
    var failed: array<u32, RUN>;
    var still_active = 0u;
    let own = begin + invocation * RUN;
    frames[0] = min(own + 0u, count - 1u);
    ages[0] = age(frames[0]);
    if (!first_list) { frames[0] = entry_slot(active_list[list_before + frames[0]]); }
    frames[1] = min(own + 1u, count - 1u);
    ages[1] = age(frames[1]);
    if (!first_list) { frames[1] = entry_slot(active_list[list_before + frames[1]]); }
    frames[2] = min(own + 2u, count - 1u);
    ages[2] = age(frames[2]);
    if (!first_list) { frames[2] = entry_slot(active_list[list_before + frames[2]]); }
    frames[3] = min(own + 3u, count - 1u);
    ages[3] = age(frames[3]);
    if (!first_list) { frames[3] = entry_slot(active_list[list_before + frames[3]]); }
    frames[4] = min(own + 4u, count - 1u);
    ages[4] = age(frames[4]);
    if (!first_list) { frames[4] = entry_slot(active_list[list_before + frames[4]]); }
    frames[5] = min(own + 5u, count - 1u);
    ages[5] = age(frames[5]);
    if (!first_list) { frames[5] = entry_slot(active_list[list_before + frames[5]]); }
    frames[6] = min(own + 6u, count - 1u);
    ages[6] = age(frames[6]);
    if (!first_list) { frames[6] = entry_slot(active_list[list_before + frames[6]]); }
    frames[7] = min(own + 7u, count - 1u);
    ages[7] = age(frames[7]);
    if (!first_list) { frames[7] = entry_slot(active_list[list_before + frames[7]]); }
    failed[0] = failed_frames(frames[0], ages[0]);
    failed[1] = failed_frames(frames[1], ages[1]);
    failed[2] = failed_frames(frames[2], ages[2]);
    failed[3] = failed_frames(frames[3], ages[3]);
    failed[4] = failed_frames(frames[4], ages[4]);
    failed[5] = failed_frames(frames[5], ages[5]);
    failed[6] = failed_frames(frames[6], ages[6]);
    failed[7] = failed_frames(frames[7], ages[7]);
    failed[0] = select(0u, failed[0], own + 0u < count);
    still_active += u32(failed[0] != 0u);
    failed[1] = select(0u, failed[1], own + 1u < count);
    still_active += u32(failed[1] != 0u);
    failed[2] = select(0u, failed[2], own + 2u < count);
    still_active += u32(failed[2] != 0u);
    failed[3] = select(0u, failed[3], own + 3u < count);
    still_active += u32(failed[3] != 0u);
    failed[4] = select(0u, failed[4], own + 4u < count);
    still_active += u32(failed[4] != 0u);
    failed[5] = select(0u, failed[5], own + 5u < count);
    still_active += u32(failed[5] != 0u);
    failed[6] = select(0u, failed[6], own + 6u < count);
    still_active += u32(failed[6] != 0u);
    failed[7] = select(0u, failed[7], own + 7u < count);
    still_active += u32(failed[7] != 0u);
    var at = to + sum_up_to(invocation, still_active) - still_active;
    if (failed[0] != 0u) {
      put_done(at, frames[0], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[0]);
      put_age(at, ages[0] + 1u);
      active_list[at + run.frames] = own + 0u;
      at++;
    }
    if (failed[1] != 0u) {
      put_done(at, frames[1], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[1]);
      put_age(at, ages[1] + 1u);
      active_list[at + run.frames] = own + 1u;
      at++;
    }
    if (failed[2] != 0u) {
      put_done(at, frames[2], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[2]);
      put_age(at, ages[2] + 1u);
      active_list[at + run.frames] = own + 2u;
      at++;
    }
    if (failed[3] != 0u) {
      put_done(at, frames[3], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[3]);
      put_age(at, ages[3] + 1u);
      active_list[at + run.frames] = own + 3u;
      at++;
    }
    if (failed[4] != 0u) {
      put_done(at, frames[4], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[4]);
      put_age(at, ages[4] + 1u);
      active_list[at + run.frames] = own + 4u;
      at++;
    }
    if (failed[5] != 0u) {
      put_done(at, frames[5], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[5]);
      put_age(at, ages[5] + 1u);
      active_list[at + run.frames] = own + 5u;
      at++;
    }
    if (failed[6] != 0u) {
      put_done(at, frames[6], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[6]);
      put_age(at, ages[6] + 1u);
      active_list[at + run.frames] = own + 6u;
      at++;
    }
    if (failed[7] != 0u) {
      put_done(at, frames[7], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[7]);
      put_age(at, ages[7] + 1u);
      active_list[at + run.frames] = own + 7u;
      at++;
    }
    to += sums[WORKGROUP_SIZE - 1u];
    workgroupBarrier();
  }
  let stay = to - list_now;
  if (invocation == 0u) { active_list[now] = stay; }
  if (REFILLS == 1u) { return; }
  let enter = min(room - stay, all - had_started);
  for (var i = invocation; i < enter; i += WORKGROUP_SIZE) {
    put_done(to + i, had_started + i, 0u);
    put_age(to + i, 0u);
    active_list[to + i + run.frames] = stay + i;
  }
  if (invocation == 0u) {
    active_list[2u + now] = stay + enter;
    active_list[4] = had_started + enter;
  }
}
