// An integer of 0 … 2^31 − 1 as f32, cut to a multiple of 128 from 2^24 on, so that no device rounds.
fn exact_f32(value: i32) -> f32 {
  return f32(select(value, value & -128, value >= 16777216));
}
