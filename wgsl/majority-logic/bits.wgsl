// majority-logic/bits: reliabilities of bits, decision and messages of wBRB (Huang, Zhang and Wang 2014). The message of check i votes for the bits of
// σ_{i,j} with φ_{i,j} times w of the number of bits in which σ_{i,j} differs from the decision z_j:
//   R_{j,b} = C_{j,b} + Σ_i w(|σ_{i,j} ⊕ z_j|)·φ_{i,j}·(1 − 2σ_{i,j,b}),   z_{j,b} = 1 where R_{j,b} < 0; of R = 0 it stays
// The message to check i is the same symbol of R less the vote of check i (of 0 the bit of z_j) with the least magnitude, in whole steps rounded
// down, at most LARGEST.
// in   variable_start [N + 1], variable_edges [edge in variable-major order]: edge
//      vote_weights [bits that differ]: 16·w
//      unsatisfied [iteration][frame]
//      reliabilities [variable][bit][frame]: C, i32 as u32
// i/o  variable_words [variable][frame] (majority-logic/words)
//      edge_words [edge][frame]: a symbol, and its reliability from bit 8 on
// map  one invocation per variable and frame: workgroup x has NODES_PER_WORKGROUP variables, workgroup y 64 frames
// range: the program refuses codes and options for which R may not fit 31 bits
// exact: integers
#import common/run

#in variable_start: u32, variable_edges: u32, vote_weights: u32, unsatisfied: u32, reliabilities: u32
#out variable_words: u32, edge_words: u32

#import majority-logic/words, common/active-frames/done

const UNIT: i32 = 16;
alias OfBits = array<i32, BITS>;

// The magnitude of a check's vote, UNIT times the steps.
fn vote_of(word: u32, present: u32) -> i32 {
  return i32(vote_weights[countOneBits(symbol_of(word) ^ present)] * (word >> SYMBOL_BITS));
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let frame = workgroup.y * WORKGROUP_SIZE + invocation;
  if (frame >= run.frames) { return; }
  if (frame_done(frame)) { return; }
  let first = workgroup.x * NODES_PER_WORKGROUP;
  for (var n = first; n < min(first + NODES_PER_WORKGROUP, N); n++) {
    let present = symbol_of(variable_words[n * run.frames + frame]);
    var sums: OfBits;
#for b in 0..BITS: sums[$b] = UNIT * bitcast<i32>(reliabilities[(n * BITS + $bu) * run.frames + frame]);
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let word = edge_words[variable_edges[k] * run.frames + frame];
      let vote = vote_of(word, present);
#for b in 0..BITS: sums[$b] += select(vote, -vote, ((word >> $bu) & 1u) == 1u);
    }
    let decision = signs(&sums, present);
    variable_words[n * run.frames + frame] = decision;
    for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
      let at = variable_edges[k] * run.frames + frame;
      let word = edge_words[at];
      let vote = vote_of(word, present);
      var others: OfBits;
      var least = UNIT * i32(LARGEST);
#for b in 0..BITS
      others[$b] = sums[$b] - select(vote, -vote, ((word >> $bu) & 1u) == 1u);
      least = min(least, abs(others[$b]));
#end
      edge_words[at] = variable_word(signs(&others, decision), u32(least / UNIT));
    }
  }
}

// The symbol of the signs, with the bits of `otherwise` where there is none.
fn signs(sums: ptr<function, OfBits>, otherwise: u32) -> u32 {
  var symbol = otherwise;
#for b in 0..BITS: if ((*sums)[$b] != 0) { symbol = (symbol & ~(1u << $bu)) | (u32((*sums)[$b] < 0) << $bu); }
  return symbol;
}
