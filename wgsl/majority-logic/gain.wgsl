// The best change of a variable's symbol by the flipping function of symbol flipping (Zhao, Jiao, Mu and He), D-SFDP:
//   E(δ) = L(z) − L(z ⊕ δ) + Σ_i w(|σ_i ⊕ z ⊕ δ|) − Σ_i w(|σ_i ⊕ z|)
// in steps, where σ_i is the symbol that check i requires, so that σ_i ⊕ z is the symbol by which it fails, divided by h, and w is of the number of
// bits that differ. Of equals the lowest δ counts, which no sent word favours. A change is one number: (E + GAIN_ZERO)·256 + δ. It is 0, less than
// any other, where no check has the variable, which keeps the channel's decision.
// The kernel has reliabilities, variable_words, check_words, and `graph`, one buffer since devices bind few: check_start [M + 1]; from CHECK_EDGES on
// [edge] (variable, h); from VARIABLE_START on [N + 1]; from VARIABLE_EDGES on, in variable-major order, [edge] (check, 1/h); from PRODUCTS on
// [a][b]; from WEIGHTS on w in steps [bits that differ].
const GAIN_ZERO: i32 = 0x800000;

fn product(a: u32, b: u32) -> u32 { return graph[PRODUCTS + a * Q + b]; }
fn vote_weight_of(bits: u32) -> i32 { return i32(graph[WEIGHTS + countOneBits(bits)]); }

fn best_change(n: u32, frame: u32) -> u32 {
  let present = symbol_of(variable_words[n * run.frames + frame]);
  let first = graph[VARIABLE_START + n];
  let degree = graph[VARIABLE_START + n + 1u] - first;
  if (degree == 0u) { return 0u; }
  var votes: array<u32, DEGREE>;
  var own = -i32(reliabilities[(n * Q + present) * run.frames + frame]);
  for (var k = 0u; k < degree; k++) {
    let edge = VARIABLE_EDGES + 2u * (first + k);
    votes[k] = product(graph[edge + 1u], symbol_of(check_words[graph[edge] * run.frames + frame]));
    own -= vote_weight_of(votes[k]);
  }
  var greatest = -GAIN_ZERO;
  var best = 0u;
  for (var change = 1u; change < Q; change++) {
    var gain = own + i32(reliabilities[(n * Q + (present ^ change)) * run.frames + frame]);
    for (var k = 0u; k < degree; k++) { gain += vote_weight_of(votes[k] ^ change); }
    best = select(best, change, gain > greatest);
    greatest = max(greatest, gain);
  }
  return (u32(greatest + GAIN_ZERO) << 8u) | best;
}
