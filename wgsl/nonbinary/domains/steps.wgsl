// LLRs in whole numbers of steps, which are added; the least belongs to the likeliest symbol. A sum is cut at 2047,
// because f16 holds every whole number up to 2048; larger intermediate sums fit f16 too. Messages are at most 511, so
// that few sums are cut. A layered decoder keeps a larger range of a check's inputs, since posteriors are made from
// them.
#import common/bound
const STEPS_PER_LLR: f32 = 8.0;
const MESSAGE_BOUND: f32 = 511.0;
const INPUT_BOUND: f32 = select(511.0, 1536.0, LAYERED == 1u);
const CERTAIN: f32 = 1536.0;
const NOTHING_KNOWN: f32 = 0.0;
fn channel_value(llr: f32) -> f32 {
  return select(min(floor(llr * STEPS_PER_LLR + 0.5), MESSAGE_BOUND), CERTAIN, llr >= LLR_BOUND);
}
fn together(a: Value, b: Value) -> Value { return value_least(value_sum(a, b), as_value(2047.0)); }
fn likelier(a: Value, b: Value) -> Choice { return value_less(a, b); }
fn without(all: Value, part: Value) -> Value { return value_difference(all, part); }
