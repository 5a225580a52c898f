// Min-sum check node in floating point: magnitude min over the other edges of |t|, scaled by SCALE/16 (normalised
// min-sum), less OFFSET (offset min-sum); sign the product of the others'. Twin: src/kernel/check-node/min-sum.ts.
//
// What every check-node file declares: check_begin; check_take for each edge in order; check_turn; check_give for each edge
// in the reverse order, with what check_take gave for it.
#import shared/bound
#import shared/given

struct Check {
  least: Lanes,
  second: Lanes,
  signs: Signs,
  least_out: Lanes,
  second_out: Lanes,
}
alias Kept = Lanes; // |t|

const OFFSET: f32 = bitcast<f32>(OFFSET_BITS);

fn check_begin(signs: Signs) -> Check { return Check(NEUTRAL, NEUTRAL, signs, Lanes(), Lanes()); }

fn check_take(check: ptr<function, Check>, t: Lanes) -> Kept {
  let magnitude = abs(t);
  (*check).second = min((*check).second, max((*check).least, magnitude));
  (*check).least = min((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

fn check_turn(check: ptr<function, Check>) {
  (*check).least_out = outgoing((*check).least);
  (*check).second_out = outgoing((*check).second);
}

fn check_give(check: ptr<function, Check>, t: Lanes, magnitude: Kept) -> Given {
  let out = select((*check).least_out, (*check).second_out, magnitude == (*check).least);
  return given(t, with_signs(out, (*check).signs ^ signs_of(t)));
}

fn outgoing(least: Lanes) -> Lanes {
  var magnitude = min(least, Lanes(LLR_BOUND));
  if (SCALE != 16u) { magnitude = shorten(magnitude) * (f32(SCALE) / 16.0); }
  if (OFFSET_BITS != 0u) { magnitude = max(magnitude - Lanes(OFFSET), Lanes()); }
  return magnitude;
}
