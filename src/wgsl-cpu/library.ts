import { parse } from "./parse.ts";

const LN2_HIGH = Math.fround(0.693359375); // so few bits that its products with exponents are exact
/** (eʳ − 1 − r)/r² for |r| ≤ ln 2/2, and (artanh s/s − 1)/s² by s² for |s| ≤ 0.2. */
const EXP = interpolated((r) => (Math.abs(r) < 1e-4 ? 0.5 + r / 6 : (Math.expm1(r) - r) / (r * r)), -0.347, 0.347, 5);
const ARTANH = interpolated((s2) => (Math.atanh(Math.sqrt(s2)) / Math.sqrt(s2) - 1) / s2, 1e-9, 0.041, 4);

/** A polynomial by Horner's rule as WGSL. @param coefficients the coefficients, the constant term first. */
const polynomial = (x: string, coefficients: readonly number[]): string =>
  coefficients.reduceRight(
    (sum, coefficient) => (sum === "" ? `${coefficient}` : `(${sum} * ${x} + ${coefficient})`),
    "",
  );

/** Polynomial for (tanh x/x − 1)/x² by x². */
const TANH = interpolated((x2) => (Math.tanh(Math.sqrt(x2)) / Math.sqrt(x2) - 1) / x2, 1e-9, 0.625 ** 2, 5);

/**
 * Functions of WGSL that WebAssembly has no instruction for. exp, log and tanh have errors of a few units in the last place. exp is a
 * normal number, and the argument of log has to be one. pack2x16float rounds ties to even. Magnitudes below the least normal f16 number
 * become 0, as WGSL allows and as this project defines its f16 number formats; −0 stays −0.
 */
const TEXT = `
  fn saturate(x: f32) -> f32 { return clamp(x, 0.0, 1.0); }

  // Index of the lowest or highest set bit; all ones for 0.
  fn firstTrailingBit(x: u32) -> u32 { return select(countOneBits(~x & (x - 1u)), 0xffffffffu, x == 0u); }
  fn firstLeadingBit(x: u32) -> u32 {
    var filled = x | (x >> 1u);
    filled |= filled >> 2u;
    filled |= filled >> 4u;
    filled |= filled >> 8u;
    return countOneBits(filled | (filled >> 16u)) - 1u;
  }

  fn exp(x: f32) -> f32 {
    let bounded = clamp(x, -87.3, 88.7);
    // The sum with 1.5 · 2^23 has the nearest integer in its lowest bits.
    let rounded = bounded * ${Math.LOG2E} + 0x1.8p23;
    let exponent = rounded - 0x1.8p23;
    let r = bounded - exponent * ${LN2_HIGH} - exponent * ${Math.LN2 - LN2_HIGH};
    let growth = r * r * ${polynomial("r", EXP)} + r;
    return bitcast<f32>(bitcast<u32>(growth + 1.0) + (bitcast<u32>(rounded) << 23u));
  }

  // k · ln 2 + 2 artanh((x − 2ᵏ)/(x + 2ᵏ)) where 2ᵏ is the power of two nearest to x.
  fn log(x: f32) -> f32 {
    let k = (bitcast<i32>(x) - (0x3f800000 - 0x400000)) >> 23u;
    let power = bitcast<f32>((k << 23u) + 0x3f800000);
    let s = (x - power) / (x + power);
    let square = s * s;
    let doubled = s + s;
    let small = doubled + doubled * (square * ${polynomial("square", ARTANH)});
    return f32(k) * ${Math.LN2} + small;
  }

  // A polynomial near 0, else 1 − 2/(e²ˣ + 1).
  fn tanh(x: f32) -> f32 {
    let magnitude = abs(x);
    let square = x * x;
    let near = x + x * (square * ${polynomial("square", TANH)});
    let bounded = min(magnitude, 9.0);
    let far = 1.0 - 2.0 / (exp(bounded + bounded) + 1.0);
    return select(select(far, -far, x < 0.0), near, magnitude < 0.625);
  }

  fn unpack2x16float(word: u32) -> vec2f {
    let halves = vec2u(word & 0xffffu, word >> 16u);
    let magnitude = halves & vec2u(0x7fffu);
    // Multiplication by 2^112 corrects the bias of the exponent, also of subnormal f16 numbers.
    let finite = bitcast<vec2u>(bitcast<vec2f>(magnitude << vec2u(13u)) * 0x1p112);
    let infinite = finite | vec2u(0x7f800000u);
    let sign = (halves & vec2u(0x8000u)) << vec2u(16u);
    return bitcast<vec2f>(select(infinite, finite, magnitude < vec2u(0x7c00u)) | sign);
  }

  fn pack2x16float(x: vec2f) -> u32 {
    let bits = bitcast<vec2u>(x);
    let magnitude = bits & vec2u(0x7fffffffu);
    let isOdd = (magnitude >> vec2u(13u)) & vec2u(1u);
    let raised = magnitude + 0xc8000fffu + isOdd;
    let finite = select(raised >> vec2u(13u), vec2u(0u), magnitude < vec2u(0x38800000u));
    let infinite = select(vec2u(0x7c00u), vec2u(0x7e00u), magnitude > vec2u(0x7f800000u));
    let half = select(infinite, finite, magnitude < vec2u(0x47800000u));
    let isTiny = magnitude - 1u < vec2u(0x387fffffu);
    let sign = (bits >> vec2u(16u)) & vec2u(0x8000u);
    let halves = half | select(sign, vec2u(0u), isTiny);
    return halves.x | (halves.y << 16u);
  }`;

let parsed: ReturnType<typeof parse>["functions"] | undefined;

/** Functions of WGSL that are written in WGSL, by name. They are parsed when a shader is compiled: most processes take theirs from a cache. */
export function library() {
  parsed ??= parse(TEXT).functions;
  return parsed;
}

/** Coefficients of the polynomial with `terms` terms that equals a function at the Chebyshev points of an interval. */
function interpolated(of: (x: number) => number, from: number, to: number, terms: number): number[] {
  const points = Array.from(
    { length: terms },
    (_, i) => (from + to) / 2 + ((to - from) / 2) * Math.cos((Math.PI * (i + 0.5)) / terms),
  );
  // Newton's divided differences, then multiplied out.
  const differences = points.map(of);
  for (let order = 1; order < terms; order++) {
    for (let i = terms - 1; i >= order; i--) {
      differences[i] = (differences[i] - differences[i - 1]) / (points[i] - points[i - order]);
    }
  }
  const coefficients = new Array<number>(terms).fill(0);
  for (let i = terms - 1; i >= 0; i--) {
    for (let k = terms - 1; k > 0; k--) coefficients[k] = coefficients[k - 1] - points[i] * coefficients[k];
    coefficients[0] = differences[i] - points[i] * coefficients[0];
  }
  return coefficients;
}
