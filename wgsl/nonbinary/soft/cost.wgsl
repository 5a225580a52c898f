// Costs −ln P(a) of symbols from values of a domain (nonbinary/domains): PROBABILITY, or LLRs in units of SCALE.
#if PROBABILITY
fn is_likelier(a: f32, b: f32) -> bool { return a > b; }
// A device's log(1) may be a little below 0.
fn cost_of(value: f32, likeliest: f32) -> f32 { return select(max(log(likeliest / value), 0.0), 0.0, value == likeliest); }
#else
fn is_likelier(a: f32, b: f32) -> bool { return a < b; }
fn cost_of(value: f32, likeliest: f32) -> f32 { return (value - likeliest) * bitcast<f32>(SCALE_BITS); }
#end
