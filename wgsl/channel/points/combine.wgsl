// channel/points/combine: LLRs of coded bits that are sent more than once, or not at all: sums over their places in labels.
// in   soft_sent [frame][SENT] i32     LLR ln P(0)/P(1) of each bit of the labels, in multiples of 2^-14
//      combine_start [N + 1]           places of bit n are combine_start[n] … combine_start[n + 1] − 1 of
//      combine_places [SENT]           indices into the labels' bits
//      with SHORTER                    combine_start [2][N + 1], the shorter code blocks first (code-block), and the places of both
// out  soft [frame][N] i32             the same by coded bits; 0 for a bit in no label
// map  one invocation per coded bit; workgroup y = frame
// exact: integers
// numeric range: the sum of up to 64 LLRs of size 2^24 at most stays in i32
#import common/run, common/workgroup-slot
#if SHORTER: #import channel/points/code-block

#in soft_sent: i32, combine_start: u32, combine_places: u32
#out soft: i32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  var sum = 0i;
  var first = id.x;
#if SHORTER: first += longer_block(slot) * (N + 1u);
  for (var i = combine_start[first]; i < combine_start[first + 1u]; i++) {
    sum += soft_sent[slot * SENT + combine_places[i]];
  }
  soft[slot * N + id.x] = sum;
}
