// Numbers of steps in units of 2048, for binary/chip/iterations. A posterior of p steps is p/2048 + 1/2, so that sums are cut to ±1024 by the
// addition itself: clamps to 0 … 1 cost nothing. A message is kept as m/2048 + 1/2 too, and their difference is in units of 2048 steps.
#import binary/check-node/extrinsic
const UNIT = 2048.0;
const HALF: Lanes = Lanes(0.5);
const GRID: Lanes = HALF;
const GRID_BITS = 0x38003800u;

// The message of an edge before the first iteration: 1/2 in both halves.
const NO_MESSAGE = 0x38003800u;

// A word of numbers of steps in units: a posterior, and an LLR of a variable of degree 1. Signs of a posterior in units: halves below 1/2,
// whose bits are less than 0x3800. A posterior in steps.
fn in_units(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(1.0 / UNIT)) + HALF); }
fn own_in_units(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(1.0 / UNIT))); }
fn signs_of_units(word: u32) -> u32 { return ~(word + 0x48004800u); }
fn in_steps(word: u32) -> u32 { return pack((unpack(word) - HALF) * Lanes(Number(UNIT))); }

// Message and posterior of an edge: magnitude, product of all signs of the check, the difference as the check read it, and as it was.
#if F16
fn updated(magnitude: Lanes, signs: Signs, t: Lanes, raised: Lanes) -> Extrinsic {
  // Times 1 or −1.
  let message = fma(magnitude, bitcast<Lanes>((bitcast<u32>(t) & SIGN_BITS) ^ ((signs & SIGN_BITS) | 0x3c003c00u)), Lanes(0.5 + RAISE));
  return Extrinsic(pack(message), pack(saturate(raised + message)));
}
#else
fn updated(magnitude: Lanes, signs: Signs, t: Lanes, raised: Lanes) -> Extrinsic {
  let message = with_signs(magnitude, signs ^ signs_of(t)) + Lanes(0.5 + RAISE);
  return Extrinsic(pack(message), pack(saturate(raised + message)));
}
#end
