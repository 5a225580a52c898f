// Exponentials and logarithms of ratios of probabilities, to a few units of the last place. A CPU computes both by polynomials, so that one
// logarithm of a ratio costs less than two, and 1 − e^x less than a loss of digits.
struct Power { power: Lanes, complement: Lanes }

// e^x and 1 − e^x to the same relative accuracy, −87 ≤ x ≤ 0. A sum with 1.5 · 2^23 has the nearest whole number in its lowest bits.
fn power_of(x: Lanes) -> Power {
  let rounded = x * 1.442695 + Lanes(0x1.8p23);
  let exponent = rounded - Lanes(0x1.8p23);
  let r = x - exponent * 0.693359375 - exponent * -0.00021219444;
  let growth = r * r * ((((0.0013926268 * r + 0.008363247) * r + 0.041666552) * r + 0.16666576) * r + 0.5) + r;
  let power = bitcast<Lanes>(bitcast<Signs>(growth + Lanes(1.0)) + (bitcast<Signs>(rounded) << Signs(23u)));
  return Power(power, select(Lanes(1.0) - power, -growth, exponent == Lanes()));
}

// ln(a/b) of normal numbers above 0 with one division: k·ln 2 + 2 artanh((a − 2ᵏb)/(a + 2ᵏb)), where k is the difference of their logarithms to
// the base 2 as their bits have it. The difference a − b, which may be known to more digits than by subtraction, is for k = 0.
fn log_ratio(a: Lanes, b: Lanes, difference: Lanes) -> Lanes {
  // k + 256; shifted back it is 2ᵏ and changes the sign of b.
  let raised = (bitcast<Signs>(a) - bitcast<Signs>(b) + Signs(0x80400000u)) >> Signs(23u);
  let negative = bitcast<Lanes>(bitcast<Signs>(b) + (raised << Signs(23u)));
  let s = select(a + negative, difference, raised == Signs(256u)) / (a - negative);
  let square = s * s;
  let doubled = s + s;
  let series = square * (((0.11893681 * square + 0.14265361) * square + 0.20000167) * square + 0.33333334);
  // The bits of 2^23 + k + 256.
  let k = bitcast<Lanes>(raised | Signs(0x4b000000u)) - Lanes(8388864.0);
  return k * 0.6931472 + (doubled + doubled * series);
}
