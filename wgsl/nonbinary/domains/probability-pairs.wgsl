// nonbinary/domains/probability for the two frames of a word.
const NOTHING_KNOWN: f32 = 1.0;
fn channel_value(llr: f32) -> f32 { return exp(-min(llr, 60.0)); }
fn together(a: Value, b: Value) -> Value { return max(a * b, Value(1.0e-36)); }
fn likelier(a: Value, b: Value) -> Choice { return a > b; }
