// As hard-decisions/bits: 1 where an LLR is 0, which says nothing.
const INTERLEAVE: u32 = 32u;

fn lane_of(llr: f32, lane: u32) -> u32 { return u32(llr == 0.0) << lane; }
