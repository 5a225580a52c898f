// Min* on whole steps, as binary/rules/min-star, for binary/chip/iterations, in units of UNIT steps: 512, or 2048.
const LARGEST: Lanes = MESSAGE_BOUND * Lanes(Number(1.0 / UNIT));
const OF_NO_EDGE: Lanes = NEUTRAL;

fn magnitude(t: Lanes) -> Lanes { return abs(t); }
fn bounded(magnitude: Lanes) -> Lanes { return magnitude; }
fn outgoing(magnitude: Lanes) -> Lanes { return min(magnitude, LARGEST); }

// binary/check-node/box-plus. A correction is at most 44 steps.
fn joined(a: Lanes, b: Lanes) -> Lanes {
  let most = Lanes(Number(2.75 * STEPS_PER_LLR / UNIT));
  let correction = saturate(most - abs(a - b)) - saturate(most - (a + b));
#if F16
  // Numbers of 256 to 511 steps have two bits of quarters of a step, without which their difference from the whole is rounded down.
  let raised = Lanes(Number(271.75 / UNIT)) - Number(0.25) * correction;
  return min(a, b) + (bitcast<Lanes>(bitcast<u32>(raised) & 0xfffcfffcu) - Lanes(Number(271.0 / UNIT)));
#else
  return min(a, b) - floor(correction * (0.25 * UNIT)) / UNIT;
#end
}
