// The lanes of a word whose frames are done: all ones. A frame is done if its previous iteration satisfied all checks;
// a lane without a frame is done. The kernel declares `progress`, the buffer unsatisfied [iteration][frame], and
// imports lanes and run.
#import common/lane-bits

fn done_lanes(word: u32) -> u32 {
  if (STOP == 0u || run.iteration == 0u) { return 0u; }
  return satisfied_lanes(word, run.iteration - 1u);
}

// The lanes of a word whose frames satisfied all checks in an iteration, or that have no frame.
fn satisfied_lanes(word: u32, iteration: u32) -> u32 {
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let satisfied = frame >= run.frames || progress[iteration * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  return done;
}
