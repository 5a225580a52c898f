// Arithmetic on the four bytes of a word at once.
const HIGH: u32 = 0x80808080u;
const LOW: u32 = 0x7f7f7f7fu;
const ONES: u32 = 0x01010101u;

// All ones in the bytes whose highest bit is set.
fn byte_mask(x: u32) -> u32 { return ((x >> 7u) & ONES) * 255u; }

// a where the mask is set, else b.
fn choose(mask: u32, a: u32, b: u32) -> u32 { return (a & mask) | (b & ~mask); }
