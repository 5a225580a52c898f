// reconciliation/rotated-llr: channel LLRs of the bits u of reconciliation/block-rotation, for the end whose values x are correlated with
// its y: as octonions v = α·x is ρ·‖y‖·s and Gaussian noise of the same variance 1 - ρ² in every component, so that ln P(0)/P(1) of u_i is
// 2·ρ·‖y‖·v_i/(√8·(1 - ρ²)). Multidimensional reconciliation, see block-rotation.
// in   position_use [N] (state, index) 0 bit of the key, 1 punctured, 2 shortened; which of its kind it is
//      rotation [frame][KEY_BITS/8][5] α_i·32767 as 16-bit integers and the bits of ‖y‖, as from block-rotation
//      values [frame][KEY_BITS]        x, of unit variance
// out  channel_llr [frame][N] f32      natural logarithm, at most LLR_BOUND: run.llr_scale·‖y‖·Σ ±32767·α_j·x_k with
//                                      run.llr_scale = 2·ρ/(√8·(1 - ρ²)·32767); 0 if punctured, LLR_BOUND if shortened
// map  one invocation per position; workgroup y = frame
// bound by the reading of its eight α and x, which come from the caches for seven of eight invocations
// exact to 1e-6 of the sum of magnitudes: products and sums may be fused
#import common/run, common/workgroup-slot, common/bound, reconciliation/octonion

#in position_use: vec2u, rotation: u32, values: f32
#out channel_llr: f32

const KEY: u32 = 0u;
const PUNCTURED: u32 = 1u;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= N || slot >= run.frames) { return; }
  let position = position_use[id.x];
  var llr = LLR_BOUND;
  if (position.x == KEY) {
    let first = slot * KEY_BITS + (position.y & ~7u);
    let word = ROTATION_WORDS * (first / 8u);
    let i = position.y & 7u;
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
      let j = i ^ k;
      let half = i32(rotation[word + j / 2u] << (16u - 16u * (j & 1u))) >> 16u;
      let x = values[first + k];
      sum += f32(half) * select(x, -x, octonion_negative(j, k) == 1u);
    }
    llr = clamp(run.llr_scale * bitcast<f32>(rotation[word + 4u]) * sum, -LLR_BOUND, LLR_BOUND);
  } else if (position.x == PUNCTURED) {
    llr = 0.0;
  }
  channel_llr[slot * N + id.x] = llr;
}
