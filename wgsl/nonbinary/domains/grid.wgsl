// Probabilities up to a factor as numbers of 12 significant bits, of which every operation is exact: a product of two is an f32 number, which is then
// rounded by its bits. No exponential and no division decides a bit. The greatest belongs to the likeliest symbol.
#import common/bound
const NOTHING_KNOWN: f32 = 1.0;
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// Products below it become it: f32 has normal numbers for its products with messages, which are at least 2^-18.
const LEAST: f32 = 0x1p-100;
// e^-40 by the powers below: the other symbols of a known one.
const OF_KNOWN: f32 = 0x1.398p-58;

// To the nearest number of 12 significant bits, halves away from 0.
fn bits_12(x: f32) -> f32 { return bitcast<f32>((bitcast<u32>(x) + 0x800u) & 0xfffff000u); }

// The power of two that brings a positive number into ½ … 1.
fn to_half(x: f32) -> f32 { return bitcast<f32>((253u - (bitcast<u32>(x) >> 23u)) << 23u); }

// e^−2^b/64 in 12 bits.
const POWER_0: f32 = 0x1.f80p-1;
const POWER_1: f32 = 0x1.f04p-1;
const POWER_2: f32 = 0x1.e10p-1;
const POWER_3: f32 = 0x1.c3ep-1;
const POWER_4: f32 = 0x1.8ecp-1;
const POWER_5: f32 = 0x1.368p-1;
const POWER_6: f32 = 0x1.78cp-2;
const POWER_7: f32 = 0x1.152p-3;
const POWER_8: f32 = 0x1.2c2p-6;
const POWER_9: f32 = 0x1.5fcp-12;
const POWER_10: f32 = 0x1.e36p-24;
const POWER_11: f32 = 0x1.c84p-47;

// e^−llr by its bits in steps of 1/64, at most LLR_CLIP; the other symbols of a known one have e^-40.
fn channel_value(llr: f32) -> f32 {
  let steps = u32(floor(min(llr, select(LLR_CLIP, 40.0, llr >= LLR_BOUND)) * 64.0 + 0.5));
  var value = 1.0;
#for b in 0..12: value = bits_12(value * select(1.0, POWER_$b, ((steps >> $bu) & 1u) == 1u));
  return value;
}
fn together(a: f32, b: f32) -> f32 { return max(bits_12(a * b), LEAST); }
fn likelier(a: f32, b: f32) -> bool { return a > b; }

// The quotient cut after 12 significant bits: a device's division is near, and products of 12 bits and 12 bits say exactly on which side.
fn without(all: f32, part: f32) -> f32 {
  let near = bitcast<u32>(all / part) & 0xfffff000u;
  let above = bitcast<f32>(near + 0x1000u);
  let is_less = bitcast<f32>(near) * part > all;
  return select(select(bitcast<f32>(near), above, above * part <= all), bitcast<f32>(near - 0x1000u), is_less);
}
