// The required sum of a check's products h·a. The kernel declares M, SYNDROME, and the buffer syndrome [frame][M].
fn check_sum(slot: u32, m: u32) -> u32 {
  if (SYNDROME == 1u) { return syndrome[slot * M + m]; }
  return 0u;
}
