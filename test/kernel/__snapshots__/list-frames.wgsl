const PLACE_FRAMES: u32 = 1u;
const RUN: u32 = 8u;
const GROUP: u32 = 256u;
// list-frames: the frames that are left after the previous iteration, in their order (shared/frame-places); in iteration 0 how
// many there are.
// in   unsatisfied [iteration][frame]
// i/o  lists [2 + 2·LIST_ROWS·frames]: reads what is of the previous iteration, writes what is of this one
//      A place has PLACE_FRAMES frames and is left as long as one of them fails a check (shared/listed-place)
// map  one workgroup, which goes over the places GROUP·RUN at a time: each work item looks at a run of RUN neighbours, so that
//      their loads are under way together, and a sum over the items says where its frames go
// workgroup bytes: 4·(GROUP + 1)
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
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;

// Sum of the values of work items 0 … item of a workgroup of GROUP. All of its work items call it.
// workgroup bytes: 4·GROUP
var<workgroup> sums: array<u32, GROUP>;

fn sum_up_to(item: u32, value: u32) -> u32 {
  sums[item] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < GROUP; distance *= 2u) {
    var sum = sums[item];
    if (item >= distance) { sum += sums[item - distance]; }
    workgroupBarrier();
    sums[item] = sum;
    workgroupBarrier();
  }
  return sums[item];
}

// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, and, where a place has more
// frames than an entry has bits for, a bit for each of its frames that is done. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = select(2u, 3u, PLACE_FRAMES > 4u);

// An entry of `lists`, written by list-frames: a place of PLACE_FRAMES frames, and which of them are done, which go on for the
// sake of the others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }


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
    frames[0] = min(own + 0u, count - 1u);
    if (!first_list) { frames[0] = listed_place(lists[list_before + frames[0]]); }
    frames[1] = min(own + 1u, count - 1u);
    if (!first_list) { frames[1] = listed_place(lists[list_before + frames[1]]); }
    frames[2] = min(own + 2u, count - 1u);
    if (!first_list) { frames[2] = listed_place(lists[list_before + frames[2]]); }
    frames[3] = min(own + 3u, count - 1u);
    if (!first_list) { frames[3] = listed_place(lists[list_before + frames[3]]); }
    frames[4] = min(own + 4u, count - 1u);
    if (!first_list) { frames[4] = listed_place(lists[list_before + frames[4]]); }
    frames[5] = min(own + 5u, count - 1u);
    if (!first_list) { frames[5] = listed_place(lists[list_before + frames[5]]); }
    frames[6] = min(own + 6u, count - 1u);
    if (!first_list) { frames[6] = listed_place(lists[list_before + frames[6]]); }
    frames[7] = min(own + 7u, count - 1u);
    if (!first_list) { frames[7] = listed_place(lists[list_before + frames[7]]); }
    failed[0] = failed_frames(frames[0]);
    failed[1] = failed_frames(frames[1]);
    failed[2] = failed_frames(frames[2]);
    failed[3] = failed_frames(frames[3]);
    failed[4] = failed_frames(frames[4]);
    failed[5] = failed_frames(frames[5]);
    failed[6] = failed_frames(frames[6]);
    failed[7] = failed_frames(frames[7]);
    failed[0] = select(0u, failed[0], own + 0u < count);
    left += u32(failed[0] != 0u);
    failed[1] = select(0u, failed[1], own + 1u < count);
    left += u32(failed[1] != 0u);
    failed[2] = select(0u, failed[2], own + 2u < count);
    left += u32(failed[2] != 0u);
    failed[3] = select(0u, failed[3], own + 3u < count);
    left += u32(failed[3] != 0u);
    failed[4] = select(0u, failed[4], own + 4u < count);
    left += u32(failed[4] != 0u);
    failed[5] = select(0u, failed[5], own + 5u < count);
    left += u32(failed[5] != 0u);
    failed[6] = select(0u, failed[6], own + 6u < count);
    left += u32(failed[6] != 0u);
    failed[7] = select(0u, failed[7], own + 7u < count);
    left += u32(failed[7] != 0u);
    var at = to + sum_up_to(item, left) - left;
    if (failed[0] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[0];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[0] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[0];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 0u;
      at++;
    }
    if (failed[1] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[1];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[1] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[1];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 1u;
      at++;
    }
    if (failed[2] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[2];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[2] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[2];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 2u;
      at++;
    }
    if (failed[3] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[3];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[3] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[3];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 3u;
      at++;
    }
    if (failed[4] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[4];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[4] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[4];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 4u;
      at++;
    }
    if (failed[5] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[5];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[5] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[5];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 5u;
      at++;
    }
    if (failed[6] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[6];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[6] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[6];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 6u;
      at++;
    }
    if (failed[7] != 0u) {
      let done = (0xffffffffu >> (32u - PLACE_FRAMES)) & ~failed[7];
      if (LIST_ROWS == 2u) {
        lists[at] = frames[7] | (done << PLACE_BITS);
      } else {
        lists[at] = frames[7];
        lists[at + 2u * run.frames] = done;
      }
      lists[at + run.frames] = own + 7u;
      at++;
    }
    to += sums[GROUP - 1u];
    workgroupBarrier();
  }
  if (item == 0u) { lists[now] = to - list_now; }
}
