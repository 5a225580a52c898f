// Arithmetic of GF(q) without tables, on up to four symbols in a word, a byte each. The kernel has the constants P and POLYNOMIAL, which is
// primitive: bit i is the coefficient of x^i.

// x·symbol.
fn doubled(symbol: u32) -> u32 { return (symbol << 1u) ^ (((symbol >> (P - 1u)) & 1u) * POLYNOMIAL); }

// The products of four symbols with a factor. Bit b of a symbol adds the factor times x^b.
fn scaled(symbols: u32, factor: u32) -> u32 {
  var products = 0u;
  var multiple = factor;
  for (var b = 0u; b < P; b++) {
    products ^= ((symbols >> b) & 0x01010101u) * multiple;
    multiple = doubled(multiple);
  }
  return products;
}

// 1/symbol = symbol^(q − 2), the product of the powers with exponents 2, 4, … q/2.
fn inverse(symbol: u32) -> u32 {
  var square = symbol;
  var product = 1u;
  for (var b = 1u; b < P; b++) {
    square = scaled(square, square);
    product = scaled(product, square);
  }
  return product;
}

// Byte of position n in a word of four.
fn byte_of(symbols: u32, n: u32) -> u32 { return (symbols >> (8u * (n & 3u))) & 0xffu; }
