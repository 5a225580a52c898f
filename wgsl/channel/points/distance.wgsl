// Squared distance of the value that a use received from a point, in squared grid steps, below 2^31: integers on every device.
fn squared_distance(place: u32, label: u32) -> i32 {
  var sum = 0;
  for (var d = 0u; d < DIMENSIONS; d++) {
    let difference = received[place * DIMENSIONS + d] - points[label * DIMENSIONS + d];
    sum += difference * difference;
  }
  return sum;
}
