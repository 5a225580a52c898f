// frame_done of common/active-frames/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool { return frame_done_by(frame, run.iteration); }

// Whether a frame was done by an iteration of its own.
fn frame_done_by(frame: u32, iteration: u32) -> bool {
  if (STOP == 0u || iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(iteration - 1u) * run.frames + frame]) == 0u;
}
