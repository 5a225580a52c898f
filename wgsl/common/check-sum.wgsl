// What a check's products h·a sum to. The kernel declares M, SYNDROME, and the buffer syndrome [frame][M].
fn check_sum(slot: u32, m: u32) -> u32 {
  if (SYNDROME == 1u) { return syndrome[slot * M + m]; }
  return 0u;
}
