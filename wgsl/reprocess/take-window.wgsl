// reprocess/take-window: the input of the decoder of a window: the channel LLRs of its symbols, and of its checks the syndrome less what the symbols
// decided before add to it. A missing frame is the zero word without noise.
// in   failed (reprocess/failed-frames), channel_llr [frame][SYMBOLS][WIDTH], syndrome [frame][CHECKS] (SYNDROME only), decision [frame][SYMBOLS],
//      window_table: symbol of each of N columns (the highest bit says that it stays decided), check of each of M rows, and as reprocess/decided-sum
//      those decided before; products
// out  test_llr [frame of the round][N][WIDTH], test_syndrome [frame of the round][M]
// map  one invocation per LLR, then per row; workgroup y = frame of the round
// exact: sums in the field
#import common/run, common/workgroup-slot, common/bound

#in failed: u32, channel_llr: f32, syndrome: u32, decision: u32, window_table: u32, products: u32
#out test_llr: f32, test_syndrome: u32

#import reprocess/failed-frames, reprocess/decided-sum

#main id: global_invocation_id {
  let frame = workgroup_slot(id);
  if (frame >= run.frames || id.x >= N * WIDTH + M) { return; }
  let missing = is_missing(frame);
  if (id.x < N * WIDTH) {
    var llr = select(LLR_BOUND, 0.0, WIDTH > 1u && id.x % WIDTH == 0u);
    if (!missing) {
      let symbol = window_table[id.x / WIDTH] & 0x7fffffffu;
      llr = channel_llr[(slot_of(frame) * SYMBOLS + symbol) * WIDTH + id.x % WIDTH];
    }
    test_llr[frame * N * WIDTH + id.x] = llr;
    return;
  }
  let m = id.x - N * WIDTH;
  var sum = 0u;
  if (!missing) {
    let slot = slot_of(frame);
    sum = decided_sum(slot, m);
    if (SYNDROME == 1u) { sum ^= syndrome[slot * CHECKS + window_table[N + m]]; }
  }
  test_syndrome[frame * M + m] = sum;
}
