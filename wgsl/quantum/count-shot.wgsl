// Adds a shot to the counters of its chunk. The kernel imports chunk-counters. `errors`: observables that the correction leaves flipped.
fn count_shot(shot: u32, errors: u32, found: u32, iterations: u32) {
  let base = chunk_counters(shot);
  add(base, 1u);
  add(base + 6u, iterations);
  if (errors == 0u) { add(base + 7u, iterations); return; }
  add(base + 1u, 1u);
  add(base + 2u, 1u);
  add(base + 3u, errors);
  add(base + 4u, errors);
  add(base + 5u, u32(found > 0u));
  add_square(base + 8u, errors);
  add_square(base + 10u, errors);
}
