// frame_done of shared/done for kernels that write `unsatisfied` too, which is atomic there.
fn frame_done(frame: u32) -> bool {
  if (STOP == 0u || run.iteration == 0u) { return false; }
  return atomicLoad(&unsatisfied[(run.iteration - 1u) * run.frames + frame]) == 0u;
}
