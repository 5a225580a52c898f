// Cost of a flip to an impossible symbol, above that of all other flips.
const NEVER: i32 = 2 * i32(CERTAIN);
