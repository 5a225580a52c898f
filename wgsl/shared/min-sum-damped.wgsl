// Min-sum check node of the Sionna tutorial's 5G decoder (part 2, "Kernel Optimization"): magnitudes times 3/4 in integers,
// clipped at 127. Twin: src/kernel/check-node/min-sum-damped.ts.
#import shared/given

struct Check {
  least: vec4i,
  second: vec4i,
  signs: vec4i,
}
alias Kept = vec4i; // |t|

fn check_begin(signs: Signs) -> Check { return Check(NEUTRAL, NEUTRAL, signs); }

fn check_take(check: ptr<function, Check>, t: Lanes) -> Kept {
  let magnitude = abs(t);
  (*check).second = min((*check).second, max((*check).least, magnitude));
  (*check).least = min((*check).least, magnitude);
  (*check).signs ^= signs_of(t);
  return magnitude;
}

fn check_turn(check: ptr<function, Check>) {}

fn check_give(check: ptr<function, Check>, t: Lanes, magnitude: Kept) -> Given {
  // Cut before the product, which it does not change: 170·3/4 is 127 already.
  let other = min(select((*check).least, (*check).second, magnitude == (*check).least), vec4i(170));
  return given(t, with_signs((other * 3) / 4, (*check).signs ^ signs_of(t)));
}
