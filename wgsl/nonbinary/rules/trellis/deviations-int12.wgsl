// Deviations of a trellis in pairs of numbers, as nonbinary/formats/int12 has them. Edges are below 255.
fn value_greatest(a: Value, b: Value) -> Value { return max(a, b); }
fn scaled(m: Value) -> Value { return value_scaled(m, SCALE); }

fn edges_equal(a: Symbols, b: Symbols) -> Choice { return a == b; }
// `value`, or a number that is no less than GREATEST where `a` and `b` are equal.
fn unless_equal(value: Value, a: Symbols, b: Symbols) -> Value { return select(value, GREATEST, a == b); }
// Two edges in one number.
fn edge_pair(first: Symbols, second: Symbols) -> Symbols { return first | (second << Symbols(8u)); }
fn first_edge_of(pair: Symbols) -> Symbols { return pair & Symbols(255u); }
fn second_edge_of(pair: Symbols) -> Symbols { return pair >> Symbols(8u); }
