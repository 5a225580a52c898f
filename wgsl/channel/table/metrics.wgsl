// channel/table/metrics: the receiver's metrics of each output: the LLR of a bit (WIDTH 1), or the costs of all symbols (WIDTH q).
// in   outputs [frame][use]
//      metrics [output][WIDTH] i32     multiples of run.llr_scale
// out  received [frame][use][WIDTH] i32
// map  one invocation per metric; workgroup y = frame
// exact: integers are copied
#import common/run, common/workgroup-slot

#in outputs: u32, metrics: i32
#out received: i32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= USES * WIDTH || slot >= run.frames) { return; }
  let output = outputs[slot * USES + id.x / WIDTH];
  received[slot * USES * WIDTH + id.x] = metrics[output * WIDTH + id.x % WIDTH];
}
