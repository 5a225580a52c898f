// Posteriors of two frames to a word, [row][word of slots]. The kernel declares `posteriors`.
fn belief(row: u32, slot: u32) -> f32 { return unpack2x16float(posteriors[row * run_slots() + slot / 2u])[slot % 2u]; }
