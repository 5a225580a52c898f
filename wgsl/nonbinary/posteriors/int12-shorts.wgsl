// Posteriors of two frames to a word as 16-bit integers of steps, [row][word of slots], and as nonbinary/formats/int12 has them: divided
// by 2048. The kernel declares `posteriors`.
fn belief(row: u32, slot: u32) -> f32 {
  let word = posteriors[row * run_slots() + slot / 2u];
  return f32((word >> (16u * (slot % 2u))) & 0xffffu) * 0.00048828125;
}
