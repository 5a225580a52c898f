// list-frames: the frames that are left after the previous iteration, in their order (shared/frame-places); in iteration 0 how
// many there are.
// in   unsatisfied [iteration][frame]
// i/o  lists [2 + 2·LIST_ROWS·frames]: reads what is of the previous iteration, writes what is of this one
//      A place has PLACE_FRAMES frames and is left as long as one of them fails a check (shared/listed-place)
// map  one workgroup, which goes over the places GROUP·RUN at a time: each work item looks at a run of RUN neighbours, so that
//      their loads are under way together, and a sum over the items says where its frames go
// workgroup bytes: 4·(GROUP + 1)
#import shared/run

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;

#import shared/prefix-sums
#import shared/list-rows
#import shared/listed-place

// How many places the previous iteration had, the same for all work items by WGSL's rules too, as it decides on barriers.
var<workgroup> places: u32;

// A bit for each frame of a place that fails a check.
fn failed_frames(place: u32) -> u32 {
  var failed = 0u;
  let first = place * PLACE_FRAMES;
  for (var lane = 0u; lane < PLACE_FRAMES; lane++) {
    let frame = min(first + lane, run.frames - 1u);
    let fails = unsatisfied[(run.iteration - 1u) * run.frames + frame] != 0u;
    failed |= u32(fails && first + lane < run.frames) << lane;
  }
  return failed;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) item: u32) {
  let now = run.iteration & 1u;
  let list_now = 2u + now * LIST_ROWS * run.frames;
  let list_before = 2u + (1u - now) * LIST_ROWS * run.frames;
  let first_list = run.iteration <= 1u;
  if (item == 0u) {
    let all = (run.frames + PLACE_FRAMES - 1u) / PLACE_FRAMES;
    if (run.iteration == 0u) { lists[0] = all; }
    places = all;
    if (!first_list) { places = lists[1u - now]; }
  }
  if (run.iteration == 0u) { return; }
  let count = workgroupUniformLoad(&places);

  var to = list_now;
  for (var begin = 0u; begin < count; begin += GROUP * RUN) {
    var frames: array<u32, RUN>;
    var failed: array<u32, RUN>;
    var left = 0u;
    let own = begin + item * RUN;
#for i in 0..RUN
    frames[$i] = min(own + $iu, count - 1u);
    if (!first_list) { frames[$i] = listed_place(lists[list_before + frames[$i]]); }
#end
#for i in 0..RUN
    failed[$i] = failed_frames(frames[$i]);
#end
#for i in 0..RUN
    failed[$i] = select(0u, failed[$i], own + $iu < count);
    left += u32(failed[$i] != 0u);
#end
    var at = to + sum_up_to(item, left) - left;
#for i in 0..RUN
    if (failed[$i] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[$i];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[$i] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[$i];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + $iu;
      at++;
    }
#end
    to += sums[GROUP - 1u];
    workgroupBarrier();
  }
  if (item == 0u) { lists[now] = to - list_now; }
}
