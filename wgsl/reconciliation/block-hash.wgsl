// reconciliation/block-hash: SHA-256 (FIPS 180-4) of each block: salt, index of the block, number of its bits, the bits.
// in   salt [4]                        16 bytes as they lie in memory
//      block_bits [frame]              bits of the block
//      sifted_bits [frame]             packed, KEY_BITS a frame, zeros behind the block's bits (reconciliation/packed-bits)
// out  hash [frame][8]                 the digest's bytes as they lie in memory
//      Hashed are salt, index (run.first_frame + frame) as 8 bytes, number of bits as 4 bytes, both lowest byte first,
//      and ⌈bits/8⌉ bytes of bits.
// map  one invocation per block; workgroup y = WORKGROUP_SIZE blocks
// exact: integers
#import common/run, reconciliation/packed-bits

#in salt: u32, block_bits: u32, sifted_bits: u32
#out hash: u32

// Words of the message before the bits.
const PREFIX: u32 = 7u;

// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND_CONSTANT = array<u32, 64>(
  0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
  0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
  0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
  0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
  0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
  0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
  0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
  0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u,
);

// The working variables a … d and e … h.
struct Working {
  abcd: vec4u,
  efgh: vec4u,
}

fn rotate(x: u32, by: u32) -> u32 { return (x >> by) | (x << (32u - by)); }

// A round, with the round's constant and word as one addend.
fn next(at: Working, addend: u32) -> Working {
  let a = at.abcd.x;
  let e = at.efgh.x;
  let one = at.efgh.w + (rotate(e, 6u) ^ rotate(e, 11u) ^ rotate(e, 25u)) + ((e & at.efgh.y) ^ (~e & at.efgh.z)) + addend;
  let majority = (a & at.abcd.y) ^ (a & at.abcd.z) ^ (at.abcd.y & at.abcd.z);
  let other = (rotate(a, 2u) ^ rotate(a, 13u) ^ rotate(a, 22u)) + majority;
  return Working(vec4u(one + other, at.abcd.xyz), vec4u(at.abcd.w + one, at.efgh.xyz));
}

// Terms of word t of the schedule besides word t − 16: words t − 2, t − 7 and t − 15.
fn expansion(two: u32, seven: u32, fifteen: u32) -> u32 {
  return (rotate(two, 17u) ^ rotate(two, 19u) ^ (two >> 10u)) + seven
    + (rotate(fifteen, 7u) ^ rotate(fifteen, 18u) ^ (fifteen >> 3u));
}

// Reverses the bytes of a word: between its order in memory and the order of SHA-256.
fn swap_bytes(x: u32) -> u32 {
  let pairs = ((x & 0x00ff00ffu) << 8u) | ((x >> 8u) & 0x00ff00ffu);
  return (pairs << 16u) | (pairs >> 16u);
}

// Four bytes of the packed bits, the first one highest.
fn four_bytes(byte: u32) -> u32 {
  let low = sifted_bits[byte / 4u];
  let shift = 8u * (byte & 3u);
  if (shift == 0u) { return swap_bytes(low); }
  let high = sifted_bits[min(byte / 4u + 1u, arrayLength(&sifted_bits) - 1u)];
  return swap_bytes((low >> shift) | (high << (32u - shift)));
}

// Word t of the padded message of a block with `bytes` bytes of bits from `start` on.
fn message_word(t: u32, slot: u32, start: u32, bytes: u32, words: u32) -> u32 {
  if (t < 4u) { return swap_bytes(salt[t]); }
  if (t == 4u) { return swap_bytes(frame_index(slot).x); }
  if (t == 5u) { return swap_bytes(frame_index(slot).y); }
  if (t == 6u) { return swap_bytes(block_bits[slot]); }
  let message_bytes = 4u * PREFIX + bytes;
  if (t == words - 2u) { return message_bytes >> 29u; }
  if (t == words - 1u) { return message_bytes << 3u; }
  let first = 4u * (t - PREFIX);
  if (first > bytes) { return 0u; }
  let left = bytes - first;
  if (left == 0u) { return 0x80000000u; }
  let data = four_bytes(start + first);
  if (left >= 4u) { return data; }
  return (data & ~(0xffffffffu >> (8u * left))) | (0x80000000u >> (8u * left));
}

#main id: global_invocation_id, invocation: local_invocation_index {
  let slot = id.y * WORKGROUP_SIZE + invocation;
  if (slot >= run.frames) { return; }
  let bytes = packed_bytes(block_bits[slot]);
  let start = slot * packed_bytes(KEY_BITS);
  let words = 16u * ((4u * PREFIX + bytes + 8u) / 64u + 1u);
  // First 32 bits of the fractional parts of the square roots of the first 8 primes.
  var state = Working(
    vec4u(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au),
    vec4u(0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u),
  );
  var w: array<u32, 16>;
  for (var first = 0u; first < words; first += 16u) {
    var at = state;
#for t in 0..16
    w[$t] = message_word(first + $tu, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[$t] + w[$t]);
#end
#for t in 16..64
    w[$t % 16] += expansion(w[($t + 14) % 16], w[($t + 9) % 16], w[($t + 1) % 16]);
    at = next(at, ROUND_CONSTANT[$t] + w[$t % 16]);
#end
    state.abcd += at.abcd;
    state.efgh += at.efgh;
  }
  for (var i = 0u; i < 4u; i++) {
    hash[8u * slot + i] = swap_bytes(state.abcd[i]);
    hash[8u * slot + 4u + i] = swap_bytes(state.efgh[i]);
  }
}
