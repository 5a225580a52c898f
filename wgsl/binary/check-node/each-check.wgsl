// The walk of kernels over checks first … first + count − 1 of a word of frames. The kernel declares `begin(done)`, with the lanes of frames that are
// done, `process(group, first_t, last_t, word)` for checks of one group, `needs_more()` whether further checks are of use, `finish(word)`, and
// `progress`, FRAME_INTERLEAVED the list of active words (common/active-frames/words), else what its own `done_lanes(word)` needs. One invocation per
// check; workgroup y = word. FRAME_INTERLEAVED: one workgroup per CHECKS_PER_WORKGROUP checks (x) and WORKGROUP_SIZE slots of words (y). SERIAL: a
// processor runs workgroups one after the other, so that `process` has all checks of a group. The kernel imports run and lanes, and
// returns from places beyond `place_count` itself, which tells the compiler for CPUs how many invocations there are.
#import common/word-index, common/workgroup-slot, binary/check-node/groups

#if SERIAL
// The end of the checks from `check` on that are processed at once. The check that lacks an edge is alone, so that the others need not test
// their edges, which took half of the time of int8.
fn end_of_run(check: u32) -> u32 {
  let end = end_of_group(check);
  if (check == LACKING_CHECK) { return check + 1u; }
  return select(end, min(end, LACKING_CHECK), check < LACKING_CHECK);
}

// Whether the checks from check t of a group on are the one that lacks an edge. Others of its degree are not, so that one degree has two forms.
fn lacks_edge(group: PackedCheckGroup, t: u32, degree: u32) -> bool { return degree == LACKING_DEGREE && group.check + t == LACKING_CHECK; }
#end

#if FRAME_INTERLEAVED
#import common/active-frames/words

fn place_of(id: vec3u, invocation: u32) -> u32 { return id.y * WORKGROUP_SIZE + invocation; }
fn place_count(_checks: u32) -> u32 { return active_count(); }
fn each_check(id: vec3u, slot: u32, first: u32, count: u32) {
  let word = active_word(slot);
  begin(active_done(slot));
  let end = first + min((id.x + 1u) * CHECKS_PER_WORKGROUP, count);
#if SERIAL
  for (var check = first + id.x * CHECKS_PER_WORKGROUP; check < end && needs_more(); check = min(end_of_run(check), end)) {
    let group = group_of(check);
    process(group, check - group.check, min(end_of_run(check), end) - group.check, word);
  }
#else
  if (CHECKS_PER_WORKGROUP == 1u) {
    // A loop around one check costs an NVIDIA H200 2 % of the time of int8.
    let check = first + id.x;
    // Of layers that change places, the dispatch is for the largest.
    if (ORDERS == 0u || check < end) {
      let group = group_of(check);
      process(group, check - group.check, check - group.check + 1u, word);
    }
  } else {
    for (var check = first + id.x * CHECKS_PER_WORKGROUP; check < end && needs_more(); check++) {
      let group = group_of(check);
      process(group, check - group.check, check - group.check + 1u, word);
    }
  }
#end
  finish(word);
}
#else
fn place_of(id: vec3u, invocation: u32) -> u32 { return id.x * WORKGROUP_SIZE + invocation; }
fn place_count(checks: u32) -> u32 { return checks; }
fn each_check(id: vec3u, x: u32, first: u32, _count: u32) {
  let word = workgroup_slot(id);
  if (word >= word_count()) { return; }
  let done = done_lanes(word);
  if (done == 0xffffffffu) { return; }
  begin(done);
  let group = group_of(first + x);
  process(group, first + x - group.check, first + x - group.check + 1u, word);
  finish(word);
}
#end
