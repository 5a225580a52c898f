// Which frames a dispatch works on. Frames are fastest in memory, at dense places: place i of an iteration holds frame
// frame_at(i). Frames of which the decision satisfied all checks leave, the others move up (kernel list-frames), so that
// no work item idles beside a frame that takes longer. Where frames of one word cannot part, PLACE_FRAMES of them are one
// place of the list. With REFILLS above 1 messages have room for that part of the run's frames only, and frames that wait take
// the places behind those that moved up: these enter, which is a variable's first message, and their checks come one iteration of the
// run later. The kernel declares `lists` [LIST_HEAD + 2·LIST_ROWS·frames]: shared/listed-place, shared/list-rows. Without early
// termination, and in iteration 0, place i is frame i.
#import shared/list-rows
#import shared/listed-place

const MOVES: bool = STOP == 1u;

// Frames that checks have messages of, at the first places.
fn frames_left() -> u32 {
  if (!MOVES) { return run.frames; }
  if (run.iteration == 0u) { return select(run.frames, 0u, REFILLS > 1u); }
  return lists[run.iteration & 1u] * PLACE_FRAMES;
}

// These, and behind them frames that enter.
fn frames_here() -> u32 {
  if (REFILLS == 1u) { return frames_left(); }
  if (run.iteration == 0u) { return message_places() * PLACE_FRAMES; }
  return lists[2u + (run.iteration & 1u)] * PLACE_FRAMES;
}

fn enters(place: u32) -> bool { return REFILLS > 1u && place * PLACE_FRAMES >= frames_left(); }

// The iteration that a place's frames are in; of those that enter none.
fn iteration_at(place: u32) -> u32 {
  if (REFILLS == 1u || run.iteration == 0u) { return run.iteration; }
  return run.iteration - 1u - lists[list_of(run.iteration) + (LIST_ROWS - 1u) * run.frames + place];
}

// What is at a place of PLACE_FRAMES frames: shared/listed-place.
fn entry_at(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + place];
}

fn frame_at(place: u32) -> u32 {
  return listed_place(entry_at(place / PLACE_FRAMES)) * PLACE_FRAMES + place % PLACE_FRAMES;
}

// A bit for each frame of a place that is done.
fn done_frames(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return 0u; }
  if (PLACE_FRAMES <= ENTRY_FRAMES) { return listed_done(entry_at(place)); }
  return lists[list_of(run.iteration) + 2u * run.frames + place];
}

fn place_before(place: u32) -> u32 {
  if (!MOVES || run.iteration == 0u) { return place; }
  return lists[list_of(run.iteration) + run.frames + place / PLACE_FRAMES] * PLACE_FRAMES + place % PLACE_FRAMES;
}
