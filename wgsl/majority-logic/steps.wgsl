// An LLR in steps, to the nearest, halves up, at most LARGEST.
fn quantised(llr: f32) -> u32 {
  let steps = min(llr * bitcast<f32>(STEPS_PER_LLR_BITS), f32(LARGEST));
  let whole = floor(steps);
  return u32(whole) + select(0u, 1u, steps - whole >= 0.5);
}
