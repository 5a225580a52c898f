// Reliabilities below certainty have RELIABILITY_BITS bits. A certain position is more reliable than all others and is never flipped.
const RELIABILITY_BITS: u32 = 16u;
const CERTAIN: u32 = 1u << RELIABILITY_BITS;
