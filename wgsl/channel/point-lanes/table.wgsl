// channel/point-lanes/table: the table of a demapper in the lanes of a decoder's number format, of 16 bits at most.
// in   soft_table [value + 16384][BITS] i32  LLR ln P(0)/P(1) in multiples of 2^-14 (channel/points/demap-axis)
// out  row_table [value + 16384][ROW_WORDS]  the lanes of the label's bits, the first in the lowest bits
// map  one invocation per value; slots of frames all write the same
// exact: as binary/pack-llr
#import common/run, common/bound, <lanes>, common/lane-bits

#in soft_table: i32
#out row_table: i32

#main id: global_invocation_id {
  for (var word = 0u; word < ROW_WORDS; word++) {
    var lanes = 0u;
    for (var bit = 0u; bit < 32u; bit += LANE_BITS) {
      let j = (word * 32u + bit) / LANE_BITS;
      if (j < BITS) { lanes |= lane_of(f32(soft_table[id.x * BITS + j]) * run.llr_scale, 0u) << bit; }
    }
    row_table[id.x * ROW_WORDS + word] = bitcast<i32>(lanes);
  }
}
