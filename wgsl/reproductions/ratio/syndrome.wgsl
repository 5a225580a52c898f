// reproductions/ratio/syndrome: the syndromes of a word's frames: sign and decision bits of the lanes where the check's bit is 1.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_syndromes [word][check], FRAME_INTERLEAVED [check][word]
// map  reproductions/ratio/invocations
#import common/run, <message>, reproductions/ratio/invocations

#in row: u32, syndrome: u32
#out check_syndromes: u32

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let word = invocation_word(workgroup, invocation);
  if (word >= words_of_run()) { return; }
  let nodes = invocation_nodes(workgroup, invocation, M);
  for (var m = nodes.x; m < nodes.y; m++) {
    var odd = 0u;
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      let frame = word * INTERLEAVE + lane;
      if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * M + row[m]] != 0u) {
        odd |= 3u << ((lane + 1u) * (32u / INTERLEAVE) - 2u);
      }
    }
    check_syndromes[element(m, M, word)] = odd;
  }
}
