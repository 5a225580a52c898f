// Box-plus of two magnitudes in whole steps: min(a, b) + f(a + b) − f(|a − b|), where f(x) = ln(1 + e^−x) is the line 11/16 − x/4 or, FINE, the
// greatest of four lines, and 0; the correction is rounded to whole steps once. Every operation is exact.
#if FINE
// f in steps/16: 0.245 − x/16, 0.494 − 3x/16, 0.633 − 5x/16 and 0.697 − 7x/16 of an LLR x, in y = 251 − x steps.
const REACH = 251.0;
const PARTS = 0.0625;
fn parts(y: Lanes) -> Lanes {
  return max(max(y, y * 3.0 - Lanes(247.0)), max(y * 5.0 - Lanes(607.0), y * 7.0 - Lanes(1043.0)));
}
#else
const REACH = 2.75 * STEPS_PER_LLR;
const PARTS = 0.25;
fn parts(y: Lanes) -> Lanes { return y; }
#end

fn box_plus(a: Lanes, b: Lanes) -> Lanes {
  let reach = Lanes(Number(REACH));
  let correction = parts(max(reach - abs(a - b), Lanes())) - parts(max(reach - (a + b), Lanes()));
  return min(a, b) - floor(correction * Number(PARTS));
}
