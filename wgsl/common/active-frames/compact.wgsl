// common/active-frames/compact: lists the frames that are active after the previous iteration, in their order, and
// after them, with REFILLS above 1, as many unstarted frames as fit (common/active-frames/slots); in iteration 0 it
// only sets the counts.
// in   unsatisfied [iteration of the frame][frame]
// i/o  lists (common/active-frames/list, common/active-frames/list-rows): reads the previous iteration's, writes this iteration's
//      A slot has SLOT_FRAMES frames and is active as long as one of them fails a check, at most ITERATIONS if REFILLS is above 1
// map  one workgroup, which processes the slot_count WORKGROUP_SIZE·RUN slots at a time: each invocation reads a run of
//      RUN neighbours, so that their loads overlap, and a sum over the items gives the places of its frames
const WORKGROUP_SIZE: u32 = 256u;
#import common/run

#in unsatisfied: u32
#out active_list: u32

#import common/prefix-sums, common/active-frames/list-rows, common/active-frames/list

// Number of slots of the previous iteration, and number of slots of the run that have started; uniform by WGSL's rules
// too, because barriers depend on them.
var<workgroup> slot_count: u32;
var<workgroup> started: u32;

// Number of iterations that a slot of the previous iteration has had.
fn age(own: u32) -> u32 {
  if (REFILLS == 1u) { return run.iteration; }
  if (run.iteration == 1u) { return 0u; }
  return run.iteration - 1u - active_list[list_of(run.iteration - 1u) + (LIST_ROWS - 1u) * run.frames + own];
}

// A bit for each frame of a slot that fails a check in its iteration before `age`, or has had no iteration.
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

#main invocation: local_invocation_index {
  let list_now = list_of(run.iteration);
  let list_before = list_of(run.iteration + 1u);
  let first_list = run.iteration <= 1u;
  let all = run_slots();
  let room = message_slots();
  if (invocation == 0u) {
    if (run.iteration == 0u) {
      active_list[ACTIVE] = select(0u, all, REFILLS == 1u);
      active_list[OCCUPIED] = room;
    }
    slot_count = room;
    started = room;
    if (!first_list) {
      slot_count = active_list[counter_at(select(OCCUPIED, ACTIVE, REFILLS == 1u), run.iteration + 1u)];
      started = active_list[STARTED];
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
#for i in 0..RUN
    frames[$i] = min(own + $iu, count - 1u);
    ages[$i] = age(frames[$i]);
    if (!first_list) { frames[$i] = entry_slot(active_list[list_before + frames[$i]]); }
#end
#for i in 0..RUN: failed[$i] = failed_frames(frames[$i], ages[$i]);
#for i in 0..RUN
    failed[$i] = select(0u, failed[$i], own + $iu < count);
    still_active += u32(failed[$i] != 0u);
#end
    var at = to + sum_up_to(invocation, still_active) - still_active;
#for i in 0..RUN
    if (failed[$i] != 0u) {
      put_done(at, frames[$i], (0xffffffffu >> (32u - SLOT_FRAMES)) & ~failed[$i]);
      put_age(at, ages[$i] + 1u);
      active_list[at + run.frames] = own + $iu;
      at++;
    }
#end
    to += sums[WORKGROUP_SIZE - 1u];
    workgroupBarrier();
  }
  let stay = to - list_now;
  if (invocation == 0u) { active_list[counter_at(ACTIVE, run.iteration)] = stay; }
  if (REFILLS == 1u) { return; }
  let enter = min(room - stay, all - had_started);
  for (var i = invocation; i < enter; i += WORKGROUP_SIZE) {
    put_done(to + i, had_started + i, 0u);
    put_age(to + i, 0u);
    active_list[to + i + run.frames] = stay + i;
  }
  if (invocation == 0u) {
    active_list[counter_at(OCCUPIED, run.iteration)] = stay + enter;
    active_list[STARTED] = had_started + enter;
  }
}
