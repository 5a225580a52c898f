// A coordinate of a point times a gain in multiples of 2^-14: the same integer at sender and receiver.
const GAIN_ONE: i32 = 16384;

fn faded(coordinate: i32, gain: i32) -> i32 {
  return (coordinate * gain) >> 14u;
}
