// LLRs in whole numbers of steps, which are added; the least belongs to the likeliest symbol. The format says the bounds: SUM_MOST is the
// largest number that it holds, MESSAGE_MOST leaves few sums to be cut, and a layered decoder keeps a larger range of a check's inputs, since
// posteriors are made from them.
#import common/bound
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);
const MESSAGE_BOUND: f32 = f32(MESSAGE_MOST);
const INPUT_BOUND: f32 = select(f32(MESSAGE_MOST), f32(INPUT_MOST), LAYERED == 1u);
const NOTHING_KNOWN: f32 = 0.0;
fn channel_value(llr: f32) -> f32 {
  return select(min(floor(llr * STEPS_PER_LLR + 0.5), f32(CHANNEL_MOST)), f32(CERTAIN_MOST), llr >= LLR_BOUND);
}
fn together(a: Value, b: Value) -> Value { return value_least(value_sum(a, b), as_value(f32(SUM_MOST))); }
fn likelier(a: Value, b: Value) -> Choice { return value_less(a, b); }
fn without(all: Value, part: Value) -> Value { return value_difference(all, part); }
