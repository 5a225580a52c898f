// binary/check-node/box-plus on 16-bit integers.
#if FINE
const REACH: Lanes = 0x00fb00fbu; // 251
fn parts(y: Lanes) -> Lanes {
  let three = shorts_difference(shorts_product(y, 0x00030003u), 0x00f700f7u); // 247
  let five = shorts_difference(shorts_product(y, 0x00050005u), 0x025f025fu); // 607
  let seven = shorts_difference(shorts_product(y, 0x00070007u), 0x04130413u); // 1043
  return shorts_greatest(shorts_greatest(y, three), shorts_greatest(five, seven));
}
fn whole(correction: Lanes) -> Lanes { return shorts_sixteenth(correction); }
#else
const REACH: Lanes = u32(2.75 * STEPS_PER_LLR) * 0x00010001u;
fn parts(y: Lanes) -> Lanes { return y; }
fn whole(correction: Lanes) -> Lanes { return shorts_quarter(correction); }
#end

fn box_plus(a: Lanes, b: Lanes) -> Lanes {
  let far = parts(shorts_reduced(REACH, shorts_magnitude(shorts_difference(a, b))));
  let correction = shorts_difference(far, parts(shorts_reduced(REACH, shorts_sum(a, b))));
  return shorts_difference(shorts_least(a, b), whole(correction));
}
