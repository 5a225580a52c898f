import { part } from "../../src/gpu/part.ts";
// Words of majority-logic decoding. Twin of wgsl/majority-logic/words.wgsl, which says what their bits are.

export const wordsPart = part("majority-logic/words", new URL("./words.wgsl", import.meta.url));

/** Bits of a variable's reliability. */
export const RELIABILITY_BITS = 12;

const SYMBOL_BITS = 8;
const SYMBOL_MASK = 2 ** SYMBOL_BITS - 1;
const RELIABILITY_MASK = 2 ** RELIABILITY_BITS - 1;

export function variableWord(decision: number, reliability: number): number {
  return decision | (reliability << SYMBOL_BITS);
}

export function checkWord(error: number, least: number, second: number): number {
  return (error | (least << SYMBOL_BITS) | (second << (SYMBOL_BITS + RELIABILITY_BITS))) >>> 0;
}

/** The same word with another symbol. */
export function withSymbol(word: number, symbol: number): number {
  return ((word & ~SYMBOL_MASK) | symbol) >>> 0;
}

export function symbolOf(word: number): number {
  return word & SYMBOL_MASK;
}

export function reliabilityOf(variable: number): number {
  return variable >>> SYMBOL_BITS;
}

/** The least reliability of a check's other variables. */
export function voteWeight(check: number, reliability: number): number {
  const least = (check >>> SYMBOL_BITS) & RELIABILITY_MASK;
  return least === reliability ? check >>> (SYMBOL_BITS + RELIABILITY_BITS) : least;
}
