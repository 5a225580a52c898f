// Posteriors as f32, [row][slot]. The kernel declares `posteriors`.
fn belief(row: u32, slot: u32) -> f32 { return bitcast<f32>(posteriors[row * run.frames + slot]); }
