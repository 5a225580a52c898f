// Walsh-Hadamard transform in place: q·log2 q additions.
fn transform(vector: ptr<function, Vector>) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
    var t: array<f32, TILE>;
#for k in 0..TILE: t[$k] = (*vector)[block + $ku];
#for l in LENGTHS
#for k in 0..TILE
    if (($ku & $lu) == 0u) {
      let sum = t[$k] + t[$ku | $lu];
      t[$ku | $lu] = t[$k] - t[$ku | $lu];
      t[$k] = sum;
    }
#end
#end
#for k in 0..TILE: (*vector)[block + $ku] = t[$k];
  }
#for l in LENGTHS_OF_FOURS
  for (var n = 0u; n < Q / 4u; n++) {
    let k = n + n / $lu * (3u * $lu);
    let sum_0 = (*vector)[k] + (*vector)[k + $lu];
    let difference_0 = (*vector)[k] - (*vector)[k + $lu];
    let sum_1 = (*vector)[k + 2u * $lu] + (*vector)[k + 3u * $lu];
    let difference_1 = (*vector)[k + 2u * $lu] - (*vector)[k + 3u * $lu];
    (*vector)[k] = sum_0 + sum_1;
    (*vector)[k + $lu] = difference_0 + difference_1;
    (*vector)[k + 2u * $lu] = sum_0 - sum_1;
    (*vector)[k + 3u * $lu] = difference_0 - difference_1;
  }
#end
#for l in LENGTHS_OF_PAIRS
  for (var n = 0u; n < Q / 2u; n++) {
    let k = n + n / $lu * $lu;
    let sum = (*vector)[k] + (*vector)[k + $lu];
    (*vector)[k + $lu] = (*vector)[k] - (*vector)[k + $lu];
    (*vector)[k] = sum;
  }
#end
}
