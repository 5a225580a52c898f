// Minima and maxima of lanes that are numbers of WGSL. The kernel imports lanes.
fn least_of(a: Lanes, b: Lanes) -> Lanes { return min(a, b); }
fn greatest_of(a: Lanes, b: Lanes) -> Lanes { return max(a, b); }
fn absolute(t: Lanes) -> Lanes { return abs(t); }
fn choose_if_equal(a: Lanes, b: Lanes, yes: Lanes, no: Lanes) -> Lanes { return select(no, yes, a == b); }
