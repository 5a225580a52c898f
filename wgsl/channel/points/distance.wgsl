// Squared distance of the values that a use received from a point, in squared grid steps, below 2^31: integers on every device.
#import channel/points/faded

// Values of a use: its coordinates, then its gain if there is fading.
const STRIDE: u32 = DIMENSIONS + FADING;

fn squared_distance(place: u32, label: u32) -> i32 {
  var gain = GAIN_ONE;
  if (FADING == 1u) { gain = received[place * STRIDE + STRIDE - 1u]; }
  var sum = 0;
  for (var d = 0u; d < DIMENSIONS; d++) {
    var coordinate = points[label * DIMENSIONS + d];
    if (FADING == 1u) { coordinate = faded(coordinate, gain); }
    let difference = received[place * STRIDE + d] - coordinate;
    sum += difference * difference;
  }
  return sum;
}
