// Which mechanisms of a shot occur, and what becomes of a shot. The kernel imports run, a random generator and chunk-counters.
const STREAM_NOISE: u32 = 0u;

// Decides about a column whose random byte is below ⌈256p⌉; `share` of 2^32 such bytes stand for an error.
fn is_error(frame: vec2u, column: u32, share: u32) -> bool {
  return random_words(vec4u(frame, 0x80000000u | column, STREAM_NOISE), run.key).x < share;
}

// Adds a shot to the counters of its chunk. `wrong`: the observables that the correction leaves flipped.
fn count_shot(shot: u32, wrong: u32, found: u32, iterations: u32) {
  let base = chunk_counters(shot);
  let errors = countOneBits(wrong);
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
