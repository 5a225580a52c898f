// Sum-product check node in the papers' form (CV-QKD paper, eqs. 6 and 7; EQML paper, eq. 2): Φ(Σ Φ(|t|) − Φ(|own t|))
// with Φ computed directly.
#import binary/check-node/extrinsic

struct Check {
  sum: Lanes,
  signs: Signs,
}
alias EdgeTerm = Lanes; // Φ(|t|)

#import binary/check-node/direct-phi

fn check_init(signs: Signs) -> Check { return Check(Lanes(), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let own = phi(abs(t));
  (*check).sum += own;
  (*check).signs ^= signs_of(t);
  return own;
}

fn check_finish(check: ptr<function, Check>) {}

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, own: EdgeTerm) -> Extrinsic {
  return extrinsic(t, with_signs(phi((*check).sum - own), (*check).signs ^ signs_of(t)));
}
