// nonbinary/domains/probability for the two frames of a word.
#import common/bound
const NOTHING_KNOWN: f32 = 1.0;
const LLR_CLIP: f32 = bitcast<f32>(LLR_CLIP_BITS);
// Channel LLRs are at most LLR_CLIP, except those of known symbols.
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, select(LLR_CLIP, 60.0, llr >= LLR_BOUND))); }
fn together(a: Value, b: Value) -> Value { return max(a * b, Value(1.0e-36)); }
fn likelier(a: Value, b: Value) -> Choice { return a > b; }
