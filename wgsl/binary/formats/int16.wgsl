// Message words of two 16-bit integers, computed in f32. LLRs are in steps of 1/64, posteriors within ±16383, messages within ±4095, channel LLRs
// within ±3840, so that the messages of a variable can outweigh a wrong channel LLR; known symbols are ±16383. A difference is within ±20478. A
// posterior at its bound less a message is beyond the largest message and all corrections of a check, so that it stays there in later iterations.
#import binary/formats/halves, binary/formats/numbers, binary/formats/steps/short-words
alias Number = f32;
alias Wide = vec2f;

const NEUTRAL: Lanes = Lanes(32767.0);
const STEPS_PER_LLR: f32 = 64.0;
const CLIP: f32 = 3840.0;
const MESSAGE_BOUND: Lanes = Lanes(4095.0);
const POSTERIOR_BOUND = 16383.0;

fn unpack(word: u32) -> Lanes { return vec2f(vec2i(low_short(word), high_short(word))); }
fn pack(value: Lanes) -> u32 { return shorts_of(i32(value.x), i32(value.y)); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(clamp(sum, vec2f(-POSTERIOR_BOUND), vec2f(POSTERIOR_BOUND))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return narrow(t + unpack(message)); }
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256. The product is exact.
fn portion(x: Wide, factor: u32) -> Wide { return floor(x * (f32(bitcast<i32>(factor)) / 256.0) + vec2f(0.5)); }
fn wide_of(t: Lanes) -> Wide { return t; }
fn lanes_of(x: Wide) -> Lanes { return x; }
