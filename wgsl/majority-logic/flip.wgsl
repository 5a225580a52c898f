// majority-logic/flip: an iteration of symbol flipping. Of a frame with failed checks the first variable of the greatest E (majority-logic/gain)
// changes its symbol, but the variable of the iteration before. Then the failures of its checks and the changes of their variables are new.
// in   graph (majority-logic/gain)
//      reliabilities [variable][symbol][frame]: max L − L(a) in steps
// i/o  variable_words [variable][frame], check_words [check][frame] (majority-logic/words), changes [variable][frame]
//      flipped [2][frame]: the variable of the iteration before, from 1 on; failed checks
//      unsatisfied [iteration][frame]: 1 where a check of the frame fails in this iteration
// map  one invocation per frame: workgroup y has 64 frames
// exact: integers
#import common/run

#in graph: u32, reliabilities: u32
#out variable_words: u32, check_words: u32, changes: u32, flipped: u32, unsatisfied: u32

#import majority-logic/words, majority-logic/gain, common/active-frames/done

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  let frames = run.frames;
  var last = 0u;
  var failed = 0u;
  if (run.iteration == 0u) {
    for (var m = 0u; m < M; m++) { failed += u32(symbol_of(check_words[m * frames + frame]) != 0u); }
  } else {
    last = flipped[frame];
    failed = flipped[frames + frame];
  }
  if (failed != 0u) {
    var greatest = 0u;
    var chosen = 0u;
    for (var n = 0u; n < N; n++) {
      let change = changes[n * frames + frame];
      let is_better = ((change >> 8u) > (greatest >> 8u)) & (n + 1u != last);
      chosen = select(chosen, n, is_better);
      greatest = select(greatest, change, is_better);
    }
    let change = greatest & 255u;
    let at = chosen * frames + frame;
    variable_words[at] ^= change;
    let first = graph[VARIABLE_START + chosen];
    let end = graph[VARIABLE_START + chosen + 1u];
    for (var k = first; k < end; k++) {
      let m = graph[VARIABLE_EDGES + 2u * k];
      for (var e = graph[m]; e < graph[m + 1u]; e++) {
        let edge = CHECK_EDGES + 2u * e;
        if (graph[edge] == chosen) {
          let word = check_words[m * frames + frame];
          let now = word ^ product(graph[edge + 1u], change);
          check_words[m * frames + frame] = now;
          failed += u32(symbol_of(now) != 0u);
          failed -= u32(symbol_of(word) != 0u);
        }
      }
    }
    for (var k = first; k < end; k++) {
      let m = graph[VARIABLE_EDGES + 2u * k];
      for (var e = graph[m]; e < graph[m + 1u]; e++) {
        let n = graph[CHECK_EDGES + 2u * e];
        changes[n * frames + frame] = best_change(n, frame);
      }
    }
    flipped[frame] = chosen + 1u;
  } else {
    flipped[frame] = 0u;
  }
  flipped[frames + frame] = failed;
  unsatisfied[run.iteration * frames + frame] = u32(failed != 0u);
}
