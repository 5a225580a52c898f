// reproductions/ratio/decide: the decisions of all frames, frame by frame and in the order of the code.
// in   symbol [variable]: code symbol, decisions [word][variable], FRAME_INTERLEAVED [variable][word]: decision bits of the lanes
// out  decision [frame][N]
// map  reproductions/ratio/invocations
#import common/run, <message>, reproductions/ratio/invocations

#in symbol: u32, decisions: u32
#out decision: u32

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let word = invocation_word(workgroup, invocation);
  if (word >= words_of_run()) { return; }
  let nodes = invocation_nodes(workgroup, invocation, N);
  for (var n = nodes.x; n < nodes.y; n++) {
    let bits = decisions[element(n, N, word)];
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = word * INTERLEAVE + lane;
      let bit = (bits >> ((lane + 1u) * (32u / INTERLEAVE) - 2u)) & 1u;
      if (frame < run.frames) { decision[frame * N + symbol[n]] = bit; }
    }
  }
}
