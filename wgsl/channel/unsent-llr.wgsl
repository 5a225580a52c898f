// channel/unsent-llr: LLR vectors of the symbols that are not sent, which replace the vectors of the channel's kernels.
// in   unsent [count] (variable, state)  1 punctured (unknown to the receiver); 2 shortened (0 for sure)
// out  channel_llr [frame][N][q] f32     0 for all symbols if punctured; if shortened, 0 for symbol 0, else LLR_BOUND
// map  one invocation per field element of an unsent symbol; workgroup y = frame
// exact: constants
#import common/run, common/workgroup-slot, common/bound

#in unsent: vec2u
#out channel_llr: f32

const SHORTENED: u32 = 2u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= UNSENT * Q || slot >= run.frames) { return; }
  let symbol = unsent[id.x / Q];
  let a = id.x % Q;
  let excluded = symbol.y == SHORTENED && a != 0u;
  channel_llr[(slot * N + symbol.x) * Q + a] = select(0.0, LLR_BOUND, excluded);
}
