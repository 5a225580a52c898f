// Posteriors as integers in lanes, [row][word of slots]; they are exact as f32. The kernel declares `posteriors`.
#import nonbinary/formats/levels
fn belief(row: u32, slot: u32) -> f32 {
  let words = (run.frames + INTERLEAVE - 1u) / INTERLEAVE;
  return f32(lane_of(posteriors[row * words + slot / INTERLEAVE], slot % INTERLEAVE));
}
