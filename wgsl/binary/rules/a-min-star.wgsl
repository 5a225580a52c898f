// A-Min* check node (Jones, Vallés, Smith and Villasenor, MILCOM 2003): the least reliable edge gets what all others say together,
// exactly, by Φ(Σ Φ(|t|)); every other edge gets what all edges say together, its own message included. So a check has two outgoing
// magnitudes, and an evaluation of Φ for each edge and two more. The sum takes each magnitude but the least of those so far,
// which waits until a lesser one comes; at first LARGEST_LLR waits, whose Φ no sum feels. Edges that tie for the least all get the
// others' magnitude, which is exact for each of them.
#import binary/check-node/extrinsic
#import binary/check-node/phi

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
