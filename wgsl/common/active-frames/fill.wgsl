// common/active-frames/fill: lists the frames that are active after the previous iteration, where their memory stays in place. Active
// frames in the first slots keep them; the others fill the slots of done frames, so that few move, and none moves to a slot that another
// one leaves. While over three quarters of the slots are active, all stay listed, because moving would cost more than it saves. Iteration 0
// has all frames, whose number alone is written.
// in   unsatisfied [iteration][frame]
// i/o  lists (common/active-frames/list, common/active-frames/list-rows): reads the previous iteration's, writes this iteration's and
//      spoils the slots before of the previous one. A slot has at most ENTRY_FRAMES frames and is active as long as one of them fails a check
// map  one workgroup, which processes the slot_count slots WORKGROUP_SIZE·RUN at a time
const WORKGROUP_SIZE: u32 = 256u;
#import common/run

#in unsatisfied: u32
#out active_list: u32

#import common/prefix-sums, common/active-frames/list-rows, common/active-frames/list

// Uniform by WGSL's rules too, because barriers depend on them.
var<workgroup> slot_count: u32;
var<workgroup> active_count: u32;

const ALL_DONE: u32 = (1u << SLOT_FRAMES) - 1u;

fn entry_of(slot: u32) -> u32 {
  var done = 0u;
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    let frame = slot * SLOT_FRAMES + lane;
    let satisfied = unsatisfied[(run.iteration - 1u) * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= u32(satisfied || frame >= run.frames) << lane;
  }
  return slot | (done << SLOT_BITS);
}

#main invocation: local_invocation_index {
  if (run.iteration == 0u) {
    if (invocation == 0u) { active_list[ACTIVE] = run_slots(); }
    return;
  }
  let entries = list_of(run.iteration);
  let slots_before = entries + run.frames;
  let entries_before = list_of(run.iteration + 1u);
  let changes = entries_before + run.frames;
  if (invocation == 0u) {
    slot_count = run_slots();
    if (run.iteration > 1u) { slot_count = active_list[counter_at(ACTIVE, run.iteration + 1u)]; }
  }
  let count = workgroupUniformLoad(&slot_count);

  var own_active = 0u;
  for (var begin = 0u; begin < count; begin += WORKGROUP_SIZE * RUN) {
    let own = begin + invocation * RUN;
    var found: array<u32, RUN>;
#for i in 0..RUN
    found[$i] = min(own + $iu, count - 1u);
    if (run.iteration > 1u) { found[$i] = entry_slot(active_list[entries_before + found[$i]]); }
#end
#for i in 0..RUN: found[$i] = entry_of(found[$i]);
#for i in 0..RUN
    if (own + $iu < count) {
      active_list[entries + own + $iu] = found[$i];
      own_active += u32(entry_done(found[$i]) != ALL_DONE);
    }
#end
  }
  let sum = sum_up_to(invocation, own_active);
  if (invocation == WORKGROUP_SIZE - 1u) {
    active_count = select(sum, count, 4u * sum > 3u * count);
    active_list[counter_at(ACTIVE, run.iteration)] = active_count;
  }
  let stay = workgroupUniformLoad(&active_count);

  // Among the first `stay` slots as many are of done frames as there are active frames behind. Both are listed in one row, the slots of
  // done frames first.
  var changed = 0u;
  for (var begin = 0u; begin < count; begin += WORKGROUP_SIZE * RUN) {
    let own = begin + invocation * RUN;
    var changes_of_own = 0u;
    var does_change: array<bool, RUN>;
#for i in 0..RUN
    does_change[$i] = false;
    if (own + $iu < count) {
      let is_first = own + $iu < stay;
      let is_free = entry_done(active_list[entries + own + $iu]) == ALL_DONE;
      does_change[$i] = stay < count && is_free == is_first;
      if (is_first) { active_list[slots_before + own + $iu] = own + $iu; }
    }
    changes_of_own += u32(does_change[$i]);
#end
    var at = changed + sum_up_to(invocation, changes_of_own) - changes_of_own;
#for i in 0..RUN
    if (does_change[$i]) {
      active_list[changes + at] = own + $iu;
      at++;
    }
#end
    changed += sums[WORKGROUP_SIZE - 1u];
    workgroupBarrier();
  }
  storageBarrier();
  for (var i = invocation; i < changed / 2u; i += WORKGROUP_SIZE) {
    let to = active_list[changes + i];
    let moving = active_list[changes + changed / 2u + i];
    active_list[entries + to] = active_list[entries + moving];
    active_list[slots_before + to] = moving;
  }
}
