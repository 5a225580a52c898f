// Words of 32 frames, a bit for each: 1 where an LLR is negative. Bit l of word w belongs to frame 32·w + l. It is a number format for
// kernels that pack LLRs and syndromes and that write decisions.
const INTERLEAVE: u32 = 32u;

fn lane_of(llr: f32, lane: u32) -> u32 { return u32(llr < 0.0) << lane; }
