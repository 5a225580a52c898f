// Philox4x32-10 (Salmon et al., SC 2011); twin: src/channel/philox.ts.

fn multiply_high(a: u32, b: u32) -> u32 {
  let a_low = a & 0xffffu;
  let a_high = a >> 16u;
  let b_low = b & 0xffffu;
  let b_high = b >> 16u;
  let middle = a_high * b_low + ((a_low * b_low) >> 16u);
  let cross = a_low * b_high + (middle & 0xffffu);
  return a_high * b_high + (middle >> 16u) + (cross >> 16u);
}

fn philox(start: vec4u, start_key: vec2u) -> vec4u {
  var counter = start;
  var key = start_key;
  for (var round = 0u; round < 10u; round++) {
    counter = vec4u(
      multiply_high(0xcd9e8d57u, counter.z) ^ counter.y ^ key.x,
      0xcd9e8d57u * counter.z,
      multiply_high(0xd2511f53u, counter.x) ^ counter.w ^ key.y,
      0xd2511f53u * counter.x,
    );
    key += vec2u(0x9e3779b9u, 0xbb67ae85u);
  }
  return counter;
}
