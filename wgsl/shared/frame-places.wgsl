// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. The kernel declares `lists` [2 + 2·LIST_ROWS·frames]: how many places are left, in even and in odd
// iterations; then for even and for odd ones what is at each place, its place one iteration before, and which of its frames are
// done, where an entry has no room for that. Without early termination, and
// in iteration 0, place i is frame i.
#import shared/list-rows
#import shared/listed-place

const MOVES: bool = STOP == 1u;

fn list_base() -> u32 { return 2u + (run.iteration & 1u) * LIST_ROWS * run.frames; }

fn frames_left() -> u32 {
  if (!MOVES || run.iteration == 0u) { return run.frames; }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

// What is at a place of PLACE_FRAMES frames: shared/listed-place.
fn entry_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + place];
}

fn frame_at(place: u32) -> u32 {
  return listed_place(entry_at(place / PLACE_FRAMES)) * PLACE_FRAMES + place % PLACE_FRAMES;
}

// A bit for each frame of a place that is done.
fn done_frames(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return 0u; }
  if (LIST_ROWS == 2u) { return listed_done(entry_at(place)); }
  return lists[list_base() + 2u * run.frames + place];
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}
