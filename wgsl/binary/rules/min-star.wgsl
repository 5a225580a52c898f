// Min* check node on whole steps: the magnitude for an edge is the box-plus of those of the other edges, from the edges before and after it, at
// most the largest message. The order of the edges belongs to the rule: a rounded box-plus is not associative. No edges have NEUTRAL, which is so
// large that no correction reaches another magnitude; joined with it a magnitude stays, and compilers see that where all edges are written out.
#import binary/check-node/extrinsic, <box_plus>

struct Joined {
  magnitude: Lanes,
  has_edges: bool,
}

fn join(a: Joined, b: Joined) -> Joined {
  if (!a.has_edges) { return b; }
  if (!b.has_edges) { return a; }
  return Joined(box_plus(a.magnitude, b.magnitude), true);
}

struct Check {
  joined: Joined, // of the accumulated edges, then of the edges with results
  signs: Signs,
}
alias EdgeTerm = Joined; // of the edges before

fn no_edges() -> Joined { return Joined(NEUTRAL, false); }

fn check_init(signs: Signs) -> Check { return Check(no_edges(), signs); }

fn check_accumulate(check: ptr<function, Check>, t: Lanes) -> EdgeTerm {
  let before = (*check).joined;
  (*check).joined = join(before, Joined(absolute(t), true));
  (*check).signs ^= signs_of(t);
  return before;
}

fn check_finish(check: ptr<function, Check>) { (*check).joined = no_edges(); }

fn check_extrinsic(check: ptr<function, Check>, t: Lanes, before: EdgeTerm) -> Extrinsic {
  let magnitude = least_of(join(before, (*check).joined).magnitude, MESSAGE_BOUND);
  (*check).joined = join((*check).joined, Joined(absolute(t), true));
  return extrinsic(t, with_signs(magnitude, (*check).signs ^ signs_of(t)));
}
