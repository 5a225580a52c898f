// list-frames: the frames that are left after the previous iteration, in their order, and behind them, with REFILLS above 1, as many
// that wait as there is room for (shared/frame-places); in iteration 0 how many there are.
// in   unsatisfied [iteration of the frame][frame]
// i/o  lists (shared/listed-place, shared/list-rows): reads what is of the previous iteration, writes what is of this one
//      A place has PLACE_FRAMES frames and is left as long as one of them fails a check, at most ITERATIONS if REFILLS is above 1
// map  one workgroup, which goes over the places GROUP·RUN at a time: each work item looks at a run of RUN neighbours, so that
//      their loads are under way together, and a sum over the items says where its frames go
// workgroup bytes: 4·(GROUP + 2)
#import shared/run

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;

#import shared/prefix-sums
#import shared/list-rows
#import shared/listed-place

// How many places the previous iteration had and how many have had their turn, the same for all work items by WGSL's rules too, as
// that decides on barriers.
var<workgroup> places: u32;
var<workgroup> entered: u32;

// Iterations that a place of the previous iteration has had.
fn age(own: u32) -> u32 {
  if (REFILLS == 1u) { return run.iteration; }
  if (run.iteration == 1u) { return 0u; }
  return run.iteration - 1u - lists[list_of(run.iteration - 1u) + (LIST_ROWS - 1u) * run.frames + own];
}

// A bit for each frame of a place that fails a check in its iteration before `age`, or has had none.
fn failed_frames(place: u32, age: u32) -> u32 {
  var failed = 0u;
  let first = place * PLACE_FRAMES;
  for (var lane = 0u; lane < PLACE_FRAMES; lane++) {
    let frame = min(first + lane, run.frames - 1u);
    let fails = age == 0u || unsatisfied[(max(age, 1u) - 1u) * run.frames + frame] != 0u;
    failed |= u32(fails && first + lane < run.frames) << lane;
  }
  return select(failed, 0u, REFILLS > 1u && age == ITERATIONS);
}

fn put_done(at: u32, place: u32, done: u32) {
  if (PLACE_FRAMES <= ENTRY_FRAMES) {
    lists[at] = place | (done << PLACE_BITS);
  } else {
    lists[at] = place;
    lists[at + 2u * run.frames] = done;
  }
}

fn put_age(at: u32, age: u32) {
  if (REFILLS > 1u) { lists[at + (LIST_ROWS - 1u) * run.frames] = run.iteration - age; }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) item: u32) {
  let now = run.iteration & 1u;
  let list_now = list_of(run.iteration);
  let list_before = list_of(run.iteration + 1u);
  let first_list = run.iteration <= 1u;
  let all = run_places();
  let room = message_places();
  if (item == 0u) {
    if (run.iteration == 0u) {
      lists[0] = select(0u, all, REFILLS == 1u);
      lists[2] = room;
    }
    places = room;
    entered = room;
    if (!first_list) {
      places = lists[select(2u, 0u, REFILLS == 1u) + 1u - now];
      entered = lists[4];
    }
  }
  if (run.iteration == 0u) { return; }
  let count = workgroupUniformLoad(&places);
  let had_entered = workgroupUniformLoad(&entered);

  var to = list_now;
  for (var begin = 0u; begin < count; begin += GROUP * RUN) {
    var frames: array<u32, RUN>;
    var ages: array<u32, RUN>;
    var failed: array<u32, RUN>;
    var left = 0u;
    let own = begin + item * RUN;
#for i in 0..RUN
    frames[$i] = min(own + $iu, count - 1u);
    ages[$i] = age(frames[$i]);
    if (!first_list) { frames[$i] = listed_place(lists[list_before + frames[$i]]); }
#end
#for i in 0..RUN
    failed[$i] = failed_frames(frames[$i], ages[$i]);
#end
#for i in 0..RUN
    failed[$i] = select(0u, failed[$i], own + $iu < count);
    left += u32(failed[$i] != 0u);
#end
    var at = to + sum_up_to(item, left) - left;
#for i in 0..RUN
    if (failed[$i] != 0u) {
      put_done(at, frames[$i], (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[$i]);
      put_age(at, ages[$i] + 1u);
      lists[at + run.frames] = own + $iu;
      at++;
    }
#end
    to += sums[GROUP - 1u];
    workgroupBarrier();
  }
  let stay = to - list_now;
  if (item == 0u) { lists[now] = stay; }
  if (REFILLS == 1u) { return; }
  let enter = min(room - stay, all - had_entered);
  for (var i = item; i < enter; i += GROUP) {
    put_done(to + i, had_entered + i, 0u);
    put_age(to + i, 0u);
    lists[to + i + run.frames] = stay + i;
  }
  if (item == 0u) {
    lists[2u + now] = stay + enter;
    lists[4] = had_entered + enter;
  }
}
