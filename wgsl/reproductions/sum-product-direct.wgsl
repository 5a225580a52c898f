// Sum-product check node in the direct form of its equation (EQML paper, eq. 2 and the first listing): Φ(Σ Φ(|t|)) for
// each edge with a new sum over all other edges, d·(d − 1) + d evaluations of Φ where sum-product-phi has 2·d. `ldpc
// experiment eqml-table-3` measures the difference; no decoder spec names this rule. f32 only; checks of at most LARGEST_DEGREE edges.
#import binary/check-node/extrinsic

struct Check {
  magnitudes: array<Lanes, LARGEST_DEGREE>,
  count: u32,
  signs: Signs,
}
alias EdgeTerm = u32; // place among the edges

#import binary/check-node/direct-phi

fn check_init(signs: Signs) -> Check { return Check(array<Lanes, LARGEST_DEGREE>(), 0u, signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = (*check).count;
  (*check).magnitudes[own] = abs(t);
  (*check).count = own + 1u;
  (*check).signs ^= signs_of(t);
  return own;
}

fn check_finish(check: ptr<function, Check>) {}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, own: EdgeTerm) -> Extrinsic {
  // Zero, but unknown to the compiler, which could otherwise share the evaluations among the edges: that is the other
  // form.
  let nothing = f32(run.chunk_frames >> 31u) * f32(own);
  var sum = Lanes();
  for (var k = 0u; k < (*check).count; k++) {
    if (k != own) { sum += phi((*check).magnitudes[k] + nothing); }
  }
  return extrinsic(t, with_signs(phi(sum), (*check).signs ^ signs_of(t)));
}
