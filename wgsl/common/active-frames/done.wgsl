// Whether a frame's previous iteration satisfied all checks. A done frame writes nothing more, so it stays done: its
// later entries of `unsatisfied` [iteration][frame] stay 0, the value with which a run begins.
fn frame_done(slot: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return unsatisfied[(run.iteration - 1u) * run.frames + slot] == 0u;
}
