// The number of a lane of a word, in the unit of the number format. The kernel imports lanes. ONE_LANE: a word has one number.
fn number_of(word: u32, lane: u32) -> f32 {
  let numbers = widen(word);
#if ONE_LANE
  return f32(numbers);
#else
  var number = f32(numbers[0]);
  for (var other = 1u; other < INTERLEAVE; other++) { number = select(number, f32(numbers[other]), lane == other); }
  return number;
#end
}
