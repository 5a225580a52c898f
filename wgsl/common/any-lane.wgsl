// Whether bits are set in any lane that a processor computes at once. A GPU's invocation sees its own bits only; on a CPU, lanes that
// loop on this condition leave the loop together, so that the loop needs no masks.
fn any_lane(bits: u32) -> u32 { return bits; }
