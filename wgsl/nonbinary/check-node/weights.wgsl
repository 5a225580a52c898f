// Messages of checks over GF(q) by the weights of their edges: max(R·scale − offset, 0), least 0 as R's. The kernel's buffer check_start has the
// words from WEIGHTS_AT on, as the number format counts them: [iteration][edge] scale and offset, the last iteration's for all later ones; WEIGHTS is
// 1 if an iteration has one pair for all edges. Scales and, where they are no 1, messages have 12 significant bits, so products are exact.
#if WHOLE
// A scale of 256ths below 3: its whole part, and the rest.
fn value_weighted(value: Value, scale: u32, offset: u32) -> Value {
  var scaled = value_scaled(value, scale % 256u);
  for (var k = 0u; k < scale / 256u; k++) { scaled = value_sum(scaled, value); }
  scaled = value_least(scaled, as_value(MESSAGE_BOUND));
  return value_difference(scaled, value_least(scaled, as_value(f32(offset))));
}
#else
fn value_weighted(value: f32, scale: u32, offset: u32) -> f32 {
  let factor = bitcast<f32>(scale);
  let kept = select(bitcast<f32>(bitcast<u32>(value) & 0xfffff000u), value, factor == 1.0);
  return max(kept * factor - bitcast<f32>(offset), 0.0);
}
#end

fn weighted(e: u32, values: Four) -> Four {
  let row = min(run.iteration, WEIGHT_ITERATIONS - 1u) * WEIGHTS;
  let at = WEIGHTS_AT + 2u * (row + select(e, 0u, WEIGHTS == 1u));
  let scale = check_start[at];
  let offset = check_start[at + 1u];
  var out: Four;
  for (var u = 0u; u < QUAD; u++) { out[u] = value_weighted(rounded(values[u]), scale, offset); }
  return out;
}
