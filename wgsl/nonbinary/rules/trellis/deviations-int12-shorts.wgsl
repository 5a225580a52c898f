// nonbinary/rules/trellis/deviations-int12 in words of two 16-bit integers, as nonbinary/formats/lanes/int12-shorts has them.
fn value_greatest(a: Value, b: Value) -> Value { return shorts_greatest(a, b); }
fn scaled(m: Value) -> Value { return value_scaled(m, SCALE); }

fn edges_equal(a: Symbols, b: Symbols) -> Choice { return shorts_equal(a, b); }
fn unless_equal(value: Value, a: Symbols, b: Symbols) -> Value { return value | (shorts_equal(a, b) & GREATEST); }
fn edge_pair(first: Symbols, second: Symbols) -> Symbols { return first | (second << 8u); }
fn first_edge_of(pair: Symbols) -> Symbols { return pair & 0x00ff00ffu; }
fn second_edge_of(pair: Symbols) -> Symbols { return (pair >> 8u) & 0x00ff00ffu; }
