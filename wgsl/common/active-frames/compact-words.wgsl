// common/active-frames/compact-words: lists the words of frames for the next iteration: words with a frame that fails a
// check after this iteration. Words keep their places, so a list needs neither an order nor the previous list, and many
// workgroups make it at once; where active frames move together, common/active-frames/compact keeps their order in one
// workgroup.
// in   progress: unsatisfied [iteration][frame]
// i/o  active_list (common/active-frames/list, common/active-frames/words). The words of a workgroup are together and
//      in order, the workgroups in any order, which affects no result
// map  one invocation per word; workgroup y = WORKGROUP_SIZE words. Prefix sums give the words of a workgroup their places;
//      DIRECT: each active word takes the next place, which costs a CPU less and keeps the order there
#import common/run

#in progress: u32
#out active_list: atomic<u32>

#import common/active-frames/list, common/active-frames/done-lanes

fn take_places(count: u32) -> u32 { return atomicAdd(&active_list[counter_at(ACTIVE, run.iteration + 1u)], count); }

#if DIRECT
fn place_of(invocation: u32, is_active: bool) -> u32 {
  if (!is_active) { return 0u; }
  return take_places(1u);
}
#else
#import common/prefix-sums

var<workgroup> begin: u32;

fn place_of(invocation: u32, is_active: bool) -> u32 {
  let up_to = sum_up_to(invocation, u32(is_active));
  if (invocation == WORKGROUP_SIZE - 1u) { begin = take_places(up_to); }
  workgroupBarrier();
  return begin + up_to - 1u;
}
#end

#main id: workgroup_id, invocation: local_invocation_index {
  let word = id.y * WORKGROUP_SIZE + invocation;
#if DIRECT: if (word >= (run.frames + INTERLEAVE - 1u) / INTERLEAVE) { return; }
  let done = satisfied_lanes(word, run.iteration);
  let is_active = done != 0xffffffffu;
  let place = place_of(invocation, is_active);
  if (is_active) {
    let at = LIST_HEAD + 2u * place;
    atomicStore(&active_list[at], word);
    atomicStore(&active_list[at + 1u], done);
  }
  // This iteration's counter is free now: the iteration after the next uses it.
  if (word == 0u) { atomicStore(&active_list[counter_at(ACTIVE, run.iteration)], 0u); }
}
