// Min-sum on whole steps, as binary/rules/min-sum-int12, for binary/chip/iterations, in units of UNIT steps. The minima begin with LARGEST, so that
// no message has to be cut. <units> declares UNIT, and GRID, the least f16 number whose ten lowest bits count steps, with its bits in both
// halves, GRID_BITS.
const LARGEST: Lanes = Lanes(Number(f32(LARGEST_STEPS) / UNIT));
const OFFSET: Lanes = Lanes(Number(f32(OFFSET_STEPS) / UNIT));

// A first input of the minima, and the minimum that all inputs change.
fn bounded(magnitude: Lanes) -> Lanes { return min(magnitude, LARGEST); }
const OF_NO_EDGE: Lanes = LARGEST;

fn joined(a: Lanes, b: Lanes) -> Lanes { return min(a, b); }

// An input of the minima: the magnitude of a difference, less the offset if the rule has no scale.
fn magnitude(t: Lanes) -> Lanes {
#if OFFSET_FIRST: return saturate(abs(t) - OFFSET);
#else: return abs(t);
}

// Magnitude of a message, of the least `magnitude` of the other edges.
fn outgoing(least: Lanes) -> Lanes {
#if !HAS_SCALE
  return least;
#else
#if OFFSET_STEPS: return max(scaled(least) - OFFSET, Lanes());
#else: return scaled(least);
#end
}

// ⌊m·SCALE/256 + 1/2⌋ steps of m steps
fn scaled(m: Lanes) -> Lanes {
#if F16
  if (SCALE % 16u == 0u && LARGEST_STEPS < 1024u) {
    // The halves of GRID + m have the steps of m in their ten lowest bits, and 16 bits hold their product with a number of sixteenths.
    let product = (bitcast<u32>(m + GRID) & 0x03ff03ffu) * (SCALE / 16u) + 0x00080008u;
    return bitcast<Lanes>(((product >> 4u) & 0x03ff03ffu) | GRID_BITS) - GRID;
  }
#end
  return Lanes(floor(vec2f(m) * (UNIT * f32(SCALE) / 256.0) + vec2f(0.5)) / UNIT);
}
