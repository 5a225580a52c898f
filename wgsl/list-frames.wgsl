// list-frames: the frames that are left after the previous iteration, in their order (shared/frame-places); in iteration 0 how
// many there are.
// in   unsatisfied [iteration][frame]
// i/o  lists [2 + 2·2·frames]: reads what is of the previous iteration, writes what is of this one
//      A place has PLACE_FRAMES frames and is left as long as one of them is.
// map  one workgroup: each work item counts a run of places, a sum over the items says where its frames go
// workgroup bytes: 4·GROUP
#import shared/run

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;

#import shared/prefix-sums

fn is_left(place: u32) -> bool {
  let end = min((place + 1u) * PLACE_FRAMES, run.frames);
  for (var frame = place * PLACE_FRAMES; frame < end; frame++) {
    if (unsatisfied[(run.iteration - 1u) * run.frames + frame] != 0u) { return true; }
  }
  return false;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) item: u32) {
  let now = run.iteration & 1u;
  let list_now = 2u + now * 2u * run.frames;
  let list_before = 2u + (1u - now) * 2u * run.frames;
  let first_list = run.iteration <= 1u;
  var count = (run.frames + PLACE_FRAMES - 1u) / PLACE_FRAMES;
  if (run.iteration == 0u) {
    if (item == 0u) { lists[0] = count; }
    return;
  }
  if (!first_list) { count = lists[1u - now]; }
  let share = (count + GROUP - 1u) / GROUP;
  let begin = min(item * share, count);
  let end = min(begin + share, count);

  var left = 0u;
  for (var place = begin; place < end; place++) {
    var frame = place;
    if (!first_list) { frame = lists[list_before + place]; }
    left += u32(is_left(frame));
  }
  let up_to = sum_up_to(item, left);
  var to = list_now + up_to - left;
  for (var place = begin; place < end; place++) {
    var frame = place;
    if (!first_list) { frame = lists[list_before + place]; }
    if (is_left(frame)) {
      lists[to] = frame;
      lists[to + run.frames] = place;
      to++;
    }
  }
  if (item == GROUP - 1u) { lists[now] = up_to; }
}
