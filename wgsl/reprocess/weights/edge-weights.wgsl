// reprocess/weights/edge-weights: weight of every symbol for the selection of the next position: the sum of the counts of its edges (EQML paper,
// eq. 6, where these are sign changes of its messages).
// in   symbol_start [N + 1], symbol_edges: elements of `counts` that are each symbol's, counts [word][COUNTS_AT + element], or with
//      FRAME_INTERLEAVED the word last: lanes, the top bit of each is no part of the count
// out  weights [symbol][test]
// map  one workgroup per SYMBOLS_PER_WORKGROUP symbols (x) and WORKGROUP_SIZE words (y)
// exact: integers
#import common/run, <lanes>

#in symbol_start: u32, symbol_edges: u32, counts: u32
#out weights: u32

#import common/lane-bits, common/word-index

#main id: workgroup_id, invocation: local_invocation_index {
  let word = id.y * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
  for (var n = id.x * SYMBOLS_PER_WORKGROUP; n < min((id.x + 1u) * SYMBOLS_PER_WORKGROUP, N); n++) {
    var sums = array<u32, INTERLEAVE>();
    for (var e = symbol_start[n]; e < symbol_start[n + 1u]; e++) {
      let count = counts[word_index(word, COUNTS_AT + symbol_edges[e], COUNTS)];
      for (var lane = 0u; lane < INTERLEAVE; lane++) { sums[lane] += (count >> (lane * LANE_BITS)) & (LANE >> 1u); }
    }
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let test = word * INTERLEAVE + lane;
      if (test < run.frames) { weights[n * run.frames + test] = sums[lane]; }
    }
  }
}
