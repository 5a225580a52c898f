// Philox4x32-10 (Salmon et al., SC 2011). WGSL has no 64-bit product: its upper half comes from products of 16-bit
// halves. For both multipliers the terms are arranged so that no sum exceeds 32 bits.

// ⌊0xd2511f53·a / 2^32⌋
fn multiply_high_0(a: u32) -> u32 {
  let low = a & 0xffffu;
  let high = a >> 16u;
  return high * 0xd251u + ((low * 0xd251u + (high * 0x1f53u + ((low * 0x1f53u) >> 16u))) >> 16u);
}

// ⌊0xcd9e8d57·a / 2^32⌋ by the complement 2^32 − 0xcd9e8d57 = 0x326172a9: of its product with a ≠ 0 the lower half is not 0.
fn multiply_high_1(a: u32) -> u32 {
  let low = a & 0xffffu;
  let high = a >> 16u;
  let complement = high * 0x3261u + ((low * 0x3261u + (high * 0x72a9u + ((low * 0x72a9u) >> 16u))) >> 16u);
  return a - min(a, 1u) - complement;
}

fn philox_round(counter: vec4u, key: vec2u) -> vec4u {
  return vec4u(
    multiply_high_1(counter.z) ^ counter.y ^ key.x,
    0xcd9e8d57u * counter.z,
    multiply_high_0(counter.x) ^ counter.w ^ key.y,
    0xd2511f53u * counter.x,
  );
}

// Key of round r: r times 0x9e3779b9 and 0xbb67ae85 more. The rounds are written out, since a compiler may keep a loop.
fn random_words(start: vec4u, key: vec2u) -> vec4u {
  var counter = start;
  counter = philox_round(counter, key + vec2u(0x00000000u, 0x00000000u));
  counter = philox_round(counter, key + vec2u(0x9e3779b9u, 0xbb67ae85u));
  counter = philox_round(counter, key + vec2u(0x3c6ef372u, 0x76cf5d0au));
  counter = philox_round(counter, key + vec2u(0xdaa66d2bu, 0x32370b8fu));
  counter = philox_round(counter, key + vec2u(0x78dde6e4u, 0xed9eba14u));
  counter = philox_round(counter, key + vec2u(0x1715609du, 0xa9066899u));
  counter = philox_round(counter, key + vec2u(0xb54cda56u, 0x646e171eu));
  counter = philox_round(counter, key + vec2u(0x5384540fu, 0x1fd5c5a3u));
  counter = philox_round(counter, key + vec2u(0xf1bbcdc8u, 0xdb3d7428u));
  counter = philox_round(counter, key + vec2u(0x8ff34781u, 0x96a522adu));
  return counter;
}
