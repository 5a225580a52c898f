// Posteriors of two frames to a word, [row][word of frames]. The kernel declares `posteriors`.
fn belief(row: u32, frame: u32) -> f32 { return unpack2x16float(posteriors[row * run_slots() + frame / 2u])[frame % 2u]; }
