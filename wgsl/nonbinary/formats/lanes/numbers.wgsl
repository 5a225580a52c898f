// Operations on values that are numbers or vectors of WGSL, and on the symbols of the frames of a word. The storage declares Value,
// Symbols, and Choice, a boolean for each frame.
fn value_sum(a: Value, b: Value) -> Value { return a + b; }
fn value_difference(a: Value, b: Value) -> Value { return a - b; }
fn value_least(a: Value, b: Value) -> Value { return min(a, b); }
fn value_less(a: Value, b: Value) -> Choice { return a < b; }
fn choose_value(no: Value, yes: Value, choice: Choice) -> Value { return select(no, yes, choice); }
fn choose_symbols(no: Symbols, yes: Symbols, choice: Choice) -> Symbols { return select(no, yes, choice); }
fn same_symbol(symbol: u32) -> Symbols { return Symbols(symbol); }
fn has_bit(symbols: Symbols, bit: u32) -> Choice { return (symbols & Symbols(bit)) != Symbols(0u); }
