const Q: u32 = 4u;
const P: u32 = 2u;
const N: u32 = 6u;
const M: u32 = 3u;
const STOP: u32 = 1u;
const SYNDROME: u32 = 1u;
const PLACE_FRAMES: u32 = 1u;
const LAYERED: u32 = 0u;
const GROUP: u32 = 256u;
// list-frames: the frames that are left after the previous iteration, in their order (shared/frame-places); in iteration 0 how
// many there are.
// in   unsatisfied [iteration][frame]
// i/o  lists [2 + 2·2·frames]: reads what is of the previous iteration, writes what is of this one
//      A place has PLACE_FRAMES frames and is left as long as one of them is.
// map  one workgroup: each work item counts a run of places, a sum over the items says where its frames go
// workgroup bytes: 4·GROUP
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
