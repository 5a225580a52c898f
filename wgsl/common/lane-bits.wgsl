// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);
