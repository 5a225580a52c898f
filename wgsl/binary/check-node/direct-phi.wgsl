// Φ(x) = −ln tanh(x/2) computed directly, as the papers write it. Arguments are at least 1e-7, so messages are at most about 16.8.
fn phi(x: Lanes) -> Lanes { return -log(tanh(0.5 * clamp(x, Lanes(1.0e-7), Lanes(40.0)))); }
