// Threefry4x32-13 (Salmon et al., SC 2011) with a key of two words, in about 90 operations for four words. A round
// processes two pairs of words: x and y hold words 0 and 2 of the state, z and w words 1 and 3, exchanged after each
// round.

fn threefry_round(state: vec4u, bits: vec2u) -> vec4u {
  let sums = state.xy + state.zw;
  let rotated = ((state.zw << bits) | (state.zw >> (vec2u(32u) - bits))) ^ sums;
  return vec4u(sums, rotated.yx);
}

fn random_words(counter: vec4u, key: vec2u) -> vec4u {
  let parity = key.x ^ key.y ^ 0x1bd11bdau;
  var state = vec4u(counter.x + key.x, counter.z, counter.y + key.y, counter.w);
  state = threefry_round(state, vec2u(10u, 26u));
  state = threefry_round(state, vec2u(11u, 21u));
  state = threefry_round(state, vec2u(13u, 27u));
  state = threefry_round(state, vec2u(23u, 5u));
  state += vec4u(key.y, 0u, 0u, parity + 1u);
  state = threefry_round(state, vec2u(6u, 20u));
  state = threefry_round(state, vec2u(17u, 11u));
  state = threefry_round(state, vec2u(25u, 10u));
  state = threefry_round(state, vec2u(18u, 20u));
  state += vec4u(0u, parity, 0u, key.x + 2u);
  state = threefry_round(state, vec2u(10u, 26u));
  state = threefry_round(state, vec2u(11u, 21u));
  state = threefry_round(state, vec2u(13u, 27u));
  state = threefry_round(state, vec2u(23u, 5u));
  state += vec4u(0u, key.x, parity, key.y + 3u);
  state = threefry_round(state, vec2u(6u, 20u));
  return vec4u(state.x, state.w, state.y, state.z);
}
