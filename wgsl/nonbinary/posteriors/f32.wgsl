// Posteriors as f32, [row][frame]. The kernel declares `posteriors`.
fn belief(row: u32, frame: u32) -> f32 { return bitcast<f32>(posteriors[row * run.frames + frame]); }
