// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. The kernel declares `lists` [2][1 + 2·frames], of which the half of this iteration,
// run.iteration & 1, holds: how many places are left; what is at each; its place one iteration before. Without early
// termination, and in iteration 0, place i is frame i.
const MOVES: bool = STOP == 1u;

fn list_base() -> u32 { return (run.iteration & 1u) * (2u * run.frames + 1u); }

fn frames_left() -> u32 {
  if (!MOVES || run.iteration == 0u) { return run.frames; }
  return lists[list_base()] * PLACE_FRAMES;
}

fn frame_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + 1u + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_base() + 1u + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}
