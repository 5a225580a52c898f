const KEY_BITS: u32 = 3u;
const WORKGROUP_SIZE: u32 = 64u;
// reconciliation/block-hash: SHA-256 (FIPS 180-4) of each block: salt, index of the block, number of its bits, the bits.
// in   salt [4]                        16 bytes as they lie in memory
//      block_bits [frame]              bits of the block
//      sifted_bits [frame]             packed, KEY_BITS a frame, zeros behind the block's bits (reconciliation/packed-bits)
// out  hash [frame][8]                 the digest's bytes as they lie in memory
//      Hashed are salt, index (run.first_frame + frame) as 8 bytes, number of bits as 4 bytes, both lowest byte first,
//      and ⌈bits/8⌉ bytes of bits.
// map  one invocation per block; workgroup y = WORKGROUP_SIZE blocks
// exact: integers
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}

// Packed bits: bit i is bit 7 - i mod 8 of byte ⌊i/8⌋, and bytes are in words from their lowest bits on, as they lie in
// memory. Bytes of frames follow each other without a gap. Twin: wgsl/reconciliation/packed-bits.ts.

// Where bit i is in word ⌊i/32⌋.
fn bit_in_word(i: u32) -> u32 { return (i & 31u) ^ 7u; }

// Bit i of the stream of which `word` is word ⌊i/32⌋.
fn bit_of(word: u32, i: u32) -> u32 { return (word >> bit_in_word(i)) & 1u; }

// Bytes of a frame of so many bits.
fn packed_bytes(bits: u32) -> u32 { return (bits + 7u) / 8u; }


@group(0) @binding(1) var<storage, read> salt: array<u32>;
@group(0) @binding(2) var<storage, read> block_bits: array<u32>;
@group(0) @binding(3) var<storage, read> sifted_bits: array<u32>;
@group(0) @binding(4) var<storage, read_write> hash: array<u32>;

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

// What word t of the schedule has beside word t - 16: from words t - 2, t - 7 and t - 15.
fn expansion(two: u32, seven: u32, fifteen: u32) -> u32 {
  return (rotate(two, 17u) ^ rotate(two, 19u) ^ (two >> 10u)) + seven
    + (rotate(fifteen, 7u) ^ rotate(fifteen, 18u) ^ (fifteen >> 3u));
}

// A word as it lies in memory from the number that SHA-256 calls by its bytes, or back.
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

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
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
    w[0] = message_word(first + 0u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[0] + w[0]);
    w[1] = message_word(first + 1u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[1] + w[1]);
    w[2] = message_word(first + 2u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[2] + w[2]);
    w[3] = message_word(first + 3u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[3] + w[3]);
    w[4] = message_word(first + 4u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[4] + w[4]);
    w[5] = message_word(first + 5u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[5] + w[5]);
    w[6] = message_word(first + 6u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[6] + w[6]);
    w[7] = message_word(first + 7u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[7] + w[7]);
    w[8] = message_word(first + 8u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[8] + w[8]);
    w[9] = message_word(first + 9u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[9] + w[9]);
    w[10] = message_word(first + 10u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[10] + w[10]);
    w[11] = message_word(first + 11u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[11] + w[11]);
    w[12] = message_word(first + 12u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[12] + w[12]);
    w[13] = message_word(first + 13u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[13] + w[13]);
    w[14] = message_word(first + 14u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[14] + w[14]);
    w[15] = message_word(first + 15u, slot, start, bytes, words);
    at = next(at, ROUND_CONSTANT[15] + w[15]);
    w[16 % 16] += expansion(w[(16 + 14) % 16], w[(16 + 9) % 16], w[(16 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[16] + w[16 % 16]);
    w[17 % 16] += expansion(w[(17 + 14) % 16], w[(17 + 9) % 16], w[(17 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[17] + w[17 % 16]);
    w[18 % 16] += expansion(w[(18 + 14) % 16], w[(18 + 9) % 16], w[(18 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[18] + w[18 % 16]);
    w[19 % 16] += expansion(w[(19 + 14) % 16], w[(19 + 9) % 16], w[(19 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[19] + w[19 % 16]);
    w[20 % 16] += expansion(w[(20 + 14) % 16], w[(20 + 9) % 16], w[(20 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[20] + w[20 % 16]);
    w[21 % 16] += expansion(w[(21 + 14) % 16], w[(21 + 9) % 16], w[(21 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[21] + w[21 % 16]);
    w[22 % 16] += expansion(w[(22 + 14) % 16], w[(22 + 9) % 16], w[(22 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[22] + w[22 % 16]);
    w[23 % 16] += expansion(w[(23 + 14) % 16], w[(23 + 9) % 16], w[(23 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[23] + w[23 % 16]);
    w[24 % 16] += expansion(w[(24 + 14) % 16], w[(24 + 9) % 16], w[(24 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[24] + w[24 % 16]);
    w[25 % 16] += expansion(w[(25 + 14) % 16], w[(25 + 9) % 16], w[(25 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[25] + w[25 % 16]);
    w[26 % 16] += expansion(w[(26 + 14) % 16], w[(26 + 9) % 16], w[(26 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[26] + w[26 % 16]);
    w[27 % 16] += expansion(w[(27 + 14) % 16], w[(27 + 9) % 16], w[(27 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[27] + w[27 % 16]);
    w[28 % 16] += expansion(w[(28 + 14) % 16], w[(28 + 9) % 16], w[(28 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[28] + w[28 % 16]);
    w[29 % 16] += expansion(w[(29 + 14) % 16], w[(29 + 9) % 16], w[(29 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[29] + w[29 % 16]);
    w[30 % 16] += expansion(w[(30 + 14) % 16], w[(30 + 9) % 16], w[(30 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[30] + w[30 % 16]);
    w[31 % 16] += expansion(w[(31 + 14) % 16], w[(31 + 9) % 16], w[(31 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[31] + w[31 % 16]);
    w[32 % 16] += expansion(w[(32 + 14) % 16], w[(32 + 9) % 16], w[(32 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[32] + w[32 % 16]);
    w[33 % 16] += expansion(w[(33 + 14) % 16], w[(33 + 9) % 16], w[(33 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[33] + w[33 % 16]);
    w[34 % 16] += expansion(w[(34 + 14) % 16], w[(34 + 9) % 16], w[(34 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[34] + w[34 % 16]);
    w[35 % 16] += expansion(w[(35 + 14) % 16], w[(35 + 9) % 16], w[(35 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[35] + w[35 % 16]);
    w[36 % 16] += expansion(w[(36 + 14) % 16], w[(36 + 9) % 16], w[(36 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[36] + w[36 % 16]);
    w[37 % 16] += expansion(w[(37 + 14) % 16], w[(37 + 9) % 16], w[(37 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[37] + w[37 % 16]);
    w[38 % 16] += expansion(w[(38 + 14) % 16], w[(38 + 9) % 16], w[(38 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[38] + w[38 % 16]);
    w[39 % 16] += expansion(w[(39 + 14) % 16], w[(39 + 9) % 16], w[(39 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[39] + w[39 % 16]);
    w[40 % 16] += expansion(w[(40 + 14) % 16], w[(40 + 9) % 16], w[(40 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[40] + w[40 % 16]);
    w[41 % 16] += expansion(w[(41 + 14) % 16], w[(41 + 9) % 16], w[(41 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[41] + w[41 % 16]);
    w[42 % 16] += expansion(w[(42 + 14) % 16], w[(42 + 9) % 16], w[(42 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[42] + w[42 % 16]);
    w[43 % 16] += expansion(w[(43 + 14) % 16], w[(43 + 9) % 16], w[(43 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[43] + w[43 % 16]);
    w[44 % 16] += expansion(w[(44 + 14) % 16], w[(44 + 9) % 16], w[(44 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[44] + w[44 % 16]);
    w[45 % 16] += expansion(w[(45 + 14) % 16], w[(45 + 9) % 16], w[(45 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[45] + w[45 % 16]);
    w[46 % 16] += expansion(w[(46 + 14) % 16], w[(46 + 9) % 16], w[(46 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[46] + w[46 % 16]);
    w[47 % 16] += expansion(w[(47 + 14) % 16], w[(47 + 9) % 16], w[(47 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[47] + w[47 % 16]);
    w[48 % 16] += expansion(w[(48 + 14) % 16], w[(48 + 9) % 16], w[(48 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[48] + w[48 % 16]);
    w[49 % 16] += expansion(w[(49 + 14) % 16], w[(49 + 9) % 16], w[(49 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[49] + w[49 % 16]);
    w[50 % 16] += expansion(w[(50 + 14) % 16], w[(50 + 9) % 16], w[(50 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[50] + w[50 % 16]);
    w[51 % 16] += expansion(w[(51 + 14) % 16], w[(51 + 9) % 16], w[(51 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[51] + w[51 % 16]);
    w[52 % 16] += expansion(w[(52 + 14) % 16], w[(52 + 9) % 16], w[(52 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[52] + w[52 % 16]);
    w[53 % 16] += expansion(w[(53 + 14) % 16], w[(53 + 9) % 16], w[(53 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[53] + w[53 % 16]);
    w[54 % 16] += expansion(w[(54 + 14) % 16], w[(54 + 9) % 16], w[(54 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[54] + w[54 % 16]);
    w[55 % 16] += expansion(w[(55 + 14) % 16], w[(55 + 9) % 16], w[(55 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[55] + w[55 % 16]);
    w[56 % 16] += expansion(w[(56 + 14) % 16], w[(56 + 9) % 16], w[(56 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[56] + w[56 % 16]);
    w[57 % 16] += expansion(w[(57 + 14) % 16], w[(57 + 9) % 16], w[(57 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[57] + w[57 % 16]);
    w[58 % 16] += expansion(w[(58 + 14) % 16], w[(58 + 9) % 16], w[(58 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[58] + w[58 % 16]);
    w[59 % 16] += expansion(w[(59 + 14) % 16], w[(59 + 9) % 16], w[(59 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[59] + w[59 % 16]);
    w[60 % 16] += expansion(w[(60 + 14) % 16], w[(60 + 9) % 16], w[(60 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[60] + w[60 % 16]);
    w[61 % 16] += expansion(w[(61 + 14) % 16], w[(61 + 9) % 16], w[(61 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[61] + w[61 % 16]);
    w[62 % 16] += expansion(w[(62 + 14) % 16], w[(62 + 9) % 16], w[(62 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[62] + w[62 % 16]);
    w[63 % 16] += expansion(w[(63 + 14) % 16], w[(63 + 9) % 16], w[(63 + 1) % 16]);
    at = next(at, ROUND_CONSTANT[63] + w[63 % 16]);
    state.abcd += at.abcd;
    state.efgh += at.efgh;
  }
  for (var i = 0u; i < 4u; i++) {
    hash[8u * slot + i] = swap_bytes(state.abcd[i]);
    hash[8u * slot + 4u + i] = swap_bytes(state.efgh[i]);
  }
}
