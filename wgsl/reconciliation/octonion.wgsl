// Octonions by Cayley-Dickson doubling, units e_0 = 1 ... e_7 with e_j e_k = ±e_(j xor k).

// 1 if e_j e_k = -e_(j xor k), else 0: bit k of byte j mod 4.
fn octonion_negative(j: u32, k: u32) -> u32 {
  return (select(0xacc66a00u, 0xb2d8741eu, j > 3u) >> (8u * (j & 3u) + k)) & 1u;
}

// Words of a group of eight values in `rotation`: four of α, two to a word, and the norm's bits.
const ROTATION_WORDS: u32 = 5u;
// The integer for α_i is α_i times this number.
const ROTATION_ONE: f32 = 32767.0;
