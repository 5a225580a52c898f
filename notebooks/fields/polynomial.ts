const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** `x⁴ + x + 1` of 0x13: bit i is the coefficient of x^i. */
export function polynomialText(word: number): string {
  const terms: string[] = [];
  for (let i = 31 - Math.clz32(word); i >= 0; i--) if ((word >>> i) & 1) terms.push(term(i));
  return terms.length === 0 ? "0" : terms.join(" + ");
}

/** The word's lowest `length` bits, the highest first. */
export function bits(word: number, length: number): string {
  return word.toString(2).padStart(length, "0");
}

function term(exponent: number): string {
  if (exponent === 0) return "1";
  return exponent === 1 ? "x" : `x${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}
