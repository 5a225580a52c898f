// reconciliation/leaf-product: products of pairs of polynomials over GF(2) of LEAF coefficients, one of 32 polynomials a word, at the leaves of
// Karatsuba's method.
// in   a, b [frame][LEAF][WIDTH]
// out  leaves [frame][2·LEAF][WIDTH]
// map  one invocation per word of all coefficients; workgroup y = frame
// bound by 18 products of LEAF/6 = T coefficients: Karatsuba's three of halves, of six each of thirds
// exact: and, exclusive or
#import common/run, common/workgroup-slot

#in a: u32, b: u32
#out leaves: u32

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (id.x >= WIDTH || slot >= run.frames) { return; }
  let base = slot * LEAF * WIDTH + id.x;
  var products: array<u32, 36u * T>;
  // Of the low half, the high half and their sum, one after the other, which a processor's first cache and compilers of drivers bear: three
  // thirds, and the sum of the others beside each.
  var x: array<u32, 6u * T>;
  var y: array<u32, 6u * T>;
  for (var h = 0u; h < 3u; h++) {
    let low = select(0xffffffffu, 0u, h == 1u);
    let high = select(0xffffffffu, 0u, h == 0u);
    for (var i = 0u; i < T; i++) {
#for q in 0..3
      let x_$q = (a[base + ($qu * T + i) * WIDTH] & low) ^ (a[base + (($qu + 3u) * T + i) * WIDTH] & high);
      let y_$q = (b[base + ($qu * T + i) * WIDTH] & low) ^ (b[base + (($qu + 3u) * T + i) * WIDTH] & high);
      x[$qu * T + i] = x_$q;
      y[$qu * T + i] = y_$q;
#end
      x[3u * T + i] = x_1 ^ x_2;
      x[4u * T + i] = x_0 ^ x_2;
      x[5u * T + i] = x_0 ^ x_1;
      y[3u * T + i] = y_1 ^ y_2;
      y[4u * T + i] = y_0 ^ y_2;
      y[5u * T + i] = y_0 ^ y_1;
    }
    for (var p = 0u; p < 6u; p++) {
      // Written out, so that the sums stay in registers. Arrays get a value, as Mesa's driver keeps those of the iteration before otherwise.
      var u: array<u32, T>;
      var v: array<u32, T>;
      var product = array<u32, 2u * T>();
#for i in 0..T
      u[$i] = x[p * T + $iu];
      v[$i] = y[p * T + $iu];
#end
#for i in 0..T: #for j in 0..T: product[$iu + $ju] ^= u[$i] & v[$j];
#for k in 0..TWICE: products[(6u * h + p) * 2u * T + $ku] = product[$k];
    }
  }
  // The products of halves in blocks of T coefficients. The first and the last T of a product of thirds are e = 0 and 1.
  let out = slot * 2u * LEAF * WIDTH + id.x;
  for (var t = 0u; t < T; t++) {
#for h in 0..3
    var block$h = array<u32, 6>();
#for e in 0..2
#for p in 0..6: let part$h_$e_$p = products[(12u * $hu + 2u * $pu + $eu) * T + t];
    block$h[$eu] ^= part$h_$e_0;
    block$h[$eu + 1u] ^= part$h_$e_5 ^ part$h_$e_0 ^ part$h_$e_1;
    block$h[$eu + 2u] ^= part$h_$e_4 ^ part$h_$e_0 ^ part$h_$e_1 ^ part$h_$e_2;
    block$h[$eu + 3u] ^= part$h_$e_3 ^ part$h_$e_1 ^ part$h_$e_2;
    block$h[$eu + 4u] ^= part$h_$e_2;
#end
#end
#for q in 0..3
    let middle$q = block0[$qu + 3u] ^ block1[$qu];
    leaves[out + ($qu * T + t) * WIDTH] = block0[$qu];
    leaves[out + (($qu + 3u) * T + t) * WIDTH] = middle$q ^ block0[$qu] ^ block2[$qu];
    leaves[out + (($qu + 6u) * T + t) * WIDTH] = middle$q ^ block1[$qu + 3u] ^ block2[$qu + 3u];
    leaves[out + (($qu + 9u) * T + t) * WIDTH] = block1[$qu + 3u];
#end
  }
}
