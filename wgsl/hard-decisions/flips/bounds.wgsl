// Flips variables with T failed checks or more. T is entry |s| of variable_start from BOUNDS_AT on, with |s| failed checks of the frame
// (hard-decisions/weights), of which the next iteration's number is cleared. In the first iteration `masks` [black, gray][variable][word] keeps which
// variables flipped, and which others have T − GRAY failed checks or more.
struct Frames {
  bound: Count,
  gray: Count,
}

fn frames_of(word: u32, clears: bool) -> Frames {
  let own = ((run.iteration & 1u) * word_count() + word) * INTERLEAVE;
  let next = (((run.iteration + 1u) & 1u) * word_count() + word) * INTERLEAVE;
  var frames: Frames;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let bound = variable_start[BOUNDS_AT + min(levels[own + lane], M)];
    let gray = bound - min(bound, GRAY);
#for p in 0..COUNT_BITS
    frames.bound[$p] |= ((bound >> $pu) & 1u) << lane;
    frames.gray[$p] |= ((gray >> $pu) & 1u) << lane;
#end
    if (clears) { levels[next + lane] = 0u; }
  }
  return frames;
}

fn reaches(count: ptr<function, Count>, bound: ptr<function, Count>) -> u32 {
  var less = 0u;
#for p in 0..COUNT_BITS: less = (less & ~((*count)[$p] ^ (*bound)[$p])) | (~(*count)[$p] & (*bound)[$p]);
  return ~less;
}

fn flips_of(frames: ptr<function, Frames>, n: u32, word: u32) -> u32 {
  var energy = energy_of(n, word);
  var bound = (*frames).bound;
  let flips = reaches(&energy, &bound);
  if (run.iteration == 0u) {
    var gray = (*frames).gray;
    masks[n * word_count() + word] = flips;
    masks[(N + n) * word_count() + word] = reaches(&energy, &gray) & ~flips;
  }
  return flips;
}
