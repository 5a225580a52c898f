// The frames of a round: the first waiting frames. The kernel declares `failed`
// of list-failed: number of waiting frames, place of the first, frames of the run; then their slots.
const FAILED_HEAD: u32 = 3u;

// Whether this frame of the round is missing, because fewer frames wait.
fn is_missing(frame: u32) -> bool { return frame >= failed[0]; }

// Slot of a frame of the round, which must not be missing.
fn slot_of(frame: u32) -> u32 { return failed[FAILED_HEAD + failed[1] + frame]; }
