// Costs: LLRs, which are added; the least cost is the likeliest symbol.
#import common/bound
const MESSAGE_BOUND: f32 = LLR_BOUND;
const INPUT_BOUND: f32 = LLR_BOUND;
const NOTHING_KNOWN: f32 = 0.0;
fn channel_value(llr: f32) -> f32 { return llr; }
fn together(a: f32, b: f32) -> f32 { return a + b; }
fn likelier(a: f32, b: f32) -> bool { return a < b; }
fn without(all: f32, part: f32) -> f32 { return all - part; }
