// Which mechanisms of a shot occur. The kernel imports run and a random generator.
const STREAM_NOISE: u32 = 0u;

// Decides about a column whose random byte is below ⌈256p⌉; `share` of 2^32 such bytes stand for an error.
fn is_error(frame: vec2u, column: u32, share: u32) -> bool {
  return random_words(vec4u(frame, 0x80000000u | column, STREAM_NOISE), run.key).x < share;
}
