// Numbers of steps in units of 512, for binary/chip/iterations: a magnitude less its offset is cut to 0 … 1 by the subtraction itself.
#import binary/check-node/extrinsic
const UNIT = 512.0;
const GRID: Lanes = Lanes(2.0);
const GRID_BITS = 0x40004000u;
const BOUND: Lanes = Lanes(Number(POSTERIOR_BOUND / UNIT));

// The message of an edge before the first iteration.
const NO_MESSAGE = 0u;

// A word of numbers of steps in units: a posterior, and an LLR of a variable of degree 1. Signs of a posterior in units. A posterior in steps.
fn in_units(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(1.0 / UNIT))); }
fn own_in_units(word: u32) -> u32 { return in_units(word); }
fn signs_of_units(word: u32) -> u32 { return word; }
fn in_steps(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(UNIT))); }

// Message and posterior of an edge: magnitude, product of all signs of the check, the difference as the check read it, and as it was.
#if F16
fn updated(magnitude: Lanes, signs: Signs, t: Lanes, raised: Lanes) -> Extrinsic {
  // Times 1 or −1.
  let message = magnitude * bitcast<Lanes>((bitcast<u32>(t) & SIGN_BITS) ^ ((signs & SIGN_BITS) | 0x3c003c00u));
  return Extrinsic(pack(message), pack(clamp(raised + message, -BOUND, BOUND)));
}
#else
fn updated(magnitude: Lanes, signs: Signs, t: Lanes, raised: Lanes) -> Extrinsic {
  let message = with_signs(magnitude, signs ^ signs_of(t));
  return Extrinsic(pack(message), pack(clamp(raised + message, -BOUND, BOUND)));
}
#end
