// reconciliation/block-rotation: for every eight values y of a Gaussian sequence and eight bits u, the rotation that
// maps y to the point s = ((-1)^u_i)/√8 of the sphere: as octonions α = s·conj(y)/‖y‖, because α·y = ‖y‖·s.
// Multidimensional
// reconciliation, A. Leverrier, R. Alléaume, J. Boutros, G. Zémor, P. Grangier, Phys. Rev. A 77, 042325 (2008).
// in   sifted_bits [frame]             u, packed, KEY_BITS a frame, a multiple of 8 (reconciliation/packed-bits)
//      values [frame][KEY_BITS]        y
// out  rotation [frame][KEY_BITS/8][5] α_i·32767 to the nearest, as 16-bit integers, i even in the low half of word i/2;
//                                      then the bits of ‖y‖ as f32. All zero if ‖y‖ is
// map  one invocation per group of eight; workgroup y = frame
// bound by the 4·KEY_BITS bytes read per frame
// range |y| at most 2^20, so that squares stay finite
// exact to one unit of α and 1e-6 of ‖y‖: sqrt and / are the device's
#import common/run, common/workgroup-slot, reconciliation/packed-bits, reconciliation/octonion

#in sifted_bits: u32, values: f32
#out rotation: u32

const SQRT_8: f32 = 2.8284271247461903;

// α_i of √8·‖y‖·α_i.
fn fixed_point(sum: f32, scale: f32) -> u32 {
  return u32(i32(clamp(floor(sum * scale + 0.5), -ROTATION_ONE, ROTATION_ONE))) & 0xffffu;
}

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= KEY_BITS / 8u || slot >= run.frames) { return; }
  let first = slot * KEY_BITS + 8u * id.x;
  let bits = sifted_bits[first / 32u] >> (first & 24u);
#for k in 0..8: let y$k = values[first + $ku];
  let norm = sqrt(y0 * y0 + y1 * y1 + y2 * y2 + y3 * y3 + y4 * y4 + y5 * y5 + y6 * y6 + y7 * y7);
  // Signs of bit, unit and conjugate.
#for i in 0..8
  var sum$i = 0.0;
#for k in 0..8
  sum$i += select(y$k, -y$k,
    ((bits >> bit_in_word($iu ^ $ku)) & 1u) != (octonion_negative($iu ^ $ku, $ku) ^ u32($ku > 0u)));
#end
#end
  let scale = select(0.0, ROTATION_ONE / (SQRT_8 * norm), norm > 0.0);
  let word = ROTATION_WORDS * (first / 8u);
  rotation[word] = fixed_point(sum0, scale) | (fixed_point(sum1, scale) << 16u);
  rotation[word + 1u] = fixed_point(sum2, scale) | (fixed_point(sum3, scale) << 16u);
  rotation[word + 2u] = fixed_point(sum4, scale) | (fixed_point(sum5, scale) << 16u);
  rotation[word + 3u] = fixed_point(sum6, scale) | (fixed_point(sum7, scale) << 16u);
  rotation[word + 4u] = bitcast<u32>(norm);
}
