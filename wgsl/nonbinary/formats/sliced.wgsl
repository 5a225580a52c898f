// Bit-sliced integers: plane p of a number is a word with its bit p for each of 32 frames, so one logic operation
// serves 32 frames. A vector over GF(q) has BLOCKS = q/4 invocations, each with four symbols in the elements of vec4u.
// Layout in memory: [vector][word of frames][plane][symbol].
const BLOCKS: u32 = Q / 4u;
const WORDS_PER_WORKGROUP: u32 = WORKGROUP_SIZE / BLOCKS;
const SLICED_FRAMES: u32 = 32u;

// b where the mask has ones.
fn merged(a: vec4u, b: vec4u, mask: vec4u) -> vec4u { return (a & ~mask) | (b & mask); }
fn merged_words(a: u32, b: u32, mask: u32) -> u32 { return (a & ~mask) | (b & mask); }

// For all bits above: whether one number is less than another, given the comparison of the bits so far.
fn less_bit(a: vec4u, b: vec4u, so_far: vec4u) -> vec4u { return (so_far & ~(a ^ b)) | (~a & b); }
fn less_word(a: u32, b: u32, so_far: u32) -> u32 { return (so_far & ~(a ^ b)) | (~a & b); }

fn majority(a: vec4u, b: vec4u, c: vec4u) -> vec4u { return (a & b) | (c & (a | b)); }

// The four symbols x ⊕ permutation, permutation 0 … 3.
fn swapped(four: vec4u, permutation: u32) -> vec4u {
  if (permutation == 1u) { return four.yxwz; }
  if (permutation == 2u) { return four.zwxy; }
  if (permutation == 3u) { return four.wzyx; }
  return four;
}

fn all_or_none(bits: u32, bit: u32) -> vec4u { return vec4u(0u - ((bits >> bit) & 1u)); }
