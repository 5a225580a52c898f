// Min* check node on whole steps: the magnitude for an edge is the box-plus of those of the other edges, from the edges before and after it, at
// most the largest message. The order of the edges belongs to the rule: a rounded box-plus is not associative. NEUTRAL is so large that no
// correction reaches another magnitude.
#import binary/check-node/extrinsic, <box_plus>

struct Check {
  joined: Lanes, // of the accumulated edges, then of the edges with results
  signs: Signs,
}
alias EdgeTerm = Lanes; // of the edges before

fn check_init(signs: Signs) -> Check { return Check(NEUTRAL, signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let before = (*check).joined;
  (*check).joined = box_plus(before, absolute(t));
  (*check).signs ^= signs_of(t);
  return before;
}

fn check_finish(check: ptr<function, Check>) { (*check).joined = NEUTRAL; }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, before: EdgeTerm) -> Extrinsic {
  let magnitude = least_of(box_plus(before, (*check).joined), MESSAGE_BOUND);
  (*check).joined = box_plus((*check).joined, absolute(t));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
