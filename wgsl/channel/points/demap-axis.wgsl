// channel/points/demap-axis: LLRs of the bits of labels, from values on one axis, by a table of all values.
// in   received [frame][use] i32       grid steps
//      label_bits [use][BITS]          as channel/points/sample
//      soft_table [value + 16384][BITS] i32  LLR ln P(0)/P(1) in multiples of 2^-14; the points stand behind it
// out  soft [frame][N·P] i32           the same by coded bits; bits in no label are not written
// map  one invocation per use; workgroup y = frame
// exact: nothing is computed
#import common/run, common/workgroup-slot

#in received: i32, label_bits: u32, soft_table: i32
#out soft: i32

const PADDING: u32 = 0xffffffffu;
const ORIGIN: i32 = 16384;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= USES || slot >= run.frames) { return; }
  let row = u32(received[slot * USES + id.x] + ORIGIN) * BITS;
  for (var j = 0u; j < BITS; j++) {
    let bit = label_bits[id.x * BITS + j];
    if (bit != PADDING) { soft[slot * N * P + bit] = soft_table[row + j]; }
  }
}
