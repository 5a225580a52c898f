// list-frames: the frames that are left after the previous iteration, in their order (shared/frame-places).
// in   unsatisfied [iteration][frame]
// i/o  lists [2][1 + 2·frames]: reads the half of the previous iteration, writes that of this one
// map  one workgroup: each work item counts a run of places, a sum over the items says where its frames go
// workgroup bytes: 4·GROUP
#import shared/run

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;

var<workgroup> sums: array<u32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) item: u32) {
  let half = 2u * run.frames + 1u;
  let before = ((run.iteration + 1u) & 1u) * half;
  let now = (run.iteration & 1u) * half;
  let first_list = run.iteration == 1u;
  var count = run.frames;
  if (!first_list) { count = lists[before]; }
  let share = (count + GROUP - 1u) / GROUP;
  let begin = min(item * share, count);
  let end = min(begin + share, count);
  let row = (run.iteration - 1u) * run.frames;

  var left = 0u;
  for (var place = begin; place < end; place++) {
    var frame = place;
    if (!first_list) { frame = lists[before + 1u + place]; }
    left += unsatisfied[row + frame];
  }
  sums[item] = left;
  workgroupBarrier();
  for (var distance = 1u; distance < GROUP; distance *= 2u) {
    var sum = sums[item];
    if (item >= distance) { sum += sums[item - distance]; }
    workgroupBarrier();
    sums[item] = sum;
    workgroupBarrier();
  }
  var to = now + 1u + sums[item] - left;
  for (var place = begin; place < end; place++) {
    var frame = place;
    if (!first_list) { frame = lists[before + 1u + place]; }
    if (unsatisfied[row + frame] != 0u) {
      lists[to] = frame;
      lists[to + run.frames] = place;
      to++;
    }
  }
  if (item == GROUP - 1u) { lists[now] = sums[item]; }
}
