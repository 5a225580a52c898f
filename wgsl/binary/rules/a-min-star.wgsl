// A-Min* check node (Jones, Vallés, Smith and Villasenor, MILCOM 2003). The least reliable edge receives the exact
// combination of all other edges, Φ(Σ Φ(|t|)); every other edge receives the combination of all edges, its own message
// included. So a check has two outgoing magnitudes, and evaluates Φ once for each edge and twice more. The sum takes
// each magnitude but the least so far, which waits until a lesser one comes. LARGEST_LLR waits first, whose Φ changes
// no sum. Edges that tie for the least all receive the magnitude for other edges, which is exact for each of them.
#import binary/check-node/extrinsic, binary/check-node/phi

struct Check {
  least: Lanes,
  sum: Lanes, // Φ of all magnitudes but the least
  signs: Signs,
  all_out: Lanes,
  others_out: Lanes,
}
alias EdgeTerm = Lanes; // |t|

fn check_init(signs: Signs) -> Check { return Check(Lanes(LARGEST_LLR), Lanes(), signs, Lanes(), Lanes()); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let magnitude = magnitude_of(t);
  (*check).sum += phi(max((*check).least, magnitude));
  (*check).least = min((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

fn check_finish(check: ptr<function, Check>) {
  (*check).all_out = phi_of_sum((*check).sum + phi((*check).least));
  (*check).others_out = phi_of_sum((*check).sum);
}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, magnitude: EdgeTerm) -> Extrinsic {
  let out = select((*check).all_out, (*check).others_out, magnitude == (*check).least);
  return extrinsic(t, with_signs(out, (*check).signs ^ signs_of(t)));
}
