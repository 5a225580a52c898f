// Coordinate d of the point of a use, in grid steps, before gain and noise.
fn sent_coordinate(slot: u32, place: u32, d: u32) -> i32 { return points[label_of(slot, place) * DIMENSIONS + d]; }
