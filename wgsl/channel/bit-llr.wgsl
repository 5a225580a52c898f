// channel/bit-llr: channel LLRs of the bits of a binary code: ln P(0)/P(1).
// in   received [frame][N] i32         grid steps
//      sent_state [N]                  0 sent; 1 punctured (unknown to the receiver); 2 shortened (0 for sure)
// out  channel_llr [frame][N] f32      natural logarithm; 0 if punctured, LLR_BOUND if shortened; no negative zero
// map  one invocation per bit; workgroup y = frame
// exact: one multiplication of an integer
#import common/run, common/workgroup-slot, common/bound

#in received: i32, sent_state: u32
#out channel_llr: f32

const PUNCTURED: u32 = 1u;
const SHORTENED: u32 = 2u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let index = slot * N + id.x;
  var llr = f32(received[index]) * run.llr_scale;
  if (sent_state[id.x] == PUNCTURED) { llr = 0.0; }
  if (sent_state[id.x] == SHORTENED) { llr = LLR_BOUND; }
  channel_llr[index] = llr;
}
