// Message words of four levels, and channel words of four channel values: four frames to a word. A channel value is
// 1 and the number of thresholds that the LLR's magnitude reaches, with the LLR's sign. LEVEL_MOST: the largest level.
#import binary/formats/four-bytes

// Messages to checks are looked up (binary/levels/given), not differences, and flooding has no posteriors of edges.
fn difference(posterior: u32, _message: u32) -> Lanes { return unpack(posterior); }
fn total(_t: Lanes, message: u32) -> u32 { return message; }
fn lane_of(llr: f32, lane: u32) -> u32 {
  var value = 1;
#for i in 0..THRESHOLDS: value += select(0, 1, abs(llr) >= bitcast<f32>(THRESHOLD_$i));
  return (u32(select(value, -value, llr < 0.0)) & 0xffu) << (8u * lane);
}
