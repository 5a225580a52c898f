// Probabilities up to a factor, which are multiplied; the greatest belongs to the likeliest symbol. A product is at
// least 1e-36, so that it never becomes 0.
#import common/bound
const NOTHING_KNOWN: f32 = 1.0;
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// Channel LLRs are at most LLR_CLIP, except those of known symbols.
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, select(LLR_CLIP, 60.0, llr >= LLR_BOUND))); }
fn together(a: f32, b: f32) -> f32 { return max(a * b, 1.0e-36); }
fn likelier(a: f32, b: f32) -> bool { return a > b; }
fn without(all: f32, part: f32) -> f32 { return all / part; }
